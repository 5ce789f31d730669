// A pool of threads that share loops over indices. Its threads sleep between runs.
//
// Which thread runs which block differs from run to run. So work must write only to places that
// belong to its indices, or to a slot of its thread that is later combined in an order that does
// not depend on threads.
#ifndef DV_BASE_JOBS_H
#define DV_BASE_JOBS_H

#include "drover/base.h"

typedef struct dv_jobs dv_jobs;

/// Work on the indices first ≤ i < last, as thread 0 (the caller) … threads − 1.
typedef void dv_work(void *context, uint32_t first, uint32_t last, int thread);

/// Create a pool of `threads` threads, counting the caller; 1 starts none. NULL when `threads` is
/// not within 1 … DV_MAX_THREADS, memory is short, or the system refuses a thread.
dv_jobs *dv_jobs_create(int threads);

/// End the pool's threads and free it; NULL is fine. Do not call this during a run.
void dv_jobs_destroy(dv_jobs *jobs);

/// The number of threads, counting the caller; 1 for NULL.
int dv_jobs_threads(const dv_jobs *jobs);

/// Called by the thread that waits for the others to finish their blocks, about every 10 ms.
typedef void dv_meanwhile(void *context);

/// Call `work` on [0, count) in blocks of `block` indices (the last may be shorter; 0 means a
/// single block) and return when all are done. With one block, one thread, or a NULL pool, the
/// caller runs all blocks in order. Only one run at a time: do not call this from within work or
/// from a second thread.
/// `meanwhile` may be NULL.
void dv_jobs_run(dv_jobs *jobs, uint32_t count, uint32_t block, dv_work *work,
                 dv_meanwhile *meanwhile, void *context);

#endif
