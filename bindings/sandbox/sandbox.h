// A Lua state that scripts cannot escape from, exhaust or hang, and in which they see nothing that
// differs between two runs: no addresses, no clock, no hash order, no C library mathematics.
//
// Invariant: every thread of the state has its dv_sandbox in lua_getextraspace, and `running` is
// the thread that Lua runs on now. Once a stop for time is under way every further Lua instruction
// of the outermost call raises, and pcall, xpcall and coroutine.resume pass the error on.
#ifndef DROVER_BINDINGS_SANDBOX_H
#define DROVER_BINDINGS_SANDBOX_H

#include <drover/base.h>
#include <drover/handle.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct dv_sandbox dv_sandbox;

/// What a sandbox begins with: asked for at every call from a script.
typedef struct dv_sandbox_front {
    void *owner;
    volatile uint32_t function; ///< that runs now, for samples; see dv_sandbox_enter_function
} dv_sandbox_front;

/// How much memory the Lua of a sandbox may hold: `cap` bytes, and what `extra` gives beside that.
/// It is asked when the cap is reached. When it gives less than before nothing fails that is held
/// already, only growth is refused. May be NULL.
typedef struct dv_sandbox_limit {
    size_t cap;
    size_t (*extra)(void *context);
    void *context;
    const char *text; ///< for the message: "64 MiB"; NULL: the cap
} dv_sandbox_limit;

/// Make a state. NULL when memory is out, or the limit too small for an empty one.
dv_sandbox *dv_sandbox_create_within(const dv_sandbox_limit *limit, dv_error *error);
/// The same with a cap alone.
dv_sandbox *dv_sandbox_create(size_t memory_cap, dv_error *error);
void dv_sandbox_destroy(dv_sandbox *sandbox);

lua_State *dv_sandbox_state(dv_sandbox *sandbox);

/// The sandbox of any thread of its state, in O(1).
static inline dv_sandbox *dv_sandbox_of(lua_State *L) {
    return *(dv_sandbox **)lua_getextraspace(L);
}

/// Bytes Lua holds at present.
size_t dv_sandbox_memory(const dv_sandbox *sandbox);

/// What the sandbox belongs to, for bindings that start from a lua_State; NULL until set.
void dv_sandbox_set_owner(dv_sandbox *sandbox, void *owner);
static inline void *dv_sandbox_owner(const dv_sandbox *sandbox) {
    return ((const dv_sandbox_front *)(const void *)sandbox)->owner;
}

/// Where `print` goes: one call a line, without its newline; `line` may hold zero bytes. NULL gives
/// stdout back.
typedef void dv_sandbox_print(void *context, const char *line, size_t length);
void dv_sandbox_set_print(dv_sandbox *sandbox, dv_sandbox_print *print, void *context);

/// Where math.random draws from: a number in [0, 1), a multiple of 2^-53, or −1 when nothing may be
/// drawn now. Then, until one is set, and after NULL, math.random raises.
typedef double dv_sandbox_random(void *context);
void dv_sandbox_set_random(dv_sandbox *sandbox, dv_sandbox_random *random, void *context);

/// A whole number from `low` to `high`, both included, as math.random(low, high) gives it.
lua_Integer dv_sandbox_random_between(lua_State *L, lua_Integer low, lua_Integer high);

/// Call the function below the topmost `arguments` values of dv_sandbox_state, like lua_pcall, and
/// stop it after `seconds` of processor time (infinity: never). When it fails the stack is as it
/// was before the function was pushed, the message is `chunk:line: what` and dv_sandbox_traceback
/// tells where. A call within a call keeps the outer one's deadline. Fails with DV_ERROR_SCRIPT, or
/// with DV_ERROR_MEMORY when the system, not the cap, refused memory.
dv_result dv_sandbox_call(dv_sandbox *sandbox, int arguments, int results, double seconds,
                          dv_error *error);

/// As dv_sandbox_call, where calls are many: first push the handler, then the function and its
/// arguments. After a success the handler is still there, below the results.
void dv_sandbox_push_handler(dv_sandbox *sandbox);
dv_result dv_sandbox_call_handled(dv_sandbox *sandbox, int arguments, int results, double seconds,
                                  dv_error *error);

/// For a C function that calls Lua functions one after the other: each is to have the time that the
/// running call was given for all of them, and a traceback of its own.
void dv_sandbox_restart_call(lua_State *L);

/// As dv_sandbox_call, on the thread `L` of a sandbox; for C functions that call back into Lua.
dv_result dv_sandbox_call_on(lua_State *L, int arguments, int results, double seconds,
                             dv_error *error);

/// Lines of `chunk:line: in function 'name'`, innermost first, of the last call that failed; ""
/// before.
const char *dv_sandbox_traceback(const dv_sandbox *sandbox);

// Time. Beside the deadline of each call there is a budget for calls together, and an interrupt
// that stops all. Calls without a deadline (infinity) are the engine's own, and nothing stops them.

/// Why a call was stopped.
typedef enum dv_stop {
    DV_STOP_NONE,
    DV_STOP_CALL,     ///< it used up its own time
    DV_STOP_BUDGET,   ///< all calls together used up the budget
    DV_STOP_INTERRUPT ///< see dv_sandbox_interrupt_after
} dv_stop;

/// Why the last failed call was stopped; DV_STOP_NONE when it failed otherwise.
dv_stop dv_sandbox_stopped(const dv_sandbox *sandbox);
/// How many calls were stopped so far; a call within a call counts as one with it.
uint32_t dv_sandbox_stop_count(const dv_sandbox *sandbox);

/// Give all calls from now on so many seconds of processor time together (infinity: any), and
/// forget samples. Until the first budget begins there is none.
void dv_sandbox_begin_budget(dv_sandbox *sandbox, double seconds);

/// Say which function runs, by a number of the caller's choice: every period of the timer is
/// counted for the function that runs then. Gives the one before, to be said again afterwards.
static inline uint32_t dv_sandbox_enter_function(dv_sandbox *sandbox, uint32_t function) {
    dv_sandbox_front *front = (dv_sandbox_front *)(void *)sandbox;
    uint32_t outer = front->function;
    front->function = function;
    return outer;
}

/// The function that used most of the budget so far, and how much; 0 when none used any.
uint32_t dv_sandbox_busiest(const dv_sandbox *sandbox, double *seconds);

/// Stop every call of the process, under way or to come, `seconds` of real time from now on. Safe
/// in a signal handler.
void dv_sandbox_interrupt_after(double seconds);
void dv_sandbox_forget_interrupt(void);

/// Raise when a stop is under way. C functions that scripts can make run long call it in their
/// loops.
void dv_sandbox_check(lua_State *L);
/// Whether it would.
bool dv_sandbox_is_stopping(lua_State *L);

/// Give the running call and the budget so many seconds more, but not more than half a second
/// within the budget: for C functions that do work in bulk.
void dv_sandbox_prolong(lua_State *L, double seconds);
/// True the first 64 times within a budget: for C functions that are given how much to do, of which
/// many calls are a loop without end.
bool dv_sandbox_take_bulk(lua_State *L);

/// Between the two, time does not count, neither for the call nor for the budget: for C functions
/// whose work is bounded otherwise. Calls of Lua functions from there count all the same.
/// Interrupts get through.
void dv_sandbox_pause(lua_State *L);
void dv_sandbox_resume(lua_State *L);

/// Whether a module may read the global of that name.
bool dv_sandbox_has_global(lua_State *L, const char *name, size_t length);

/// Pop a function (or nil), and push an environment for one chunk in which it is `require`. Reads
/// find its own copy of the standard library; reading any other name raises, unless stock Lua has a
/// global of that name, which reads as nil. Assigning raises.
void dv_sandbox_push_environment(lua_State *L);

/// Push the compiled `source`, with the environment at the top of the stack, which is popped, as
/// its own. `chunk` is a path ("caribou.lua"). Raises on a syntax error and on bytecode.
void dv_sandbox_load(lua_State *L, const char *source, size_t size, const char *chunk);

/// Mark the table at `index` as the engine's: rawset and setmetatable refuse it and getmetatable
/// gives false. It has to be empty and to have a metatable of ours whose __index is the table it
/// stands for: rawget and rawlen read that. Assigning is up to the metatable's __newindex, which
/// Lua only asks for fields that are absent.
void dv_sandbox_protect(lua_State *L, int index);

/// Pop a table and push one that reads as it, also under pairs and #, and cannot be changed:
/// assigning raises "NAME is read-only".
void dv_sandbox_push_read_only(lua_State *L, const char *name);

/// The C function `pairs` of scripts, and one that gives the keys of a table as a list in the same
/// order.
int dv_ordered_pairs(lua_State *L);
int dv_ordered_keys(lua_State *L);

/// Push the value at `index` as `tostring` gives it: with __tostring and __name, without addresses.
const char *dv_sandbox_tostring(lua_State *L, int index, size_t *length);

/// Message handler for a lua_pcall within a sandboxed call that passes the error on: it keeps the
/// traceback of where the error was raised.
int dv_sandbox_message_handler(lua_State *L);

#endif
