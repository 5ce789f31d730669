// Random worlds that use everything that scripts can create and set, one per seed. Every value that
// can be set, and every result of a tick, must survive saving, loading in a new process, rolling
// back, and rewinding; the run must then continue bit for bit. The scenario is in the folder
// any_world.
//
// Usage: fuzz any_world FOLDER FIRST COUNT. Prints a line for each seed that fails. The exit status
// is 1 if any does.
#include "catalogue_module.h"
#include "scenario.h"
#include "tools.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICKS_BEFORE 15
#define TICKS_AFTER 30
#define FAILS_AFTER 6
/// Of so many worlds one is loaded in a process of its own.
#define EACH_APART 20

/// So many worlds draw everything in the catalogue.
#define WORLDS_FOR_ALL 80

static const char good_late[] = "return function() end";
static char failing_late[128];

/// The files of a scenario: those of the folder, the modules about the catalogue, and three that
/// are made here.
typedef struct sources {
    const char *folder;
    char seed[64];
    const char *late;
    char text[1 << 15], refused[4096];
} sources;

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    sources *s = context;
    *source = strcmp(path, "seed.lua") == 0      ? s->seed
              : strcmp(path, "late.lua") == 0    ? s->late
              : strcmp(path, "refused.lua") == 0 ? s->refused
                                                 : catalogue_module(path);
    if (*source) {
        *size = strlen(*source);
        return true;
    }
    char file_path[1024];
    snprintf(file_path, sizeof file_path, "%s/%s", s->folder, path);
    FILE *file = fopen(file_path, "rb");
    if (!file)
        return false;
    *size = fread(s->text, 1, sizeof s->text, file);
    *source = s->text;
    fclose(file);
    return true;
}

// What worlds draw from the catalogue

#define MOST_ENTRIES 512
#define MOST_TRIES 100
typedef struct drawn {
    char name[96]; ///< "steer.seek"
    int refusals;  ///< of this world
    bool is_drawn; ///< by the world that was opened last
    bool is_used;  ///< by any world that could be opened
} drawn;
static drawn entries[MOST_ENTRIES];
static uint32_t entry_count;

static void add_entry(const char *room, const dv_entry *entry) {
    if (entry_count == MOST_ENTRIES)
        abort();
    snprintf(entries[entry_count++].name, sizeof entries->name, "%s.%s", room, entry->name);
}

static void list_entries(void) {
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++)
        add_entry("steer", &dv_behavior_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        add_entry("blend", &dv_blend_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        add_entry("when", &dv_guard_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_stress_type_count(); i++)
        add_entry("stress", &dv_stress_type_at(i)->entry);
}

static drawn *entry_named(const char *name) {
    for (uint32_t i = 0; i < entry_count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

/// Scripts print "draws steer.seek"; whatever else they print goes nowhere.
static void note_drawn(void *context, const char *line) {
    (void)context;
    drawn *entry = strncmp(line, "draws ", 6) == 0 ? entry_named(line + 6) : NULL;
    if (entry)
        entry->is_drawn = true;
}

/// The module that tells the world which of its draws were refused.
static void write_refused(char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "return { ");
    for (uint32_t i = 0; i < entry_count; i++)
        if (entries[i].refusals > 0)
            used += (size_t)snprintf(text + used, size - used, "['%s'] = %d, ", entries[i].name,
                                     entries[i].refusals);
    snprintf(text + used, size - used, "}");
}

/// Valid arguments need not go together. Whether a world was refused because of that.
static bool note_refusal(const char *message) {
    char name[96] = "";
    sscanf(message, "arguments.lua:%*d: %95[a-z0-9_.]:", name);
    drawn *entry = entry_named(name);
    if (entry)
        entry->refusals++;
    return entry != NULL;
}

/// Print what no world draws. Returns the number of these.
static int print_unused(void) {
    int count = 0;
    for (uint32_t i = 0; i < entry_count; i++)
        if (!entries[i].is_used)
            count += printf("no world draws %s\n", entries[i].name) > 0;
    return count;
}

typedef struct subject {
    sources sources;
    dv_scenario *scenario;
    dv_error error;
} subject;

/// Open a world. What is refused in it is drawn again with fewer parameters, so the same seed opens
/// the same world in any process. Opened again, it begins with what was refused the first time.
static bool begin(subject *s, const char *folder, uint64_t seed) {
    dv_scenario_options options = dv_scenario_options_default();
    char text[sizeof s->sources.seed] = "";
    s->sources.folder = folder;
    s->sources.late = good_late;
    bool is_again = snprintf(text, sizeof text, "return %" PRIu64, seed) > 0 &&
                    strcmp(text, s->sources.seed) == 0;
    memcpy(s->sources.seed, text, sizeof text);
    options.watched = true;
    options.print = note_drawn;
    options.reader = read_module;
    options.reader_context = &s->sources;
    for (uint32_t i = 0; i < entry_count && !is_again; i++)
        entries[i].refusals = 0;
    for (int i = 0; i < MOST_TRIES; i++) {
        for (uint32_t e = 0; e < entry_count; e++)
            entries[e].is_drawn = false;
        write_refused(s->sources.refused, sizeof s->sources.refused);
        s->error.message[0] = '\0';
        s->scenario = dv_scenario_open("main.lua", &options, &s->error);
        if (s->scenario || !note_refusal(s->error.message))
            break;
    }
    for (uint32_t e = 0; e < entry_count; e++)
        entries[e].is_used |= s->scenario && entries[e].is_drawn;
    return s->scenario != NULL;
}

static void end(subject *s) {
    dv_scenario_close(s->scenario);
    s->scenario = NULL;
}

static dv_world *world_of(const subject *s) { return dv_scenario_world(s->scenario); }

/// 0 when there is none.
static uint64_t hash_of(subject *s) {
    uint64_t hash = 0;
    dv_world_hash(world_of(s), &hash, &s->error);
    return hash;
}

static bool is_within(dv_vec3 v, float most) {
    return fabsf(v.x) <= most && fabsf(v.y) <= most && fabsf(v.z) <= most;
}

/// What no tick may leave.
static const char *wrong_agent(const dv_world *world) {
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        float facing = 0;
        dv_vec3 f = dv_agent_forward(world, agent);
        facing = f.x * f.x + f.y * f.y + f.z * f.z;
        if (agent.bits && !is_within(dv_agent_position(world, agent), 1e9f))
            return "a position is out of range";
        if (agent.bits && !is_within(dv_agent_velocity(world, agent), 1e6f))
            return "a velocity is out of range";
        if (agent.bits && !(fabsf(facing - 1) < 1e-4f))
            return "a heading is not of length 1";
    }
    return NULL;
}

static const char *step(subject *s, int ticks, uint64_t *hashes) {
    for (int i = 0; i < ticks; i++) {
        if (dv_scenario_step(s->scenario, &s->error) != DV_OK)
            return "a step failed";
        const char *wrong = wrong_agent(world_of(s));
        if (wrong)
            return wrong;
        if (hashes && (hashes[i] = hash_of(s)) == 0)
            return "it has no hash";
    }
    return NULL;
}

static const char *go_on(subject *s, const uint64_t hashes[TICKS_AFTER]) {
    uint64_t own[TICKS_AFTER];
    const char *wrong = step(s, TICKS_AFTER, own);
    if (!wrong && memcmp(own, hashes, sizeof own) != 0)
        wrong = "another hash at a later tick";
    return wrong;
}

/// The world as it was saved, and what became of it.
typedef struct course {
    dv_snapshot snapshot;
    uint64_t hash, hashes[TICKS_AFTER];
} course;

static const char *record(subject *s, course *c) {
    const char *wrong = step(s, TICKS_BEFORE, NULL);
    c->hash = hash_of(s);
    if (!wrong && dv_world_take_snapshot(world_of(s), &c->snapshot, &s->error) != DV_OK)
        wrong = "cannot be saved";
    return wrong ? wrong : step(s, TICKS_AFTER, c->hashes);
}

/// Load it where something else stood, save it again, and go on.
static const char *load(subject *s, const course *c) {
    dv_snapshot again = {0};
    if (step(s, 1, NULL))
        return "a first step failed";
    if (dv_world_load_snapshot(world_of(s), &c->snapshot, &s->error) != DV_OK)
        return "cannot be loaded";
    if (hash_of(s) != c->hash)
        return "another hash when loaded";
    if (dv_world_take_snapshot(world_of(s), &again, &s->error) != DV_OK)
        return "cannot be saved again";
    bool is_same =
        again.size == c->snapshot.size && memcmp(again.bytes, c->snapshot.bytes, again.size) == 0;
    dv_snapshot_free(&again);
    return is_same ? go_on(s, c->hashes) : "saved again, it is another";
}

static const char *tell(subject *s, const dv_reload_report *report, const char *wrong) {
    memcpy(s->error.message, report->message, sizeof s->error.message);
    return wrong;
}

/// Save a module that fails some ticks later: rolled back, all is as if it had not been.
static const char *roll_back(subject *s, const course *c) {
    const char *wrong = step(s, TICKS_BEFORE, NULL);
    if (wrong)
        return wrong;
    s->sources.late = failing_late;
    dv_reload_report report = dv_scenario_reload(s->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        return tell(s, &report, "the reload was refused");
    while (!dv_scenario_trial_failed(s->scenario))
        if (dv_scenario_step(s->scenario, &s->error) != DV_OK)
            return "a step on trial failed";
    report = dv_scenario_roll_back(s->scenario);
    if (report.outcome != DV_RELOAD_ROLLED_BACK)
        return tell(s, &report, "cannot be rolled back");
    return hash_of(s) == c->hash ? go_on(s, c->hashes) : "another hash when rolled back";
}

static const char *rewind_to(subject *s, const course *c) {
    if (dv_scenario_return_to(s->scenario, &c->snapshot, &s->error) != DV_OK)
        return "cannot be rewound";
    return hash_of(s) == c->hash ? go_on(s, c->hashes) : "another hash when rewound";
}

// In a process of its own

static int load_apart(const char *folder, const char *seed, const char *path) {
    static subject s;
    uint64_t hashes[TICKS_AFTER];
    if (!begin(&s, folder, strtoull(seed, NULL, 10)) ||
        dv_world_load(world_of(&s), path, &s.error) != DV_OK || step(&s, TICKS_AFTER, hashes))
        return 1;
    printf("%016" PRIx64 "\n", hashes[TICKS_AFTER - 1]);
    end(&s);
    return 0;
}

static const char *ask_process(const char *folder, uint64_t seed, const course *c) {
    char path[64], program[1024], command[2048], line[64] = "", expected[64];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return "cannot find its own program";
    program[length] = '\0';
    snprintf(path, sizeof path, "/tmp/drover_any_world_%ld.snap", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(c->snapshot.bytes, 1, c->snapshot.size, file) != c->snapshot.size ||
        fclose(file) != 0)
        return "cannot write a file";
    snprintf(command, sizeof command, "'%s' any_world '%s' load %" PRIu64 " '%s'", program, folder,
             seed, path);
    FILE *process = popen(command, "r");
    if (process && !fgets(line, sizeof line, process))
        line[0] = '\0';
    if (process)
        pclose(process);
    unlink(path);
    snprintf(expected, sizeof expected, "%016" PRIx64 "\n", c->hashes[TICKS_AFTER - 1]);
    return strcmp(line, expected) == 0 ? NULL : "another hash in another process";
}

static const char *try_seed(const char *folder, uint64_t seed, subject *s) {
    static const char *(*const ways[])(subject *, const course *) = {load, roll_back};
    course c = {0};
    const char *wrong = begin(s, folder, seed) ? record(s, &c) : "cannot be opened";
    if (!wrong)
        wrong = rewind_to(s, &c);
    for (int i = 0; !wrong && i < 2; i++) {
        end(s);
        wrong = begin(s, folder, seed) ? ways[i](s, &c) : "cannot be opened again";
    }
    if (!wrong && seed % EACH_APART == 0)
        wrong = ask_process(folder, seed, &c);
    end(s);
    dv_snapshot_free(&c.snapshot);
    return wrong;
}

int any_world(int count, char **words) {
    static subject s;
    uint64_t failed = 0;
    list_entries();
    if (count == 5 && strcmp(words[2], "load") == 0)
        return load_apart(words[1], words[3], words[4]);
    if (count != 4) {
        fprintf(stderr, "usage: fuzz any_world FOLDER FIRST COUNT\n");
        return 2;
    }
    snprintf(failing_late, sizeof failing_late,
             "return function(world) if world.tick == %d then error 'on purpose' end end",
             TICKS_BEFORE + FAILS_AFTER);
    uint64_t first = strtoull(words[2], NULL, 10), seeds = strtoull(words[3], NULL, 10);
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        s.error.message[0] = '\0';
        const char *wrong = try_seed(words[1], seed, &s);
        if (wrong)
            printf("seed %" PRIu64 ": %s%s%s\n", seed, wrong, *s.error.message ? ": " : "",
                   s.error.message);
        failed += wrong != NULL;
    }
    printf("%" PRIu64 " worlds, %" PRIu64 " failed\n", seeds, failed);
    int unused = seeds >= WORLDS_FOR_ALL ? print_unused() : 0;
    return failed || unused || dv_allocated_bytes();
}
