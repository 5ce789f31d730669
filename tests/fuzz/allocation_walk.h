// Walks an act past its allocations, all of them or every so many: at each a child process is
// forked in which this allocation fails, once, and another in which all fail from there on. The
// child ends the act, has memory again, and checks what came of it; the act itself goes on as if
// nothing had been. So every child starts from the same state, and a crash of one is that of one
// allocation.
#ifndef DV_TEST_ALLOCATION_WALK_H
#define DV_TEST_ALLOCATION_WALK_H

#include <stdbool.h>
#include <stdint.h>

/// What is walked. All of it is called in a process of its own, stdout and stderr of which go
/// nowhere; what is wrong is said with dv_walk_wrong.
typedef struct dv_walk_case {
    const char *name;
    void (*prepare)(void *context);
    /// The act; false when it failed.
    bool (*act)(void *context);
    /// Hold what came of the act against what has to: `done` is what it returned. It is called
    /// first for an act that had all the memory there is, before any that had not. Closes what is
    /// open.
    void (*check)(void *context, bool done);
} dv_walk_case;

/// What came of it.
typedef struct dv_walk_result {
    uint64_t allocations; ///< of the act
    uint64_t children;
    uint64_t failed; ///< acts that returned false
    uint64_t wrong;  ///< children that crashed, hung, leaked or did not pass the check
} dv_walk_result;

/// To be called before anything is allocated.
void dv_walk_begin(void);

/// How much of an act is tried.
typedef struct dv_walk_extent {
    /// Do not wait for children whose one allocation was Lua's, which collects its garbage and asks
    /// again: they end there.
    bool is_quick;
    /// Every `stride`th allocation fails: 1 tries them all.
    uint64_t stride;
} dv_walk_extent;

/// Walk an act. `context` is what the functions of the case are given.
dv_walk_result dv_walk(const dv_walk_case *walked, void *context, dv_walk_extent extent);

/// Say what is wrong, as printf does, with what the process printed to stderr, and end it.
_Noreturn void dv_walk_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Whether `text` says that memory was short.
bool dv_says_memory(const char *text);

#endif
