// A sweep as an MPI program: mpirun -n 64 drover sweep …. Every rank reads the options and loads
// the scenario. Rank 0 deals the runs, writes the files, and alone prints; the others compute.
//
// Built without MPI there is always one rank.
#ifndef DV_PLAYER_RANKS_H
#define DV_PLAYER_RANKS_H

#include "player/sweep/crew.h"

/// Start MPI if the program was started by mpirun, srun, or the like. Fails with a message if it
/// was, but the program was built without MPI: each process would write the same file.
dv_result dv_ranks_begin(dv_error *error);
/// End MPI. All ranks have to call it.
void dv_ranks_end(void);

/// How many ranks there are, and the number of this one.
int dv_rank_count(void);
int dv_rank(void);

/// Whether all ranks have the same value as rank 0; `other` is one that doesn't. All ranks have to
/// call this.
bool dv_ranks_agree(uint64_t value, int *other);
/// Tell all ranks what rank 0 says. All ranks have to call this.
bool dv_ranks_hear(bool says);

/// For rank 0: the other ranks as a crew.
dv_crew *dv_crew_of_ranks(const dv_sweep_plan *plan, dv_error *error);
/// For the others: compute what rank 0 deals until it sends everyone home. Fails if memory is
/// short.
dv_result dv_rank_work(const dv_sweep_plan *plan, dv_error *error);

#endif
