// The line about long work; see progress.h.
//
// Invariant: `is_on` is true while the thread runs, and only the thread draws. Fields other than
// `done` are written while holding `lock`, or while there is no thread.
#include "player/terminal/progress.h"

#include "base/clock.h"
#include "navigation/planned.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/// Seconds of work before the line appears, between two updates, and after other output.
static const double first_line = 0.5, between_lines = 0.2, after_print = 0.05;
/// The time over which the speed is measured, s.
static const double measured_for = 1;

/// If at least this many units finish during a measurement, it gives the speed; else the mean does.
#define FAST 20
#define LONGEST_LINE 256
#define CLEAR "\r\033[K"

static struct progress {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    atomic_bool is_on;
    bool is_over, is_shown, is_planning;
    char what[80], unit[24];
    uint64_t total;
    _Atomic uint64_t done;
    double begun, not_before;
    // Only for the thread: the speed, and the time and count from which it is measured.
    double rate, marked_at;
    uint64_t marked;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

// The text

static size_t append_format(char *text, size_t used, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static size_t append_format(char *text, size_t used, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + used, LONGEST_LINE - used, format, arguments);
    va_end(arguments);
    size_t room = LONGEST_LINE - used;
    return length < 0 ? used : used + ((size_t)length < room ? (size_t)length : room - 1);
}

static size_t add_time(char *text, size_t used, double seconds) {
    if (seconds < 100)
        return append_format(text, used, "%.0f s", seconds);
    if (seconds < 6000)
        return append_format(text, used, "%.0f min", seconds / 60);
    return append_format(text, used, seconds < 1e6 ? "%.0f h" : "a long time", seconds / 3600);
}

static size_t add_rest(char *text, size_t used, uint64_t done, uint64_t total, double rate) {
    done = done < total ? done : total;
    used = append_format(text, used, "   %.0f %%", 100 * (double)done / (double)total);
    if (!(rate > 0))
        return used;
    used = append_format(text, used, "   ");
    used = add_time(text, used, (double)(total - done) / rate);
    return append_format(text, used, " left");
}

/// The speed over the last second or, if few units finish in a second, the mean since the
/// beginning.
static void measure_speed(uint64_t done, double now) {
    double mean = (double)done / (now - line.begun), seconds = now - line.marked_at;
    if (line.rate <= 0)
        line.rate = mean;
    if (seconds < measured_for)
        return;
    bool is_fast = done >= line.marked + FAST;
    line.rate = is_fast ? (double)(done - line.marked) / seconds : mean;
    line.marked = done;
    line.marked_at = now;
}

static void write_counted(char *text, double now) {
    uint64_t done = atomic_load_explicit(&line.done, memory_order_relaxed);
    measure_speed(done, now);
    size_t used = append_format(text, 0, "%s %" PRIu64, line.what, done);
    if (line.total > 0)
        used = append_format(text, used, " of %" PRIu64, line.total);
    used = append_format(text, used, " %s", line.unit);
    if (line.rate > 0)
        used = append_format(text, used, line.rate < 10 ? "   %.1f %s/s" : "   %.0f %s/s",
                             line.rate, line.unit);
    if (line.total > 0)
        add_rest(text, used, done, line.total, line.rate);
}

static void write_planning(char *text, double now) {
    dv_planned planned = dv_plans_so_far();
    uint64_t plans = planned.plans - line.marked;
    size_t used = append_format(text, 0, "%s   ", line.what);
    used = add_time(text, used, now - line.begun);
    if (plans > 0)
        used = append_format(text, used, "   %" PRIu64 " route%s planned   %.1f routes/s", plans,
                             plans == 1 ? "" : "s", (double)plans / (now - line.begun));
    // Show the progress of a single plan that takes long.
    if (planned.cells == 0 || plans > 10)
        return;
    used = append_format(text, used, "   route %" PRIu64, plans + 1);
    double rate = plans == 0 ? (double)planned.cells / (now - line.begun) : 0;
    if (planned.most > 0)
        add_rest(text, used, planned.cells, planned.most, rate);
}

// The thread

static void draw_line(double now) {
    char text[LONGEST_LINE] = "";
    struct winsize size;
    size_t columns = 79;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        columns = size.ws_col - 1u;
    if (line.is_planning)
        write_planning(text, now);
    else
        write_counted(text, now);
    fprintf(stderr, CLEAR "%.*s", (int)columns, text);
    fflush(stderr);
    line.is_shown = true;
}

static void clear_line(void) {
    if (!line.is_shown)
        return;
    fputs(CLEAR, stderr);
    fflush(stderr);
    line.is_shown = false;
}

static void *show_until_done(void *ignored) {
    pthread_mutex_lock(&line.lock);
    while (!line.is_over) {
        double now = dv_now();
        if (now >= line.begun + first_line && now >= line.not_before)
            draw_line(now);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(between_lines * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&line.wake, &line.lock, &until);
    }
    pthread_mutex_unlock(&line.lock);
    return ignored;
}

/// Block all signals in the thread, so that working threads receive them.
static bool start_thread(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&line.thread, NULL, show_until_done, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

// The interface

static void begin_progress(const char *what, const char *unit, uint64_t total, bool is_planning) {
    dv_progress_end();
    if (!isatty(STDERR_FILENO))
        return;
    snprintf(line.what, sizeof line.what, "%s", what);
    snprintf(line.unit, sizeof line.unit, "%s", unit);
    line.total = total;
    line.is_planning = is_planning;
    line.is_over = line.is_shown = false;
    line.begun = line.marked_at = dv_now();
    line.marked = is_planning ? dv_plans_so_far().plans : 0;
    line.rate = line.not_before = 0;
    atomic_store_explicit(&line.done, 0, memory_order_relaxed);
    atomic_store(&line.is_on, start_thread());
}

void dv_progress_begin(const char *what, const char *unit, uint64_t total) {
    begin_progress(what, unit, total, false);
}

void dv_progress_begin_planning(const char *what) { begin_progress(what, "", 0, true); }

void dv_progress_name(const char *what) {
    if (!atomic_load(&line.is_on))
        return;
    pthread_mutex_lock(&line.lock);
    snprintf(line.what, sizeof line.what, "%s", what);
    pthread_mutex_unlock(&line.lock);
}

void dv_progress_at(uint64_t done) {
    atomic_store_explicit(&line.done, done, memory_order_relaxed);
}

void dv_progress_end(void) {
    if (!atomic_load(&line.is_on))
        return;
    pthread_mutex_lock(&line.lock);
    line.is_over = true;
    pthread_cond_signal(&line.wake);
    pthread_mutex_unlock(&line.lock);
    pthread_join(line.thread, NULL);
    atomic_store(&line.is_on, false);
    clear_line();
}

void dv_progress_hide(void) {
    if (!atomic_load_explicit(&line.is_on, memory_order_relaxed))
        return;
    pthread_mutex_lock(&line.lock);
    clear_line();
    line.not_before = dv_now() + after_print;
    pthread_mutex_unlock(&line.lock);
}
