// The Lua files that come with the engine, kept in the program so that it runs from anywhere.
#ifndef DROVER_SCRIPTS_SCRIPTS_H
#define DROVER_SCRIPTS_SCRIPTS_H

#include "modules/modules.h"

/// What the binding itself is made of.
extern const dv_library_module dv_own_scripts[];
extern const size_t dv_own_scripts_count;

/// What every scenario may require.
extern const dv_library_module dv_library_scripts[];
extern const size_t dv_library_scripts_count;

/// The scenarios of `drover bench`, linked into the program alone.
extern const dv_library_module dv_bench_scripts[];
extern const size_t dv_bench_scripts_count;

/// What `drover new` writes, by the names of the files without their endings; linked into the
/// program alone.
extern const dv_library_module dv_new_scenario_templates[];
extern const size_t dv_new_scenario_templates_count;

/// What `drover help` is made of, and the examples that it shows; linked into the program alone.
extern const dv_library_module dv_help_scripts[];
extern const size_t dv_help_scripts_count;
extern const dv_library_module dv_help_examples[];
extern const size_t dv_help_examples_count;

#endif
