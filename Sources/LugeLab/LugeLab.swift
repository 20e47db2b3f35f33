// Filled by its own work; see docs.
