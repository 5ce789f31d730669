// Listing all mistakes of scripts that fail to load.
//
// While a sandbox lists mistakes, a call that fails notes its message and returns a placeholder,
// and the code continues. Whatever uses a placeholder gets a placeholder, and an error that only
// comes from one is not noted, so each message is about a mistake of its own. Code that calls pcall
// handles its own errors, and runs as usual.
//
// Nothing that was loaded in this way may run: it is only for the messages.
#ifndef DROVER_BINDINGS_MISTAKES_H
#define DROVER_BINDINGS_MISTAKES_H

#include "sandbox/sandbox.h"

/// Receives each message: "caribou.lua:12: what".
typedef struct dv_mistake_listener {
    void (*note)(void *context, const char *message);
    void *context;
    uint32_t noted; ///< how many
    uint32_t began; ///< how many before the definition that is being checked
    bool has_lost;  ///< a definition is a placeholder: names that are missing may have been in it
} dv_mistake_listener;

/// Begin to list mistakes; NULL: end.
void dv_sandbox_list_mistakes(dv_sandbox *sandbox, dv_mistake_listener *listener);

/// The listener; NULL if mistakes are not listed, or if the running code is in a pcall of a script.
dv_mistake_listener *dv_mistakes_of(lua_State *L);

/// Pass a message on, unless it is only about a placeholder or about our own scripts.
void dv_note_mistake(dv_mistake_listener *listener, const char *message);

/// Call the function below the topmost `arguments` values. If it fails, note that, and push a
/// placeholder instead of its results. A stop for time, and a lack of memory, is raised again. If
/// mistakes are not listed, this is lua_call.
bool dv_call_gently(lua_State *L, int arguments, int results);
/// The same for a function of our own. What fails in it after a mistake was noted follows from that
/// mistake.
bool dv_check_gently(lua_State *L, int arguments, int results);

/// Replace the function or table at the top by one whose calls are gentle, and in which unknown
/// names stand for the nearest known ones.
void dv_make_gentle(lua_State *L);

void dv_push_placeholder(lua_State *L);
bool dv_is_placeholder(lua_State *L, int index);
/// What messages call a placeholder.
#define DV_PLACEHOLDER "placeholder of a mistake"

#endif
