// What the files of a test file share.
#ifndef DROVER_BINDINGS_TESTING_TEST_FILE_PRIVATE_H
#define DROVER_BINDINGS_TESTING_TEST_FILE_PRIVATE_H

#include "testing/bridge.h"
#include "testing/test_file.h"

typedef struct dv_test {
    char *name;
    int line;
} dv_test;

struct dv_test_file {
    dv_test_options options;
    char *folder, *file;
    char *source;      ///< of the scenario, as read last for the test
    dv_scenario *host; ///< the test's own Lua
    dv_bridge bridge;
    dv_test *tests; ///< by line
    uint32_t count, capacity;
    int functions; ///< reference in the host's registry: the tests by name
    int object;    ///< reference in the host's registry: `t`
    // While a test runs:
    dv_test_result *result;
    const char *name;
    bool has_seed;
    uint64_t seed;     ///< of t:seeds, that worlds begin with
    size_t printed;    ///< bytes
    bool printed_more; ///< than is kept
    bool out_of_memory;
};

/// Note that the running test failed, with the moment of the world that was stepped last.
void dv_test_note_failure(dv_test_file *tests, const char *message, const char *traceback);

/// For scripts/testing.lua: core.open(file, seed, settings, edits) gives a world, or nil and a
/// message; core.read(path) gives the source of a file of the scenario, or nil and a message.
/// Upvalue 1: the test file.
int dv_test_open_world(lua_State *L);
int dv_test_read_source(lua_State *L);

#endif
