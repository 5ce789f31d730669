// The guard that asks the host: `lua`. Scripts run on one thread, so while guards are tested in
// parallel the answer is unknown.
#include "guards/arguments.h"

static const dv_parameter lua_parameters[] = {
    {"function", DV_PARAMETER_CALLBACK, true, "", 0, 0, 0,
     "called with the agent; holds when it returns a true value"},
};

static dv_truth test_lua(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    return dv_guard_ask_host(context, parameters, 0);
}

const dv_guard_type dv_guard_lua = {
    .entry = {.name = "lua",
              .doc = "A Lua function decides.",
              .source = "Drover",
              .parameters = lua_parameters,
              .parameter_count = DV_COUNT_OF(lua_parameters),
              .positional = 1},
    .evaluate = test_lua,
    .told = "a function held",
};
