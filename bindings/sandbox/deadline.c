// The timer behind dv_deadline; see deadline.h.
#include "sandbox/deadline.h"

#include "base/result.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

// After this many periods without a deadline, a thread's timer stops.
#define IDLE_PERIODS 10

// State that a thread shares with the signal handler that interrupts it. No other thread touches
// it.
struct watch {
    timer_t timer;
    bool has_timer;
    volatile sig_atomic_t running;
    volatile sig_atomic_t idle_periods;
    volatile uint64_t periods;
    dv_deadline *volatile innermost;
    double seconds; // of the last deadline entered: most are as long as the one before
    uint64_t count; // `seconds` in periods
};

static _Thread_local struct watch this_thread;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_end;
static int setup_error;

static int deadline_signal(void) { return SIGRTMIN + 5; }

static bool run_timer(struct watch *watch, bool run) {
    long period = run ? (long)(DV_DEADLINE_PERIOD * 1e9) : 0;
    struct itimerspec spec = {.it_interval = {0, period}, .it_value = {0, period}};
    watch->running = run;
    if (timer_settime(watch->timer, 0, &spec, NULL) == 0)
        return true;
    watch->running = !run;
    return false;
}

static void on_period(int signal_number, siginfo_t *info, void *machine_context) {
    (void)signal_number, (void)machine_context;
    // Ignore a signal with this number that is not from our timers.
    if (info->si_code != SI_TIMER || !info->si_value.sival_ptr)
        return;
    int saved_errno = errno;
    struct watch *watch = info->si_value.sival_ptr;
    uint64_t periods = 1 + (uint64_t)(info->si_overrun > 0 ? info->si_overrun : 0);
    uint64_t before = watch->periods;
    watch->periods += periods;
    if (!watch->innermost && ++watch->idle_periods >= IDLE_PERIODS)
        run_timer(watch, false);
    for (dv_deadline *d = watch->innermost; d; d = d->outer) {
        if (d->paused)
            d->last_period += periods;
        else if (d->begun == before) // all but one may have passed before it began
            d->last_period += periods - 1;
        d->elapsed(d->context, periods, watch->periods >= d->last_period);
    }
    errno = saved_errno;
}

static void end_thread(void *value) {
    struct watch *watch = value;
    if (watch->has_timer)
        timer_delete(watch->timer);
    watch->has_timer = false;
    watch->running = 0;
}

// A child process inherits this memory, but not the timer.
static void forget_timer(void) {
    this_thread.has_timer = false;
    this_thread.running = 0;
}

static void set_up(void) {
    struct sigaction action = {.sa_sigaction = on_period, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(deadline_signal(), &action, NULL) != 0)
        setup_error = errno;
    else if ((setup_error = pthread_key_create(&thread_end, end_thread)) == 0)
        setup_error = pthread_atfork(NULL, NULL, forget_timer);
}

static bool create_timer(struct watch *watch) {
    pthread_once(&once, set_up);
    if (setup_error) {
        errno = setup_error;
        return false;
    }
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, deadline_signal());
    int failed = pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    if (!failed)
        failed = pthread_setspecific(thread_end, watch);
    if (failed) {
        errno = failed;
        return false;
    }
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = deadline_signal();
    event.sigev_value.sival_ptr = watch;
    event.sigev_notify_thread_id = gettid();
    watch->has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watch->timer) == 0;
    return watch->has_timer;
}

static uint64_t count_periods(double seconds) {
    double periods = ceil(fmax(seconds, 0) / DV_DEADLINE_PERIOD) + 1;
    return periods < 1e15 ? (uint64_t)periods : (uint64_t)1e15;
}

static uint64_t last_period_of(struct watch *watch, double seconds) {
    if (seconds != watch->seconds || watch->count == 0) {
        watch->seconds = seconds;
        watch->count = count_periods(seconds);
    }
    return watch->periods + watch->count;
}

dv_result dv_deadline_enter(dv_deadline *deadline, double seconds,
                            void (*elapsed)(void *context, uint64_t periods, bool expired),
                            void *context, dv_error *error) {
    struct watch *watch = &this_thread;
    deadline->elapsed = elapsed;
    deadline->context = context;
    deadline->paused = false;
    deadline->begun = watch->periods;
    deadline->last_period = last_period_of(watch, seconds);
    deadline->outer = watch->innermost;
    // The order matters: once a deadline is entered, the handler no longer stops the timer.
    atomic_signal_fence(memory_order_seq_cst);
    watch->innermost = deadline;
    watch->idle_periods = 0;
    if (watch->running)
        return DV_OK;
    if ((watch->has_timer || create_timer(watch)) && run_timer(watch, true))
        return DV_OK;
    int reason = errno;
    watch->innermost = deadline->outer;
    return dv_fail(error, DV_ERROR_LIMIT, "no timer to watch over scripts: %s", strerror(reason));
}

void dv_deadline_renew(dv_deadline *deadline, double seconds) {
    deadline->begun = this_thread.periods;
    deadline->last_period = last_period_of(&this_thread, seconds);
}

void dv_deadline_prolong(dv_deadline *deadline, double seconds) {
    deadline->last_period += count_periods(seconds) - 1;
}

uint64_t dv_deadline_periods(void) { return this_thread.periods; }

void dv_deadline_leave(dv_deadline *deadline) {
    this_thread.innermost = deadline->outer;
    atomic_signal_fence(memory_order_seq_cst);
}
