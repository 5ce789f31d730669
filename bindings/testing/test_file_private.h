// Internals of a test file.
#ifndef DROVER_BINDINGS_TESTING_TEST_FILE_PRIVATE_H
#define DROVER_BINDINGS_TESTING_TEST_FILE_PRIVATE_H

#include "hosting/bridge.h"
#include "testing/test_file.h"

typedef struct dv_test {
    char *name;
    int line;
} dv_test;

struct dv_test_file {
    dv_test_options options;
    char *folder, *file;
    char *source;      ///< the scenario's file that the test read last
    dv_scenario *host; ///< the Lua that runs the test
    dv_bridge bridge;
    dv_test *tests; ///< by line
    uint32_t count, capacity;
    int functions; ///< reference in the host's registry: the tests by name
    int object;    ///< reference in the host's registry: `t`
    // While a test runs:
    dv_test_result *result;
    const char *name;
    bool has_seed;
    uint64_t seed;     ///< the seed from t:seeds, with which worlds begin
    size_t printed;    ///< number of bytes
    bool printed_more; ///< more was printed than is kept
    bool out_of_memory;
    dv_error unopened; ///< why the last world could not be opened; "": it could
};

/// Note that the running test failed, at the current moment of the world that was stepped last.
void dv_test_note_failure(dv_test_file *tests, const char *message, const char *traceback);

/// C functions for scripts/testing.lua, with the test file as upvalue 1. core.open(file, seed,
/// settings, edits, mods) returns a world, or nil and a message. core.read(path) returns the source
/// of a file of the scenario, or nil and a message.
int dv_test_open_world(lua_State *L);
int dv_test_read_source(lua_State *L);

#endif
