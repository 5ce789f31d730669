// The inside of dv_sandbox, for sandbox.c and the files of the standard library.
#ifndef DROVER_BINDINGS_SANDBOX_PRIVATE_H
#define DROVER_BINDINGS_SANDBOX_PRIVATE_H

#include "sandbox/deadline.h"
#include "sandbox/sandbox.h"

#include <signal.h>

/// Functions of which samples are kept; there are 100 samples in a second.
#define DV_MOST_SAMPLED 128

struct dv_sampled {
    uint32_t function, periods;
};

struct dv_sandbox {
    dv_sandbox_front front;
    lua_State *state;

    dv_sandbox_limit limit;
    size_t memory_used;
    bool system_refused; // the last time memory was refused it was the system and not the limit

    // Read and written by the deadline's signal handler.
    lua_State *volatile running;
    volatile sig_atomic_t stopping;                      // a dv_stop
    volatile uint64_t used;                              // periods, since the budget began
    volatile struct dv_sampled samples[DV_MOST_SAMPLED]; // each function once
    volatile uint32_t sample_count;

    double budget; // s
    volatile uint64_t budget_periods;
    double prolonged; // s, since the budget began
    uint64_t bulk;    // calls of dv_sandbox_take_bulk, since the budget began
    bool stop_raised;
    int stop_reason;     // of the last call that was stopped
    uint32_t stop_count; // how many there were
    int calls;           // nested dv_sandbox_call_on
    int closes;          // nested coroutine.close; Lua 5.4.4 does not count them as C calls
    double seconds;
    dv_deadline deadline;

    dv_sandbox_print *print;
    void *print_context;
    dv_sandbox_random *random;
    void *random_context;

    char memory_message[120];
    char stop_message[256];
    char failed_message[DV_ERROR_CAPACITY]; // the error that `traceback` belongs to
    char traceback[4096];
};

/// Begin and end a call; only the outermost has a deadline.
dv_result dv_sandbox_begin_call(dv_sandbox *sandbox, double seconds, dv_error *error);
void dv_sandbox_end_call(dv_sandbox *sandbox, lua_State *L);

/// Write "chunk:line: " of the innermost Lua function of `L`, or nothing.
void dv_sandbox_write_position(lua_State *L, char *text, size_t capacity);

/// Keep where `thread` stands as the traceback of `message`, unless that was kept already.
void dv_sandbox_keep_traceback(dv_sandbox *sandbox, lua_State *thread, const char *message);

/// Push "out of memory: scripts may use at most …" without allocating.
void dv_sandbox_push_memory_message(lua_State *L);

/// A table of the engine's that stands for another, at `index`, becomes that other.
void dv_sandbox_replace_stand_in(lua_State *L, int index);

/// The C functions `rawget` and `rawlen`, which read what a table of the engine's stands for.
int dv_protected_rawget(lua_State *L);
int dv_protected_rawlen(lua_State *L);

/// The C function `rawset`, which spares the engine's tables.
int dv_protected_rawset(lua_State *L);

/// Push the standard library as one table of the names scripts may use.
void dv_push_standard_library(lua_State *L);

/// Whether it is the name of a global of Lua that scripts do not get, and read as nil.
bool dv_is_absent_global(const char *name);

/// Let reading an absent field of the table at the top, an environment's library, raise unless
/// stock Lua has a global of that name.
void dv_refuse_unknown_globals(lua_State *L);

/// Fill in parts of it: functions into the table at the top of the stack.
void dv_add_protected_calls(lua_State *L); // pcall, xpcall
void dv_add_ordered_pairs(lua_State *L);   // pairs, ipairs, next
void dv_add_print(lua_State *L);
void dv_push_coroutine_library(lua_State *L);
void dv_push_table_library(lua_State *L);
void dv_push_math_library(lua_State *L);
void dv_push_string_library(lua_State *L);
void dv_add_string_search(lua_State *L); // find, gmatch, gsub, match
int dv_string_format(lua_State *L);      // Lua's own is its upvalue
void dv_push_utf8_library(lua_State *L);

/// Push a new table with the named fields (up to NULL) of the table at the top, and remove that.
void dv_pick_fields(lua_State *L, const char *const *names);

/// Replace a function of the table at the top by `wrapper`, which finds it as its upvalue.
void dv_wrap_function(lua_State *L, const char *name, lua_CFunction wrapper);

#endif
