"""The live stream: one hub a process reads the log and sends it on, to each audience what it may see."""
