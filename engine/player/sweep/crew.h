// Who computes the runs of a sweep: processes of this machine, or the ranks of an MPI program. A
// member of the crew has one run at a time.
//
//     while (dv_crew_is_free(crew))
//         dv_crew_give(crew, next_run, &error);
//     dv_crew_take(crew, &answer, &rows, &error);   // waits until one has finished
//
// A process that dies is replaced, and its run becomes a row that says how. A rank that dies ends
// the whole program, as MPI does.
#ifndef DV_PLAYER_CREW_H
#define DV_PLAYER_CREW_H

#include "player/sweep/sweep_run.h"

typedef struct dv_crew dv_crew;

typedef struct dv_crew_type {
    bool (*is_free)(const dv_crew *crew);
    dv_result (*give)(dv_crew *crew, uint64_t run, dv_error *error);
    dv_result (*take)(dv_crew *crew, dv_sweep_answer *answer, char **rows, dv_error *error);
    void (*end)(dv_crew *crew);
} dv_crew_type;

/// What all crews begin with.
struct dv_crew {
    const dv_crew_type *type;
    const dv_sweep_plan *plan;
    uint32_t size; ///< how many members it has
};

/// Start as many processes. Call this while the program has one thread, and before files are
/// opened. NULL with a message on failure.
dv_crew *dv_crew_of_processes(const dv_sweep_plan *plan, uint32_t size, dv_error *error);

/// Whether a member has nothing to do.
bool dv_crew_is_free(const dv_crew *crew);
/// Give a run to a free member.
dv_result dv_crew_give(dv_crew *crew, uint64_t run, dv_error *error);
/// Wait for the next member to finish; some member must have a run. `rows` is to be freed with
/// dv_free. When the user interrupts the program, DV_OK with rows NULL.
dv_result dv_crew_take(dv_crew *crew, dv_sweep_answer *answer, char **rows, dv_error *error);
/// Send all home, also those that are amid a run, and free the crew. NULL is fine.
void dv_crew_end(dv_crew *crew);

#endif
