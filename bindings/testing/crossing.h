// Asking the scenario of a hosted world for something, and what crosses between the two states on
// the way.
//
// Values cross by copy where they can: numbers, strings, booleans, vectors, and handles, which are
// the same bits on both sides. Tables of the host are copied into the scenario. A table, function
// or other object of the scenario stays where it is; the host gets a reference.
//
// Invariant: nothing that raises in the scenario's state unwinds the host's, or the other way
// round. Each question is a protected call of the scenario, whose error is raised again in the
// host.
#ifndef DROVER_BINDINGS_TESTING_CROSSING_H
#define DROVER_BINDINGS_TESTING_CROSSING_H

#include "testing/hosted_world.h"

/// Userdata of DV_REFERENCE_CLASS.
typedef struct dv_reference {
    dv_hosted *hosted;
    int pin; ///< in the scenario's pins; LUA_NOREF: released
} dv_reference;

/// By what is on the host's stack, from the bottom.
typedef enum dv_question {
    DV_ASK_GET,    ///< subject, key
    DV_ASK_SET,    ///< subject, key, value
    DV_ASK_METHOD, ///< subject, arguments: the method of that name
    DV_ASK_CALL,   ///< function, arguments
    DV_ASK_LENGTH, ///< subject
    DV_ASK_TEXT,   ///< subject
    DV_ASK_PAIRS   ///< subject: the function, state and key of its loop
} dv_question;

/// Ask, and push the results in the host; how many. When reading finds a function, a method,
/// nothing is pushed. Raises what the scenario raised.
int dv_ask(lua_State *L, dv_hosted *hosted, dv_question what, const char *method, bool *is_method);

#endif
