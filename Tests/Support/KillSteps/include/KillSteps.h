// Loaded ahead of a program's libraries (LD_PRELOAD), ends it before one of the calls by which it changes
// files: see kill_steps.c.
