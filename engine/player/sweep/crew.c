// A crew of processes. Each is connected by a socket: it reads the number of a run, and writes an
// answer and its rows.
#include "player/sweep/crew.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/run.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/// Of a process whose memory ran short outside of a script.
#define NO_MEMORY 3

/// ms until the next look at whether the user interrupted the program.
static const int longest_wait = 500;

typedef struct worker {
    pid_t process;
    int socket;   ///< −1: none
    uint64_t run; ///< that it has; 0: none
    dv_sweep_answer answer;
    size_t read; ///< bytes of the answer and then of the rows that have arrived
    char *rows;
} worker;

typedef struct process_crew {
    dv_crew crew; ///< first
    worker *workers;
    struct pollfd *waits;
} process_crew;

bool dv_crew_is_free(const dv_crew *crew) { return crew->type->is_free(crew); }

dv_result dv_crew_give(dv_crew *crew, uint64_t run, dv_error *error) {
    return crew->type->give(crew, run, error);
}

dv_result dv_crew_take(dv_crew *crew, dv_sweep_answer *answer, char **rows, dv_error *error) {
    return crew->type->take(crew, answer, rows, error);
}

void dv_crew_end(dv_crew *crew) {
    if (crew)
        crew->type->end(crew);
}

// In the process

static bool read_all(int socket, void *bytes, size_t size) {
    char *at = bytes;
    while (size > 0) {
        ssize_t got = read(socket, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool send_all(int socket, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

/// Leaves without flushing what the parent had in its buffers.
static _Noreturn void work(const dv_sweep_plan *plan, int socket) {
    uint64_t run;
    while (read_all(socket, &run, sizeof run)) {
        dv_sweep_answer answer;
        dv_error error;
        char *rows;
        if (dv_sweep_run(plan, run, &answer, &rows, &error) != DV_OK)
            _exit(NO_MEMORY);
        bool is_sent =
            send_all(socket, &answer, sizeof answer) && send_all(socket, rows, answer.size);
        dv_free(rows);
        if (!is_sent)
            break;
    }
    _exit(0);
}

/// A signal from the terminal reaches the whole group, but the parent decides when to stop. If it
/// is killed, nobody wants the answers.
static void prepare(pid_t parent) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
}

// In the parent

/// Start a process for a worker that has none.
static dv_result start(const process_crew *crew, worker *w, dv_error *error) {
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return dv_fail(error, DV_ERROR_IO, "cannot start a process: %s", strerror(errno));
    fflush(NULL);
    w->process = fork();
    if (w->process < 0) {
        dv_fail(error, DV_ERROR_IO, "cannot start a process: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return DV_ERROR_IO;
    }
    if (w->process == 0) {
        prepare(parent);
        close(ends[0]);
        for (uint32_t i = 0; i < crew->crew.size; i++)
            if (crew->workers[i].socket >= 0)
                close(crew->workers[i].socket);
        work(crew->crew.plan, ends[1]);
    }
    close(ends[1]);
    w->socket = ends[0];
    w->run = 0;
    w->read = 0;
    return DV_OK;
}

static void describe_end(int status, char *text, size_t capacity) {
    if (WIFSIGNALED(status))
        snprintf(text, capacity, "the process was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == NO_MEMORY)
        snprintf(text, capacity, "out of memory");
    else
        snprintf(text, capacity, "the process ended with status %d", WEXITSTATUS(status));
}

static int reap(worker *w) {
    int status = 0;
    close(w->socket);
    w->socket = -1;
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR)
        continue;
    dv_free(w->rows);
    w->rows = NULL;
    w->read = 0;
    return status;
}

/// A worker died: answer for it, and start another one.
static dv_result replace(process_crew *crew, worker *w, dv_sweep_answer *answer, char **rows,
                         dv_error *error) {
    char reason[128];
    uint64_t run = w->run;
    describe_end(reap(w), reason, sizeof reason);
    dv_result result = dv_sweep_lost(crew->crew.plan, run, reason, answer, rows, error);
    if (result == DV_OK && (result = start(crew, w, error)) != DV_OK) {
        dv_free(*rows);
        *rows = NULL;
    }
    return result;
}

static bool is_whole(const worker *w) {
    return w->read >= sizeof w->answer && w->read == sizeof w->answer + w->answer.size;
}

/// Read what has arrived, without waiting for more. False if the process is gone.
static bool read_some(worker *w, dv_result *result, dv_error *error) {
    while (!is_whole(w)) {
        bool in_answer = w->read < sizeof w->answer;
        char *to =
            in_answer ? (char *)&w->answer + w->read : w->rows + (w->read - sizeof w->answer);
        size_t wanted =
            in_answer ? sizeof w->answer - w->read : w->answer.size - (w->read - sizeof w->answer);
        ssize_t got = recv(w->socket, to, wanted, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return true;
        if (got <= 0)
            return false;
        w->read += (size_t)got;
        if (in_answer && w->read == sizeof w->answer && !(w->rows = dv_alloc(w->answer.size + 1))) {
            *result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
            return true;
        }
    }
    return true;
}

static bool is_free(const dv_crew *base) {
    const process_crew *crew = (const process_crew *)base;
    for (uint32_t i = 0; i < base->size; i++)
        if (crew->workers[i].run == 0)
            return true;
    return false;
}

static dv_result give(dv_crew *base, uint64_t run, dv_error *error) {
    process_crew *crew = (process_crew *)base;
    (void)error;
    for (uint32_t i = 0; i < base->size; i++) {
        worker *w = &crew->workers[i];
        if (w->run > 0)
            continue;
        // If the process is gone, `take` notices it.
        w->run = run;
        send_all(w->socket, &run, sizeof run);
        return DV_OK;
    }
    return DV_OK;
}

/// Take what a worker has finished, if it has. `rows` stays NULL if not.
static dv_result look_at(process_crew *crew, worker *w, dv_sweep_answer *answer, char **rows,
                         dv_error *error) {
    dv_result result = DV_OK;
    if (!read_some(w, &result, error))
        return replace(crew, w, answer, rows, error);
    if (result != DV_OK || !is_whole(w))
        return result;
    *answer = w->answer;
    *rows = w->rows;
    w->rows = NULL;
    w->read = 0;
    w->run = 0;
    return DV_OK;
}

static dv_result take(dv_crew *base, dv_sweep_answer *answer, char **rows, dv_error *error) {
    process_crew *crew = (process_crew *)base;
    *rows = NULL;
    while (!dv_run_interrupted()) {
        for (uint32_t i = 0; i < base->size; i++)
            crew->waits[i] = (struct pollfd){
                .fd = crew->workers[i].run ? crew->workers[i].socket : -1, .events = POLLIN};
        if (poll(crew->waits, base->size, longest_wait) < 0 && errno != EINTR)
            return dv_fail(error, DV_ERROR_IO, "cannot wait for the runs: %s", strerror(errno));
        for (uint32_t i = 0; i < base->size; i++) {
            if (!crew->waits[i].revents)
                continue;
            dv_result result = look_at(crew, &crew->workers[i], answer, rows, error);
            if (result != DV_OK || *rows)
                return result;
        }
    }
    return DV_OK;
}

static void end(dv_crew *base) {
    process_crew *crew = (process_crew *)base;
    for (uint32_t i = 0; i < base->size; i++)
        if (crew->workers[i].socket >= 0) {
            kill(crew->workers[i].process, SIGKILL);
            reap(&crew->workers[i]);
        }
    dv_free(crew->workers);
    dv_free(crew->waits);
    dv_free(crew);
}

dv_crew *dv_crew_of_processes(const dv_sweep_plan *plan, uint32_t size, dv_error *error) {
    static const dv_crew_type type = {is_free, give, take, end};
    process_crew *crew = dv_alloc(sizeof *crew);
    worker *workers = dv_alloc(size * sizeof *workers);
    struct pollfd *waits = dv_alloc(size * sizeof *waits);
    if (!crew || !workers || !waits) {
        dv_free(crew);
        dv_free(workers);
        dv_free(waits);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *crew = (process_crew){{&type, plan, size}, workers, waits};
    for (uint32_t i = 0; i < size; i++)
        workers[i].socket = -1;
    for (uint32_t i = 0; i < size; i++)
        if (start(crew, &workers[i], error) != DV_OK) {
            end(&crew->crew);
            return NULL;
        }
    return &crew->crew;
}
