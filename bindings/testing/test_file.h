// A test file of a scenario. It is Lua that returns a table of functions, named by what must hold.
// Each opens worlds of the scenario and checks what happens in them.
//
// The file runs in its own sandbox, with the deadlines and limits of a scenario; so do the worlds.
// A test that does not end is stopped, and fails.
#ifndef DROVER_BINDINGS_TESTING_TEST_FILE_H
#define DROVER_BINDINGS_TESTING_TEST_FILE_H

#include "scenario.h"

/// Processor time in s that a test, and each of its seeds, may take.
#define DV_TEST_SECONDS 120.0

typedef struct dv_test_options {
    int threads;          ///< for each world
    uint32_t vector_bits; ///< as in dv_world_def
    double budget;        ///< processor time in s for a test, and for each seed; infinity: no limit
    size_t memory_cap;    ///< bytes of Lua memory for the test, and for each world; 0: the default
    uint32_t most_agents; ///< in each world; as in dv_world_def
    uint32_t most_seeds;  ///< the most that t:seeds tries; 0: as many as the test says
    bool has_seed;
    uint64_t seed;                    ///< the only one that t:seeds tries, if has_seed
    const char *const *reserved_keys; ///< as in dv_scenario_options
} dv_test_options;

typedef struct dv_test_failure {
    char message[DV_ERROR_CAPACITY]; ///< "tests/herd.lua:12: what"
    char *traceback;                 ///< lines, or NULL
    /// Where in the message the reason begins for which a world could not be opened; 0: it could.
    uint32_t unopened;
    char *further; ///< what else is wrong then, as dv_scenario_open_further has it; or NULL
    bool has_seed;
    uint64_t seed; ///< the seed that t:seeds tried, if has_seed
    bool has_tick; ///< a world was open
    uint64_t world_seed, tick;
    char *command; ///< shows the moment in the window; NULL if there was no world
} dv_test_failure;

/// The result of a test. Free it with dv_test_result_free.
typedef struct dv_test_result {
    dv_test_failure *failures; ///< none: it passed
    uint32_t failure_count, failure_capacity;
    uint32_t seeds; ///< the number that t:seeds tried
    double seconds; ///< real time in s
    char *printed;  ///< what scripts and the test printed, with a newline after each line; or NULL
} dv_test_result;

typedef struct dv_test_file dv_test_file;

/// Load a test file. `file` is its path within the scenario's folder, such as "tests/herd.lua".
/// Returns NULL on failure, with a message that names file and line; the traceback is in
/// dv_scenario_open_traceback.
dv_test_file *dv_test_file_open(const char *folder, const char *file,
                                const dv_test_options *options, dv_error *error);
void dv_test_file_close(dv_test_file *tests);

/// The number of tests, and their names in source order.
uint32_t dv_test_count(const dv_test_file *tests);
const char *dv_test_name(const dv_test_file *tests, uint32_t test);

/// Run a test. Fails only when out of memory.
dv_result dv_test_run(dv_test_file *tests, uint32_t test, dv_test_result *result, dv_error *error);
void dv_test_result_free(dv_test_result *result);

#endif
