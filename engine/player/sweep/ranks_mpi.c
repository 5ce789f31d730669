// A crew of MPI ranks. Rank 0 sends the number of a run, or 0 to go home, and receives an answer
// and its rows.
#include "player/sweep/ranks.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"
#include "player/run/run.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_RUN = 1, TAG_ANSWER, TAG_ROWS };

/// MPI counts bytes in an int, so longer rows are sent in pieces.
#define PIECE ((uint64_t)1 << 30)

/// MPI waits by spinning. Look at once for the first so many times, then sleep in between: runs
/// take much longer than this, and each core has better work to do.
#define LOOKS_AT_ONCE 2000
static const double between_looks = 2e-4;

typedef struct rank_crew {
    dv_crew crew;  ///< first
    bool *is_busy; ///< by rank
    uint32_t busy;
} rank_crew;

static int count = 1, own;

dv_result dv_ranks_begin(dv_error *error) {
    static const char *const started[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
    bool is_started = false;
    int level;
    for (size_t i = 0; i < sizeof started / sizeof *started; i++)
        is_started |= getenv(started[i]) != NULL;
    if (!is_started)
        return DV_OK;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED)
        return dv_fail(error, DV_ERROR_IO, "MPI does not start");
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return DV_OK;
}

void dv_ranks_end(void) {
    int is_on, is_off;
    MPI_Initialized(&is_on);
    MPI_Finalized(&is_off);
    if (is_on && !is_off)
        MPI_Finalize();
}

int dv_rank_count(void) { return count; }

int dv_rank(void) { return own; }

bool dv_ranks_agree(uint64_t value, int *other) {
    bool agree = true;
    if (count == 1) // perhaps without MPI
        return true;
    uint64_t *values = dv_alloc((size_t)count * sizeof *values);
    if (!values)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(&value, 1, MPI_UINT64_T, values, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int i = 1; i < count && agree; i++) {
        agree = values[i] == values[0];
        *other = i;
    }
    dv_free(values);
    return agree;
}

bool dv_ranks_hear(bool says) {
    int word = says;
    if (count == 1)
        return says;
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return word != 0;
}

/// Wait until a message is there. False if the user interrupts the program.
static bool await(int source, int tag, MPI_Status *status) {
    int is_there = 0;
    for (uint64_t looks = 0; !dv_run_interrupted(); looks++) {
        MPI_Iprobe(source, tag, MPI_COMM_WORLD, &is_there, status);
        if (is_there)
            return true;
        if (looks < LOOKS_AT_ONCE)
            sched_yield();
        else
            dv_sleep(between_looks);
    }
    return false;
}

// The other ranks

static void send_rows(const char *rows, uint64_t size) {
    for (uint64_t sent = 0; sent < size; sent += PIECE) {
        uint64_t rest = size - sent;
        MPI_Send(rows + sent, (int)(rest < PIECE ? rest : PIECE), MPI_BYTE, 0, TAG_ROWS,
                 MPI_COMM_WORLD);
    }
}

dv_result dv_rank_work(const dv_sweep_plan *plan, dv_error *error) {
    MPI_Status status;
    while (await(0, TAG_RUN, &status)) {
        uint64_t run;
        dv_sweep_answer answer;
        char *rows;
        MPI_Recv(&run, 1, MPI_UINT64_T, 0, TAG_RUN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (run == 0)
            return DV_OK;
        dv_result result = dv_sweep_run(plan, run, &answer, &rows, error);
        if (result != DV_OK)
            result = dv_sweep_lost(plan, run, error->message, &answer, &rows, error);
        if (result != DV_OK)
            return result;
        MPI_Send(&answer, sizeof answer, MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD);
        send_rows(rows, answer.size);
        dv_free(rows);
    }
    return DV_OK;
}

// Rank 0

static bool is_free(const dv_crew *base) { return ((const rank_crew *)base)->busy < base->size; }

static dv_result give(dv_crew *base, uint64_t run, dv_error *error) {
    rank_crew *crew = (rank_crew *)base;
    (void)error;
    int rank = 1;
    while (crew->is_busy[rank])
        rank++;
    crew->is_busy[rank] = true;
    crew->busy++;
    MPI_Send(&run, 1, MPI_UINT64_T, rank, TAG_RUN, MPI_COMM_WORLD);
    return DV_OK;
}

static void receive_rows(char *rows, uint64_t size, int rank) {
    for (uint64_t got = 0; got < size; got += PIECE) {
        uint64_t rest = size - got;
        MPI_Recv(rows + got, (int)(rest < PIECE ? rest : PIECE), MPI_BYTE, rank, TAG_ROWS,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static dv_result take(dv_crew *base, dv_sweep_answer *answer, char **rows, dv_error *error) {
    rank_crew *crew = (rank_crew *)base;
    MPI_Status status;
    *rows = NULL;
    if (!await(MPI_ANY_SOURCE, TAG_ANSWER, &status))
        return DV_OK;
    MPI_Recv(answer, sizeof *answer, MPI_BYTE, status.MPI_SOURCE, TAG_ANSWER, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    *rows = dv_alloc(answer->size + 1);
    if (!*rows)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    receive_rows(*rows, answer->size, status.MPI_SOURCE);
    crew->is_busy[status.MPI_SOURCE] = false;
    crew->busy--;
    return DV_OK;
}

/// A rank that is amid a run does not hear rank 0, so end the whole program then.
static void end(dv_crew *base) {
    rank_crew *crew = (rank_crew *)base;
    const uint64_t home = 0;
    if (crew->busy > 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int rank = 1; rank < count; rank++)
        MPI_Send(&home, 1, MPI_UINT64_T, rank, TAG_RUN, MPI_COMM_WORLD);
    dv_free(crew->is_busy);
    dv_free(crew);
}

dv_crew *dv_crew_of_ranks(const dv_sweep_plan *plan, dv_error *error) {
    static const dv_crew_type type = {is_free, give, take, end};
    rank_crew *crew = dv_alloc(sizeof *crew);
    bool *is_busy = dv_alloc((size_t)count * sizeof *is_busy);
    if (!crew || !is_busy) {
        dv_free(crew);
        dv_free(is_busy);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    *crew = (rank_crew){{&type, plan, (uint32_t)count - 1}, is_busy, 0};
    return &crew->crew;
}
