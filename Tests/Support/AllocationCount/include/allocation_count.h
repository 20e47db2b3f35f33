#pragma once

/// How many times the calling thread has allocated memory since it began.
long allocation_count(void);
