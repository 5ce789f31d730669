// The engine's own Lua files, kept in the program so that it runs from anywhere.
#ifndef DROVER_SCRIPTS_SCRIPTS_H
#define DROVER_SCRIPTS_SCRIPTS_H

#include <stddef.h>

typedef struct dv_script {
    const char *name; ///< of the file, without ".lua"
    const char *source;
    size_t size;
} dv_script;

extern const dv_script dv_scripts[];
extern const unsigned dv_script_count;

/// The scenarios of `drover bench`, linked into the program alone.
extern const dv_script dv_bench_scripts[];
extern const unsigned dv_bench_script_count;

#endif
