// A test file of a scenario: Lua that returns a table of functions by what must hold, each of which
// opens worlds of the scenario and looks at what becomes of them.
//
// The file runs in a sandbox of its own, with the deadlines and limits of a scenario; the worlds
// run in theirs. One that does not end is stopped, and fails.
#ifndef DROVER_BINDINGS_TESTING_TEST_FILE_H
#define DROVER_BINDINGS_TESTING_TEST_FILE_H

#include "scenario.h"

/// s of processor time that a test may take, and each of its seeds.
#define DV_TEST_SECONDS 120.0

typedef struct dv_test_options {
    int threads;          ///< of the worlds
    uint32_t vector_bits; ///< as in dv_world_def
    double budget;        ///< s of processor time for a test and for a seed; infinity: any
    size_t memory_cap;    ///< bytes of Lua for the test and for each world; 0: the default
    uint32_t most_seeds;  ///< that t:seeds tries; 0: as many as it is asked to
    bool has_seed;
    uint64_t seed; ///< that t:seeds tries alone
} dv_test_options;

typedef struct dv_test_failure {
    char message[DV_ERROR_CAPACITY]; ///< "tests/herd.lua:12: what"
    char *traceback;                 ///< lines, or NULL
    bool has_seed;
    uint64_t seed; ///< of t:seeds
    bool has_tick; ///< a world was open
    uint64_t world_seed, tick;
    char *command; ///< shows that moment in the window; NULL without a world
} dv_test_failure;

/// What came of one test. To be freed.
typedef struct dv_test_result {
    dv_test_failure *failures; ///< none: it passed
    uint32_t failure_count, failure_capacity;
    uint32_t seeds; ///< that t:seeds tried
    double seconds; ///< of real time
    char *printed;  ///< what scripts and the test printed, a line feed behind each line; or NULL
} dv_test_result;

typedef struct dv_test_file dv_test_file;

/// Load a test file: `file` is its path within the scenario's folder, "tests/herd.lua". NULL with a
/// message that names file and line, and dv_scenario_open_traceback.
dv_test_file *dv_test_file_open(const char *folder, const char *file,
                                const dv_test_options *options, dv_error *error);
void dv_test_file_close(dv_test_file *tests);

/// Its tests, in the order in which they are written.
uint32_t dv_test_count(const dv_test_file *tests);
const char *dv_test_name(const dv_test_file *tests, uint32_t test);

/// Run a test. Fails only when memory is short.
dv_result dv_test_run(dv_test_file *tests, uint32_t test, dv_test_result *result, dv_error *error);
void dv_test_result_free(dv_test_result *result);

#endif
