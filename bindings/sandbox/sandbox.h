// A Lua state that scripts cannot escape from, exhaust, or hang, and in which they see nothing that
// differs between two runs: no addresses, no clock, no hash order, no C library mathematics.
//
// Invariant: every thread of the state has its dv_sandbox in lua_getextraspace, and `running` is
// the thread that Lua currently runs on. Once a stop for time is under way, every further Lua
// instruction of the outermost call raises, and pcall, xpcall, and coroutine.resume pass the error
// on.
#ifndef DROVER_BINDINGS_SANDBOX_H
#define DROVER_BINDINGS_SANDBOX_H

#include <drover/base.h>
#include <drover/handle.h>
#include <lauxlib.h>
#include <lua.h>

typedef struct dv_sandbox dv_sandbox;

/// The first members of a sandbox. They are here because every call from a script reads them, and
/// the functions that do so are inline.
typedef struct dv_sandbox_front {
    void *owner;
    volatile uint32_t function, budget; ///< see dv_sandbox_enter
} dv_sandbox_front;

/// How much memory the Lua of a sandbox may hold: `cap` bytes plus what `extra` returns, minus what
/// `outside` returns, the bytes that scripts hold outside of Lua. Both are called when the cap is
/// reached and may be NULL. If the limit falls, Lua keeps what it holds and only growth is refused.
typedef struct dv_sandbox_limit {
    size_t cap;
    size_t (*extra)(void *context);
    uint64_t (*outside)(void *context);
    void *context;
    const char *text; ///< names the limit in messages: "64 MiB"; NULL: the cap
} dv_sandbox_limit;

/// Create a state. Returns NULL when out of memory, or if the limit is too small for an empty
/// state.
dv_sandbox *dv_sandbox_create_within(const dv_sandbox_limit *limit, dv_error *error);
/// The same with only a cap in bytes.
dv_sandbox *dv_sandbox_create(size_t memory_cap, dv_error *error);
void dv_sandbox_destroy(dv_sandbox *sandbox);

/// The main thread of the sandbox's Lua state.
lua_State *dv_sandbox_state(dv_sandbox *sandbox);

/// The sandbox of any thread of its state, in O(1).
static inline dv_sandbox *dv_sandbox_of(lua_State *L) {
    return *(dv_sandbox **)lua_getextraspace(L);
}

/// The number of bytes that Lua holds.
size_t dv_sandbox_memory(const dv_sandbox *sandbox);

/// Whether scripts may hold `bytes` more outside of Lua, once what is garbage in Lua is collected.
/// If not, fails with DV_ERROR_LIMIT and the message that Lua gives when it reaches the limit.
dv_result dv_sandbox_take_outside(dv_sandbox *sandbox, uint64_t bytes, dv_error *error);

/// The object that a sandbox belongs to, for bindings that start from a lua_State; NULL until set.
void dv_sandbox_set_owner(dv_sandbox *sandbox, void *owner);
static inline void *dv_sandbox_owner(const dv_sandbox *sandbox) {
    return ((const dv_sandbox_front *)(const void *)sandbox)->owner;
}

/// Receives the output of `print`, one call per line, without the newline. `line` may contain zero
/// bytes. NULL: stdout.
typedef void dv_sandbox_print(void *context, const char *line, size_t length);
void dv_sandbox_set_print(dv_sandbox *sandbox, dv_sandbox_print *print, void *context);

/// Supplies math.random: returns a number in [0, 1), a multiple of 2^-53, or −1 if nothing may be
/// drawn now. math.random then raises, as it does without a source (NULL).
typedef double dv_sandbox_random(void *context);
void dv_sandbox_set_random(dv_sandbox *sandbox, dv_sandbox_random *random, void *context);

/// A random integer from `low` to `high`, both included, as math.random(low, high) returns it.
lua_Integer dv_sandbox_random_between(lua_State *L, lua_Integer low, lua_Integer high);

/// Call the function below the topmost `arguments` values of dv_sandbox_state, like lua_pcall, and
/// stop it after `seconds` of processor time (infinity: never). On failure, the stack is as it was
/// before the function was pushed, the message is `chunk:line: what`, and dv_sandbox_traceback
/// tells where. A nested call keeps the outer one's deadline. Fails with DV_ERROR_SCRIPT, or with
/// DV_ERROR_MEMORY if it was the system, not the cap, that refused memory.
dv_result dv_sandbox_call(dv_sandbox *sandbox, int arguments, int results, double seconds,
                          dv_error *error);

/// Like dv_sandbox_call, for callers that call often: first push the handler, then the function and
/// its arguments. After a success, the handler is still on the stack, below the results.
void dv_sandbox_push_handler(dv_sandbox *sandbox);
dv_result dv_sandbox_call_handled(dv_sandbox *sandbox, int arguments, int results, double seconds,
                                  dv_error *error);

/// For a C function that calls several Lua functions in a row: gives each one all of the time that
/// the running call was given, and a traceback of its own.
void dv_sandbox_restart_call(lua_State *L);

/// Like dv_sandbox_call, on the thread `L` of a sandbox; for C functions that call back into Lua.
dv_result dv_sandbox_call_on(lua_State *L, int arguments, int results, double seconds,
                             dv_error *error);

/// The traceback of the last call that failed: lines of `chunk:line: in function 'name'`, innermost
/// first. "" if there is none.
const char *dv_sandbox_traceback(const dv_sandbox *sandbox);

// Time. Apart from the deadline of each call, there is a budget for all calls together, and an
// interrupt that stops everything. Calls without a deadline (infinity) are the engine's own, and
// nothing stops them.

/// Why a call was stopped.
typedef enum dv_stop {
    DV_STOP_NONE,
    DV_STOP_CALL,     ///< it used up its own time
    DV_STOP_BUDGET,   ///< all calls together used up the budget
    DV_STOP_INTERRUPT ///< see dv_sandbox_interrupt_after
} dv_stop;

/// Why the last failed call was stopped; DV_STOP_NONE if it failed for another reason.
dv_stop dv_sandbox_stopped(const dv_sandbox *sandbox);
/// The number of calls stopped so far. A nested call counts as one with the call around it.
uint32_t dv_sandbox_stop_count(const dv_sandbox *sandbox);

/// The number of budgets that functions can have.
#define DV_MAX_BUDGETS 64

/// Give all calls from now on `seconds` of processor time together (infinity: no limit) in each
/// budget, and clear the samples. Until the first time, there is no limit.
void dv_sandbox_begin_budget(dv_sandbox *sandbox, double seconds);

/// What runs: a function, as a number of the caller's choice, and the budget that its time is taken
/// from, below DV_MAX_BUDGETS.
typedef struct dv_running {
    uint32_t function, budget;
} dv_running;

/// Set what runs now. Every period of the timer counts for what is set at that time. Returns the
/// previous value, to be set again afterwards.
static inline dv_running dv_sandbox_enter(dv_sandbox *sandbox, dv_running running) {
    dv_sandbox_front *front = (dv_sandbox_front *)(void *)sandbox;
    dv_running outer = {front->function, front->budget};
    front->function = running.function;
    front->budget = running.budget;
    return outer;
}

/// The function that used most of the budget that is used up, or else of the first one, and how
/// much; 0 if no function used any.
uint32_t dv_sandbox_busiest(const dv_sandbox *sandbox, double *seconds);

/// Stop every call in this process, running or future, `seconds` of real time from now, until
/// dv_sandbox_forget_interrupt is called. Safe in a signal handler.
void dv_sandbox_interrupt_after(double seconds);
void dv_sandbox_forget_interrupt(void);
/// Whether that time has come.
bool dv_sandbox_is_interrupted(void);
/// Whether a call runs.
bool dv_sandbox_is_calling(const dv_sandbox *sandbox);

/// Raise if a stop is under way. C functions that scripts can make run long call this in their
/// loops.
void dv_sandbox_check(lua_State *L);
/// Whether dv_sandbox_check would raise.
bool dv_sandbox_is_stopping(lua_State *L);

/// Give the running call and the budget `seconds` more, but at most half a second in total per
/// budget. For C functions that do work in bulk.
void dv_sandbox_prolong(lua_State *L, double seconds);
/// True for the first 64 calls within a budget. For C functions whose arguments say how much
/// to do: many calls of those indicate an endless loop.
bool dv_sandbox_take_bulk(lua_State *L);

/// Raise if less than a sixteenth of the memory that scripts may use is left. For C functions that
/// make many values while time does not count: near the limit, Lua looks for garbage again with
/// each new string, and half a million of them take a minute.
void dv_sandbox_check_memory(lua_State *L);

/// Between these two, time does not count, neither for the call nor for the budget. For C functions
/// whose work is bounded in another way. Lua functions that they call are still counted, and
/// interrupts still stop them.
void dv_sandbox_pause(lua_State *L);
void dv_sandbox_resume(lua_State *L);

/// Whether modules may read the global with this name.
bool dv_sandbox_has_global(lua_State *L, const char *name, size_t length);

/// Pop a function (or nil), and push an environment for one chunk, with that function as `require`.
/// Reading finds the environment's own copy of the standard library. Reading any other name raises,
/// unless stock Lua has a global with that name, which then reads as nil. Assigning raises.
void dv_sandbox_push_environment(lua_State *L);

/// Compile `source` and push it as a function, with the table at the top, which is popped, as its
/// environment. `chunk` is a path ("caribou.lua"). Raises on a syntax error or bytecode.
void dv_sandbox_load(lua_State *L, const char *source, size_t size, const char *chunk);

/// Mark the table at `index` as the engine's: rawset and setmetatable refuse it, and getmetatable
/// returns false. The table must be empty, a stand-in whose metatable has the actual table as its
/// __index; rawget and rawlen read that one. Assignments go to the metatable's __newindex, which
/// Lua only calls for absent fields.
void dv_sandbox_protect(lua_State *L, int index);

/// Pop a table and push a read-only stand-in, which reads like it, even with pairs and #. Assigning
/// raises "NAME is read-only".
void dv_sandbox_push_read_only(lua_State *L, const char *name);

/// The same for many tables that share a name: push what refuses to assign to them, and replace the
/// table at the top by its stand-in, with the refusal at an index.
void dv_sandbox_push_refusal(lua_State *L, const char *name);
void dv_sandbox_make_read_only(lua_State *L, int refusal);

/// Push a read-only view of the table at the top, as the table is now. Unlike the stand-in of
/// dv_sandbox_push_read_only, it shows the tables in it, in those, and in metatables as views, too.
/// A view acts by the metatable of its table. Assigning raises "NAME is read-only: INSTEAD".
void dv_sandbox_push_view(lua_State *L, const char *name, const char *instead);

/// Whether the value at an index is such a stand-in or view.
bool dv_sandbox_is_read_only(lua_State *L, int index);

/// If the value at `index` is a stand-in or a view, replace it on the stack by the actual table. C
/// functions that read a table of scripts without metamethods call this first.
void dv_sandbox_resolve_proxy(lua_State *L, int index);

/// C functions: the `pairs` that scripts get, and one that returns the keys of a table as a list in
/// the same order.
int dv_ordered_pairs(lua_State *L);
int dv_ordered_keys(lua_State *L);

/// Push the value at `index` as the `tostring` of scripts returns it: uses __tostring and __name,
/// and shows no addresses.
const char *dv_sandbox_tostring(lua_State *L, int index, size_t *length);

/// A message handler for a lua_pcall within a sandboxed call that will pass the error on. Keeps the
/// traceback of where the error was raised.
int dv_sandbox_message_handler(lua_State *L);

#endif
