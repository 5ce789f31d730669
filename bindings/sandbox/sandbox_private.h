// Internals of dv_sandbox, shared by sandbox.c and the files of the standard library.
#ifndef DROVER_BINDINGS_SANDBOX_PRIVATE_H
#define DROVER_BINDINGS_SANDBOX_PRIVATE_H

#include "sandbox/deadline.h"
#include "sandbox/sandbox.h"

#include <signal.h>
#include <time.h>

/// The number of functions for which samples are kept. There are 100 samples per second.
#define DV_MAX_SAMPLED 128

struct dv_sampled {
    uint32_t function, budget, periods;
};

struct dv_sandbox {
    dv_sandbox_front front;
    lua_State *state;

    dv_sandbox_limit limit;
    size_t memory_used;
    uint64_t outside;    // bytes that count too, when the limit's callback was last asked
    bool system_refused; // when memory was last refused, the system did it, not the limit

    // Read and written by the deadline's signal handler.
    lua_State *volatile running;
    volatile sig_atomic_t stopping;                     // a dv_stop
    lua_State *volatile hooked;                         // the last thread that was told to stop
    volatile uint64_t hook_pause, hook_wait;            // periods between two times, and left
    volatile uint64_t used[DV_MAX_BUDGETS];             // periods since the budgets began
    volatile uint32_t used_up;                          // the budget that calls were stopped for
    volatile struct dv_sampled samples[DV_MAX_SAMPLED]; // one for each function
    volatile uint32_t sample_count;
    volatile sig_atomic_t budget_is_new;          // no period has passed since it began
    struct timespec budget_began;                 // of the thread's processor time
    volatile uint32_t last_function, last_budget; // at the last sample

    double budget; // s
    volatile uint64_t budget_periods;
    double prolonged; // s, since the budget began
    uint64_t bulk;    // calls of dv_sandbox_take_bulk, since the budget began
    bool stop_raised;
    int stop_reason;     // why the last stopped call was stopped
    uint32_t stop_count; // number of stopped calls
    int calls;           // depth of nested dv_sandbox_call_on
    int closes;          // depth of coroutine.close; Lua 5.4.4 does not count it as a C call
    double seconds;
    dv_deadline deadline;

    dv_sandbox_print *print;
    void *print_context;
    dv_sandbox_random *random;
    void *random_context;

    struct dv_mistake_listener *listener; // NULL unless mistakes are listed

    char memory_message[120];
    char refused_at[LUA_IDSIZE + 16]; // where memory was last refused, as dv_sandbox_write_position
    char stop_message[256];
    char failed_message[DV_ERROR_CAPACITY]; // the error that `traceback` belongs to
    char traceback[4096];
};

/// Begin and end a call. Only the outermost call has a deadline.
dv_result dv_sandbox_begin_call(dv_sandbox *sandbox, double seconds, dv_error *error);
void dv_sandbox_end_call(dv_sandbox *sandbox, lua_State *L);

/// Write "chunk:line: " for the innermost function of a script on the stack of `L`, else for the
/// innermost of our own; "" if there is none.
void dv_sandbox_write_position(lua_State *L, char *text, size_t capacity);

/// Push the text that print shows for the value at an index.
void dv_push_shown(lua_State *L, int index);

/// Keep the current traceback of `thread` as that of `message`, unless one was kept for it already.
void dv_sandbox_keep_traceback(dv_sandbox *sandbox, lua_State *thread, const char *message);

/// Push "out of memory: scripts may use at most …" without allocating.
void dv_sandbox_push_memory_message(lua_State *L);

/// Pop a function and a table, and push the table's stand-in with the function as its __newindex.
void dv_push_stand_in(lua_State *L);

/// The C functions `rawget` and `rawlen`, which read the actual table behind a stand-in.
int dv_protected_rawget(lua_State *L);
int dv_protected_rawlen(lua_State *L);

/// The C function `rawset`, which refuses the engine's tables.
int dv_protected_rawset(lua_State *L);

/// Whether a C function is the pcall or xpcall of scripts.
bool dv_is_protected_call(lua_CFunction function);

/// Push the standard library: one table with all names that scripts may use.
void dv_push_standard_library(lua_State *L);

/// Whether stock Lua has a global with this name that scripts do not get and that reads as nil.
bool dv_is_absent_global(const char *name);

/// Make reads of absent fields in the table at the top, an environment's library, raise unless
/// stock Lua has a global with that name.
void dv_refuse_unknown_globals(lua_State *L);

/// Parts of the standard library. dv_add_… puts functions into the table at the top; dv_push_…
/// pushes a table.
void dv_add_protected_calls(lua_State *L); // pcall, xpcall
void dv_add_ordered_pairs(lua_State *L);   // pairs, ipairs, next
void dv_add_print(lua_State *L);
void dv_push_coroutine_library(lua_State *L);
void dv_push_table_library(lua_State *L);
void dv_push_math_library(lua_State *L);
void dv_push_string_library(lua_State *L);
void dv_add_string_search(lua_State *L); // find, gmatch, gsub, match
int dv_string_format(lua_State *L);      // expects Lua's own function as its upvalue
void dv_push_utf8_library(lua_State *L);

/// Replace the table at the top by a new one with only the named fields. `names` ends with NULL.
void dv_pick_fields(lua_State *L, const char *const *names);

/// Replace a function in the table at the top by `wrapper`, which has the original as its upvalue.
void dv_wrap_function(lua_State *L, const char *name, lua_CFunction wrapper);

#endif
