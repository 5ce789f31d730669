// Where modules come from if not from files.
#ifndef DROVER_BINDINGS_MODULE_READER_H
#define DROVER_BINDINGS_MODULE_READER_H

#include <stdbool.h>
#include <stddef.h>

/// Reads a module in place of the file system, for replays and for scenarios that a program brings
/// along. Returns true with the source of `path` ("flock/boid.lua", relative to the scenario's
/// folder), which stays valid until the next call, or false if there is no such module.
typedef bool dv_module_reader(void *context, const char *path, const char **source, size_t *size);

#endif
