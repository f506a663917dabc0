// What every page runs.

import "./beat.js";
import "./clock.js";
import "./dialogs.js";
import "./keys.js";
import "./since.js";
import "./stream.js";
