// Asks the scenario of a hosted world, and passes values between the two states.
//
// Values are copied if possible: numbers, strings, booleans, vectors, and handles, whose bits are
// the same on both sides. Tables of the host are copied into the scenario. A table, function, or
// other object of the scenario stays there, and the host gets a reference to it.
//
// Invariant: an error never unwinds the other state. Each question is a protected call in the
// scenario, and its error is raised again in the host.
#ifndef DROVER_BINDINGS_HOSTING_CROSSING_H
#define DROVER_BINDINGS_HOSTING_CROSSING_H

#include "hosting/hosted_world.h"

/// The content of a userdata of class DV_REFERENCE_CLASS.
typedef struct dv_reference {
    dv_hosted *hosted;
    int pin; ///< index in the scenario's pins; LUA_NOREF: released
} dv_reference;

/// The kinds of questions. Comments list the values on the host's stack, from the bottom.
typedef enum dv_question {
    DV_ASK_GET,    ///< subject, key
    DV_ASK_SET,    ///< subject, key, value
    DV_ASK_METHOD, ///< subject, arguments; `method` names the method
    DV_ASK_CALL,   ///< function, arguments
    DV_ASK_LENGTH, ///< subject
    DV_ASK_TEXT,   ///< subject
    DV_ASK_PAIRS   ///< subject; gives the function, state, and key of a loop
} dv_question;

/// Ask a question, push the results in the host, and return their number. If a read finds a
/// function, sets `is_method` and pushes nothing. Raises the scenario's errors.
int dv_ask(lua_State *L, dv_hosted *hosted, dv_question what, const char *method, bool *is_method);

#endif
