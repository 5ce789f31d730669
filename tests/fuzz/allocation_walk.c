#include "allocation_walk.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CHILDREN 4
#define SECONDS_OF_A_CHILD 60 // of its processor time
#define WRONG 3
#define DONE_BUT_FAILED 4

/// A child that is at work.
typedef struct child {
    pid_t pid;
    uint64_t allocation;
    bool and_after;
} child;

static struct {
    const dv_walk_case *walked;
    dv_walk_result result;
    child children[MAX_CHILDREN];
    int count;
    bool is_walking; // the act runs, and has children forked
    bool is_child;
    bool is_failing; // every allocation
    child self;
    dv_walk_extent extent;
    bool is_acting;
    void *asked_for; // the block and size of the child's failing allocation
    size_t asked_size;
} walk;

static int report = STDERR_FILENO; // the stderr of the whole program

static void print_children_error(void) {
    char text[4096];
    fflush(stderr);
    off_t size = lseek(STDERR_FILENO, 0, SEEK_END);
    if (size <= 0 || lseek(STDERR_FILENO, 0, SEEK_SET) != 0)
        return;
    ssize_t count = read(STDERR_FILENO, text, sizeof text);
    if (count > 0)
        dprintf(report, "%.*s\n", (int)count, text);
}

static void print_place(const child *c) {
    dprintf(report, "%s: allocation %" PRIu64 ", failing %s: ", walk.walked->name, c->allocation,
            c->and_after ? "on" : "once");
}

void dv_walk_wrong(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (walk.is_child)
        print_place(&walk.self);
    else
        dprintf(report, "%s: ", walk.walked->name);
    dprintf(report, "%s\n", text);
    print_children_error();
    _exit(WRONG);
}

bool dv_says_memory(const char *text) { return strstr(text, "memory") || strstr(text, "out of"); }

// Children

static void note_end(pid_t pid, int status) {
    for (int i = 0; i < walk.count; i++) {
        if (walk.children[i].pid != pid)
            continue;
        if (WIFSIGNALED(status)) {
            print_place(&walk.children[i]);
            dprintf(report, "ended by signal %d\n", WTERMSIG(status));
        }
        bool is_fine = WIFEXITED(status) &&
                       (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == DONE_BUT_FAILED);
        walk.result.wrong += !is_fine;
        walk.result.failed += WIFEXITED(status) && WEXITSTATUS(status) == DONE_BUT_FAILED;
        walk.children[i] = walk.children[--walk.count];
        return;
    }
}

static void wait_until(int most) {
    while (walk.count > most) {
        int status;
        pid_t pid = wait(&status);
        if (pid > 0)
            note_end(pid, status);
        else if (errno != EINTR)
            dv_walk_wrong("cannot wait: %s", strerror(errno));
    }
}

/// What a process prints to stdout goes nowhere, what it prints to stderr is kept for the report.
static void take_streams(void) {
    int nowhere = open("/dev/null", O_RDWR);
    int kept = memfd_create("stderr", 0);
    if (nowhere < 0 || kept < 0 || dup2(nowhere, STDIN_FILENO) < 0 ||
        dup2(nowhere, STDOUT_FILENO) < 0 || dup2(kept, STDERR_FILENO) < 0)
        dv_walk_wrong("no streams: %s", strerror(errno));
    close(nowhere);
    close(kept);
}

static void become_child(bool and_after) {
    struct rlimit limit = {SECONDS_OF_A_CHILD, SECONDS_OF_A_CHILD};
    walk.is_walking = false;
    walk.is_child = true;
    walk.is_failing = and_after;
    walk.self = (child){0, walk.result.allocations, and_after};
    walk.count = 0;
    setrlimit(RLIMIT_CPU, &limit);
    take_streams();
}

/// True in the child.
static bool fork_child(bool and_after) {
    wait_until(MAX_CHILDREN - 1);
    pid_t pid = fork();
    if (pid == 0) {
        become_child(and_after);
        return true;
    }
    if (pid < 0)
        dv_walk_wrong("cannot fork: %s", strerror(errno));
    walk.children[walk.count++] = (child){pid, walk.result.allocations, and_after};
    walk.result.children++;
    return false;
}

// The allocator

static bool has_to_fail(void *pointer, size_t size) {
    if (walk.is_failing)
        return true;
    bool asks_again = walk.asked_for == pointer && walk.asked_size == size;
    if (walk.is_child && walk.extent.is_quick && walk.is_acting && asks_again)
        _exit(0); // it was Lua: it has collected its garbage, and asks again
    if (!walk.is_walking)
        return false;
    walk.asked_for = pointer;
    walk.asked_size = size;
    walk.result.allocations++;
    if (walk.result.allocations % walk.extent.stride != 0)
        return false;
    // The walk takes longer than a script may: what stops scripts is not to stop it.
    signal(SIGRTMIN + 5, SIG_IGN);
    return fork_child(false) || fork_child(true);
}

static void *reallocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context, (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return has_to_fail(pointer, new_size) ? NULL : realloc(pointer, new_size);
}

void dv_walk_begin(void) {
    if (dv_set_allocator((dv_allocator){reallocate, NULL}) != DV_OK)
        abort();
}

// The whole

/// In a process of its own: the act, and in its children what comes of it.
static _Noreturn void walk_alone(void *context, bool is_dry, dv_walk_result *result) {
    const dv_walk_case *walked = walk.walked;
    take_streams();
    walked->prepare(context);
    walk.is_walking = !is_dry;
    walk.is_acting = true;
    bool done = walked->act(context);
    walk.is_walking = walk.is_failing = walk.is_acting = false;
    if (!walk.is_child) {
        wait_until(0);
        if (!done)
            dv_walk_wrong("failed with all the memory there is");
        *result = walk.result;
    }
    walked->check(context, done);
    if (dv_allocated_bytes() != 0)
        dv_walk_wrong("%zu bytes leaked", dv_allocated_bytes());
    _exit(done ? 0 : DONE_BUT_FAILED);
}

static bool walk_beside(void *context, bool is_dry, dv_walk_result *result) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
        walk_alone(context, is_dry, result);
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        abort();
    if (WIFSIGNALED(status))
        dprintf(report, "%s: ended by signal %d\n", walk.walked->name, WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

dv_walk_result dv_walk(const dv_walk_case *walked, void *context, dv_walk_extent extent) {
    dv_walk_result *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    memset(&walk, 0, sizeof walk);
    walk.walked = walked;
    walk.extent = extent;
    fflush(NULL);
    report = dup(STDERR_FILENO);
    bool is_whole = walk_beside(context, true, shared) && walk_beside(context, false, shared);
    dv_walk_result result = *shared;
    result.wrong += !is_whole;
    close(report);
    report = STDERR_FILENO;
    munmap(shared, sizeof *shared);
    return result;
}
