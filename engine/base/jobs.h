// A pool of threads that share loops over indices. Threads sleep between runs.
//
// Which thread runs which block differs from run to run, so work must write only to places its
// indices own, or to a slot of its thread that is combined in an order that does not depend on
// threads.
#ifndef DV_BASE_JOBS_H
#define DV_BASE_JOBS_H

#include "drover/base.h"

typedef struct dv_jobs dv_jobs;

/// Work on the indices first <= i < last as thread 0 (the caller) … threads - 1.
typedef void dv_work(void *context, uint32_t first, uint32_t last, int thread);

/// Make a pool of `threads` threads, the caller's included; 1 makes none. NULL when `threads` is
/// not within 1 … DV_MAX_THREADS, memory is out or the system refuses a thread.
dv_jobs *dv_jobs_create(int threads);

/// End the pool's threads and free it; NULL is fine. Not during a run.
void dv_jobs_destroy(dv_jobs *jobs);

/// Number of threads, the caller's included; 1 for NULL.
int dv_jobs_threads(const dv_jobs *jobs);

/// Call `work` on [0, count) in blocks of `block` indices (the last may be shorter; 0 means one
/// block) and return when all are done. One block, one thread or a NULL pool run on the caller
/// alone, block after block. One run at a time: neither from within work nor from a second thread.
void dv_jobs_run(dv_jobs *jobs, uint32_t count, uint32_t block, dv_work *work, void *context);

#endif
