// Kills a process while it saves, again and again. Afterwards, loading gives the old world or the
// new one, and the next save removes the temporary file that the killed process left.
//
//     fuzz kill_while_saving 1000      the number of kills
//
// Nine of ten kills happen before a random system call, the others at a random moment of the time
// that a save takes here.
#include "base/clock.h"
#include "base/disk.h"
#include "drover/drover.h"
#include "tools.h"

#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define AGENTS 2000

static char folder[] = "/tmp/drover_killed_XXXXXX";
static char path[64];
static dv_error error;

static void must(dv_result result) {
    if (result == DV_OK)
        return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

static dv_world *make_world(void) {
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "deer";
    kind.steer = dv_behavior_create("wander", NULL, 0, NULL, 0, &error);
    must(dv_program_add_kind(program, &kind, &error));
    must(dv_program_finish(program, &error));
    dv_steering_release(kind.steer);
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, &error);
    dv_program_release(program);
    for (int i = 0; i < AGENTS; i++) {
        dv_agent agent;
        dv_agent_def deer = dv_agent_def_default(0);
        must(dv_agent_spawn(world, &deer, &agent, &error));
    }
    return world;
}

static uint64_t hash_of(dv_world *world) {
    uint64_t hash;
    must(dv_world_hash(world, &hash, &error));
    return hash;
}

static int left_over(void) {
    int count = 0;
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while ((entry = readdir(entries)))
        count += strstr(entry->d_name, ".part") != NULL;
    closedir(entries);
    return count;
}

static _Noreturn void save_and_die(dv_world *world, uint64_t call) {
    dv_disk_fault fault = {.how = DV_DISK_KILLS, .call = call};
    dv_fail_disk(call ? &fault : NULL);
    dv_world_save(world, path, &error);
    _exit(0);
}

/// Save in a child and kill it; true when it was killed in time.
static bool kill_one(dv_world *world, uint64_t calls, double seconds) {
    bool at_random_time = rand() % 10 == 0;
    uint64_t call = at_random_time ? 0 : 1 + (uint64_t)rand() % calls;
    double moment = seconds * rand() / RAND_MAX;
    pid_t pid = fork();
    if (pid == 0)
        save_and_die(world, call);
    if (at_random_time) {
        usleep((useconds_t)(moment * 1e6));
        kill(pid, SIGKILL);
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status);
}

int kill_while_saving(int count, char **arguments) {
    long kills = count == 2 ? strtol(arguments[1], NULL, 10) : 0;
    if (kills <= 0 || !mkdtemp(folder)) {
        fprintf(stderr, "usage: fuzz kill_while_saving KILLS\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/world.snap", folder);
    srand(1);
    dv_world *world = make_world(), *reader = make_world();
    double start = dv_now();
    must(dv_world_save(world, path, &error));
    double seconds = dv_now() - start;
    uint64_t before = dv_disk_calls();
    must(dv_world_save(world, path, &error));
    uint64_t calls = dv_disk_calls() - before;
    uint64_t old = hash_of(world);
    long killed = 0, tries = 0, are_old = 0, are_new = 0, parts = 0;
    int wrong = 0;
    for (; killed < kills && !wrong; tries++) {
        must(dv_world_step(world, &error));
        uint64_t new = hash_of(world);
        killed += kill_one(world, calls, seconds);
        parts += left_over();
        bool is_loaded = dv_world_load(reader, path, &error) == DV_OK;
        uint64_t is = is_loaded ? hash_of(reader) : 0;
        are_old += is == old;
        are_new += is == new;
        wrong = is != old && is != new;
        if (wrong)
            fprintf(stderr, "kill %ld: neither old nor new: %s\n", killed,
                    is_loaded ? "another world" : error.message);
        old = is;
        if (left_over() > 1)
            wrong = fprintf(stderr, "kill %ld: %d files left beside\n", killed, left_over());
    }
    must(dv_world_save(world, path, &error));
    wrong += left_over() > 0;
    printf("%ld kills in %ld saves of %" PRIu64 " calls: %ld old, %ld new, %ld left something "
           "beside, %d left after the last save\n",
           killed, tries, calls, are_old, are_new, parts, left_over());
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    wrong += system(command) != 0;
    dv_world_destroy(world);
    dv_world_destroy(reader);
    return wrong != 0;
}
