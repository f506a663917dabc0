// What every page runs.

import "./clock.js";
import "./dialogs.js";
import "./keys.js";
import "./stream.js";
