// A pool of threads that share one loop at a time; see jobs.h.
//
// Invariant: the loop's description is written only while no worker is in the loop. A run offers
// `invitations` to the sleeping workers; a worker that takes one counts as `busy` until it finds no
// block left. When the caller finds no block left, it withdraws the invitations that are not taken,
// so a run never waits for a thread that has nothing to do.
#include "base/jobs.h"

#include "base/alloc.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#define MEANWHILE 10000000 // ns

typedef struct worker {
    dv_jobs *jobs;
    pthread_t thread;
    int number;
} worker;

struct dv_jobs {
    pthread_mutex_t lock;
    pthread_cond_t invited;
    pthread_cond_t finished;
    int invitations;
    int busy;
    bool ending;
    bool running;

    dv_work *work;
    void *context;
    uint32_t count;
    uint32_t block;
    atomic_uint_fast64_t next_index;

    int worker_count;
    worker workers[];
};

static void work_on_blocks(dv_jobs *jobs, int thread) {
    for (;;) {
        uint64_t first =
            atomic_fetch_add_explicit(&jobs->next_index, jobs->block, memory_order_relaxed);
        if (first >= jobs->count)
            return;
        uint64_t last = first + jobs->block < jobs->count ? first + jobs->block : jobs->count;
        jobs->work(jobs->context, (uint32_t)first, (uint32_t)last, thread);
    }
}

static void *worker_main(void *argument) {
    worker *self = argument;
    dv_jobs *jobs = self->jobs;
    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        while (jobs->invitations == 0 && !jobs->ending)
            pthread_cond_wait(&jobs->invited, &jobs->lock);
        if (jobs->ending)
            break;
        jobs->invitations--;
        jobs->busy++;
        pthread_mutex_unlock(&jobs->lock);
        work_on_blocks(jobs, self->number);
        pthread_mutex_lock(&jobs->lock);
        if (--jobs->busy == 0)
            pthread_cond_signal(&jobs->finished);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

// Block signals in workers: a signal that stops a script must reach the script's thread, the main
// one.
static bool start_worker(dv_jobs *jobs, int number) {
    worker *started = &jobs->workers[jobs->worker_count];
    *started = (worker){.jobs = jobs, .number = number};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = pthread_create(&started->thread, NULL, worker_main, started) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    jobs->worker_count += made;
    return made;
}

static bool init_locks(dv_jobs *jobs) {
    if (pthread_mutex_init(&jobs->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&jobs->invited, NULL) == 0) {
        if (pthread_cond_init(&jobs->finished, NULL) == 0)
            return true;
        pthread_cond_destroy(&jobs->invited);
    }
    pthread_mutex_destroy(&jobs->lock);
    return false;
}

dv_jobs *dv_jobs_create(int threads) {
    if (threads < 1 || threads > DV_MAX_THREADS)
        return NULL;
    dv_jobs *jobs = dv_alloc(sizeof *jobs + (size_t)(threads - 1) * sizeof *jobs->workers);
    if (!jobs)
        return NULL;
    if (!init_locks(jobs)) {
        dv_free(jobs);
        return NULL;
    }
    for (int number = 1; number < threads; number++) {
        if (!start_worker(jobs, number)) {
            dv_jobs_destroy(jobs);
            return NULL;
        }
    }
    return jobs;
}

void dv_jobs_destroy(dv_jobs *jobs) {
    if (!jobs)
        return;
    pthread_mutex_lock(&jobs->lock);
    jobs->ending = true;
    pthread_cond_broadcast(&jobs->invited);
    pthread_mutex_unlock(&jobs->lock);
    for (int i = 0; i < jobs->worker_count; i++)
        pthread_join(jobs->workers[i].thread, NULL);
    pthread_cond_destroy(&jobs->finished);
    pthread_cond_destroy(&jobs->invited);
    pthread_mutex_destroy(&jobs->lock);
    dv_free(jobs);
}

int dv_jobs_threads(const dv_jobs *jobs) { return jobs ? jobs->worker_count + 1 : 1; }

static void run_alone(uint32_t count, uint32_t block, dv_work *work, void *context) {
    for (uint32_t first = 0; first < count;) {
        uint32_t last = count - first > block ? first + block : count;
        work(context, first, last, 0);
        first = last;
    }
}

static void invite_workers(dv_jobs *jobs, uint32_t other_blocks) {
    pthread_mutex_lock(&jobs->lock);
    jobs->invitations =
        other_blocks < (uint32_t)jobs->worker_count ? (int)other_blocks : jobs->worker_count;
    for (int i = 0; i < jobs->invitations; i++)
        pthread_cond_signal(&jobs->invited);
    pthread_mutex_unlock(&jobs->lock);
}

/// Wait until a worker says that all are finished, or for MEANWHILE.
static void wait_a_while(dv_jobs *jobs) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MEANWHILE;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&jobs->finished, &jobs->lock, &until);
}

static void wait_for_workers(dv_jobs *jobs, dv_meanwhile *meanwhile, void *context) {
    pthread_mutex_lock(&jobs->lock);
    jobs->invitations = 0;
    while (jobs->busy > 0) {
        if (!meanwhile) {
            pthread_cond_wait(&jobs->finished, &jobs->lock);
            continue;
        }
        wait_a_while(jobs);
        if (jobs->busy > 0) {
            pthread_mutex_unlock(&jobs->lock);
            meanwhile(context);
            pthread_mutex_lock(&jobs->lock);
        }
    }
    pthread_mutex_unlock(&jobs->lock);
}

void dv_jobs_run(dv_jobs *jobs, uint32_t count, uint32_t block, dv_work *work,
                 dv_meanwhile *meanwhile, void *context) {
    if (block == 0)
        block = count;
    if (count <= block || dv_jobs_threads(jobs) == 1) {
        run_alone(count, block, work, context);
        return;
    }
    assert(!jobs->running && "runs do not nest");
    jobs->running = true;
    jobs->work = work;
    jobs->context = context;
    jobs->count = count;
    jobs->block = block;
    atomic_store_explicit(&jobs->next_index, 0, memory_order_relaxed);
    invite_workers(jobs, (count - 1) / block);
    work_on_blocks(jobs, 0);
    wait_for_workers(jobs, meanwhile, context);
    jobs->running = false;
}
