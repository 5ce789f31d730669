// Stops calls into a sandbox: for the deadline of a call, for the budget of many calls together,
// and on interrupts. All three raise in Lua, from a hook that the deadline's timer sets; see
// sandbox.h.
#include "sandbox/sandbox_private.h"

#include "base/result.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

// When to stop Lua, in ns of CLOCK_MONOTONIC; 0: never. A signal handler may write this from any
// thread.
static _Atomic int64_t interrupt_time;
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "signal handlers write interrupt_time");

static int64_t clock_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void dv_sandbox_interrupt_after(double seconds) {
    atomic_store(&interrupt_time, clock_nanoseconds() + (int64_t)(seconds * 1e9));
}

void dv_sandbox_forget_interrupt(void) { atomic_store(&interrupt_time, 0); }

bool dv_sandbox_is_interrupted(void) {
    int64_t time = atomic_load(&interrupt_time);
    return time != 0 && clock_nanoseconds() >= time;
}

// Stops

static void raise_stop(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (!sandbox->stop_raised) {
        char position[LUA_IDSIZE + 16], *text = sandbox->stop_message;
        size_t capacity = sizeof sandbox->stop_message;
        dv_sandbox_write_position(L, position, sizeof position);
        if (sandbox->stopping == DV_STOP_BUDGET)
            snprintf(text, capacity, "%sstopped: Lua has used up the %g s of a tick (--budget)",
                     position, sandbox->budget);
        else if (sandbox->stopping == DV_STOP_INTERRUPT)
            snprintf(text, capacity, "%sstopped by an interrupt", position);
        else
            snprintf(text, capacity, "%sstopped after %g s: the script does not return", position,
                     sandbox->seconds);
        sandbox->stop_raised = true;
        sandbox->stop_reason = sandbox->stopping;
        sandbox->stop_count++;
        dv_sandbox_keep_traceback(sandbox, L, sandbox->stop_message);
    }
    lua_pushstring(L, sandbox->stop_message);
    lua_error(L);
}

void dv_sandbox_check(lua_State *L) {
    if (dv_sandbox_of(L)->stopping)
        raise_stop(L);
}

bool dv_sandbox_is_stopping(lua_State *L) { return dv_sandbox_of(L)->stopping; }

// The hook stays set, so that code that runs while the error unwinds (__close, handlers) raises at
// once, too.
static void stop_hook(lua_State *L, lua_Debug *frame) {
    (void)frame;
    dv_sandbox_check(L);
    lua_sethook(L, NULL, 0, 0); // left over in a coroutine that was suspended during the stop
}

// Runs in the signal handler. lua_sethook is the only function of Lua that may be called there. One
// hook may not be enough: another coroutine may be running by then, and a Lua function does not
// notice a hook that is set while it calls a C function. So the hook is set again, after 1, 2, 4, …
// periods. In every period was tried: lua_sethook walks the whole stack, and if that is deep and
// the machine slow, it takes longer than a period, and nothing else ever runs.
static void stop_running_thread(dv_sandbox *sandbox, dv_stop reason, uint64_t periods) {
    if (!sandbox->stopping || sandbox->hooked != sandbox->running) {
        sandbox->hooked = sandbox->running;
        sandbox->hook_pause = 1;
        sandbox->hook_wait = 0;
    }
    if (!sandbox->stopping)
        sandbox->stopping = reason;
    if (sandbox->hook_wait > periods) {
        sandbox->hook_wait -= periods;
        return;
    }
    lua_sethook(sandbox->running, stop_hook, LUA_MASKCOUNT, 1);
    sandbox->hook_wait = sandbox->hook_pause;
    sandbox->hook_pause *= 2;
}

dv_stop dv_sandbox_stopped(const dv_sandbox *sandbox) {
    return sandbox->stop_raised ? (dv_stop)sandbox->stop_reason : DV_STOP_NONE;
}

uint32_t dv_sandbox_stop_count(const dv_sandbox *sandbox) { return sandbox->stop_count; }

// Budgets

static void add_sample(dv_sandbox *sandbox, uint32_t function, uint32_t budget, uint64_t periods) {
    uint32_t i = 0;
    while (i < sandbox->sample_count && sandbox->samples[i].function != function)
        i++;
    if (i == DV_MAX_SAMPLED)
        return;
    if (i == sandbox->sample_count) {
        sandbox->samples[i].function = function;
        sandbox->samples[i].budget = budget;
        sandbox->samples[i].periods = 0;
        sandbox->sample_count++;
    }
    sandbox->samples[i].periods += (uint32_t)periods;
}

/// On a busy machine, the system reports several periods at once. All but the last are more likely
/// those of the function that ran the last time.
static void take_sample(dv_sandbox *sandbox, uint64_t periods) {
    if (sandbox->sample_count == 0) {
        sandbox->last_function = sandbox->front.function;
        sandbox->last_budget = sandbox->front.budget;
    }
    if (periods > 1)
        add_sample(sandbox, sandbox->last_function, sandbox->last_budget, periods - 1);
    sandbox->last_function = sandbox->front.function;
    sandbox->last_budget = sandbox->front.budget;
    add_sample(sandbox, sandbox->last_function, sandbox->last_budget, 1);
}

/// Of several periods that the system reports at once, those since the budget began; at least one.
static uint64_t periods_since_began(const dv_sandbox *sandbox, uint64_t periods) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    double seconds = (double)(now.tv_sec - sandbox->budget_began.tv_sec) +
                     1e-9 * (double)(now.tv_nsec - sandbox->budget_began.tv_nsec);
    double since = ceil(seconds / DV_DEADLINE_PERIOD);
    return since < 1 ? 1 : since < (double)periods ? (uint64_t)since : periods;
}

// Runs in the signal handler.
static void count_periods(void *context, uint64_t periods, bool expired) {
    dv_sandbox *sandbox = context;
    if (isinf(sandbox->seconds)) // the engine's own call
        return;
    uint32_t budget = sandbox->front.budget;
    if (sandbox->budget_is_new && periods > 1)
        periods = periods_since_began(sandbox, periods);
    sandbox->budget_is_new = false;
    if (!sandbox->deadline.paused) {
        sandbox->used[budget] += periods;
        take_sample(sandbox, periods);
    }
    bool is_used_up = sandbox->used[budget] >= sandbox->budget_periods;
    if (is_used_up && !sandbox->stopping)
        sandbox->used_up = budget;
    if (expired)
        stop_running_thread(sandbox, DV_STOP_CALL, periods);
    else if (is_used_up)
        stop_running_thread(sandbox, DV_STOP_BUDGET, periods);
    else if (dv_sandbox_is_interrupted())
        stop_running_thread(sandbox, DV_STOP_INTERRUPT, periods);
}

void dv_sandbox_begin_budget(dv_sandbox *sandbox, double seconds) {
    double periods = ceil(seconds / DV_DEADLINE_PERIOD);
    sandbox->budget = seconds;
    sandbox->budget_periods = periods < 1e15 ? (uint64_t)periods : UINT64_MAX;
    for (uint32_t i = 0; i < DV_MAX_BUDGETS; i++)
        sandbox->used[i] = 0;
    sandbox->used_up = 0;
    sandbox->sample_count = 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &sandbox->budget_began);
    sandbox->budget_is_new = true;
    sandbox->prolonged = 0;
    sandbox->bulk = 0;
}

uint32_t dv_sandbox_busiest(const dv_sandbox *sandbox, double *seconds) {
    uint32_t function = 0, most = 0;
    for (uint32_t i = 0; i < sandbox->sample_count; i++) {
        if (sandbox->samples[i].periods <= most || sandbox->samples[i].budget != sandbox->used_up)
            continue;
        most = sandbox->samples[i].periods;
        function = sandbox->samples[i].function;
    }
    *seconds = most * DV_DEADLINE_PERIOD;
    return function;
}

// More time, and time that does not count

#define MAX_PROLONGED 0.5 // s
#define MAX_BULK 64

void dv_sandbox_prolong(lua_State *L, double seconds) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    seconds = fmin(seconds, MAX_PROLONGED - sandbox->prolonged);
    if (seconds <= 0)
        return;
    sandbox->prolonged += seconds;
    dv_deadline_prolong(&sandbox->deadline, seconds);
    if (sandbox->budget_periods < UINT64_MAX)
        sandbox->budget_periods += (uint64_t)ceil(seconds / DV_DEADLINE_PERIOD);
}

bool dv_sandbox_take_bulk(lua_State *L) { return ++dv_sandbox_of(L)->bulk <= MAX_BULK; }

void dv_sandbox_pause(lua_State *L) { dv_sandbox_of(L)->deadline.paused = true; }

void dv_sandbox_resume(lua_State *L) { dv_sandbox_of(L)->deadline.paused = false; }

// Calls

dv_result dv_sandbox_begin_call(dv_sandbox *sandbox, double seconds, dv_error *error) {
    if (sandbox->calls++ > 0)
        return DV_OK;
    sandbox->stopping = DV_STOP_NONE;
    sandbox->stop_raised = false;
    sandbox->system_refused = false;
    sandbox->seconds = seconds;
    sandbox->failed_message[0] = sandbox->refused_at[0] = 0;
    dv_result result =
        dv_deadline_enter(&sandbox->deadline, seconds, count_periods, sandbox, error);
    if (result != DV_OK)
        sandbox->calls--;
    return result;
}

void dv_sandbox_end_call(dv_sandbox *sandbox, lua_State *L) {
    if (--sandbox->calls > 0)
        return;
    dv_deadline_leave(&sandbox->deadline);
    if (sandbox->stopping) {
        sandbox->stopping = DV_STOP_NONE;
        lua_sethook(L, NULL, 0, 0);
    }
}

bool dv_sandbox_is_calling(const dv_sandbox *sandbox) { return sandbox->calls > 0; }

void dv_sandbox_restart_call(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    sandbox->system_refused = false;
    sandbox->failed_message[0] = 0;
    dv_deadline_renew(&sandbox->deadline, sandbox->seconds);
    if (!sandbox->stopping)
        return;
    if (sandbox->stopping != DV_STOP_CALL)
        raise_stop(L);
    sandbox->stopping = DV_STOP_NONE; // the call before it returned after all
    lua_sethook(L, NULL, 0, 0);
}
