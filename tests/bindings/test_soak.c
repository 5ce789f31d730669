// Reload after reload, good and broken mixed at random: the run is to the bit the one in which the
// broken ones were never saved, nobody is lost, and memory stays flat. DROVER_RELOADS says how
// many; the 10,000 that are promised take a minute.
#include "scenario_fixture.h"

#include "base/alloc.h"
#include "base/random.h"

#define DEFAULT_RELOADS 700
#define TICKS_APART 10
#define LONGEST_DELAY 4 // and everyone enters a state in six ticks

static const char deer_source[] = HEAD
    "-- save %d\n%s\n"
    "return drover.kind('deer', { memory = { n = 0, near = drover.none, path = {} },\n"
    "  body = { max_speed = %d }, initial = 'walk', targets = { goal = 'point' },\n"
    "  states = { walk = { steer = blend.sum { steer.wander {}, steer.seek { target = 'goal' } },\n"
    "      on = { { when.lua(function(self) return self.state_time > 0.04 end), 'run' } },\n"
    "      step = function(self) %s self.n = (self.n + %d) %% 100\n"
    "        self.near = self:nearest('deer', 20) self.path[self.n %% 5] = self.near end },\n"
    "    run = { enter = function(self) %s self:emit('boo', 9) end,\n"
    "      steer = steer.separation { kind = 'deer', radius = 9 },\n"
    "      on = { { when.after(0.03), 'walk' } } } } })\n";

static const char main_source[] = HEAD
    "local deer = require 'deer'\n"
    "return drover.scenario { kinds = { deer }, bounds = { min = { 0, 0 }, max = { 50, 50 },\n"
    "  edge = 'wrap' }, monitors = { sum = function(world) return world:count('deer') end },\n"
    "  setup = function(world) world:scatter('deer', 16) world.memory.clicks = 0 end,\n"
    "  mousepressed = function(world, x, y) local d = world:nearest('deer', x, y)\n"
    "    if d then d.goal = { x, y } world.memory.clicks = world.memory.clicks + d.n end end,\n"
    "  update = function(world) if world.tick % 6 == 1 then world:scatter('deer', 1) end\n"
    "    if world.tick % 6 == 4 then world:agents('deer')():remove() end end }\n";

typedef enum save_type { SAVE_GOOD, SAVE_REFUSED, SAVE_FAILING } save_type;

/// What the n-th save is, whoever asks.
static save_type type_of(int n) {
    double chance = dv_random_unit((dv_random_key){.seed = 77, .stream = 1}, (uint64_t)n);
    return chance < 0.5 ? SAVE_GOOD : chance < 0.7 ? SAVE_REFUSED : SAVE_FAILING;
}

static uint64_t number_of(int n, uint64_t stream, uint64_t below) {
    dv_random_key key = {.seed = 77, .stream = (uint32_t)stream};
    return (uint64_t)(dv_random_unit(key, (uint64_t)n) * (double)below);
}

static void save(const fixture *f, int n, uint64_t tick) {
    char text[2048], fault[160];
    save_type type = type_of(n);
    const char *refused = "", *in_step = "", *in_enter = "";
    // Before it fails it does harm.
    snprintf(fault, sizeof fault,
             "if self.world.tick >= %d then error 'broken' end self.color = 'red' self.path = {}",
             (int)(tick + number_of(n, 2, LONGEST_DELAY)));
    static const char *const bad_lines[] = {"x = = 1", "error 'not today'", "undeclared = 1",
                                            "require 'nothing'"};
    if (type == SAVE_REFUSED)
        refused = bad_lines[number_of(n, 4, 4)];
    else if (type == SAVE_FAILING && number_of(n, 3, 2) == 0)
        in_step = fault;
    else if (type == SAVE_FAILING)
        in_enter = fault;
    snprintf(text, sizeof text, deer_source, n, refused, 4 + n % 5, in_step, 1 + n % 7, in_enter);
    write_file(f, "deer.lua", text);
}

static void take_save(fixture *f, int n, uint64_t tick) {
    static const dv_reload_outcome outcomes[] = {
        [SAVE_GOOD] = DV_RELOAD_SWAPPED,
        [SAVE_REFUSED] = DV_RELOAD_REFUSED,
        [SAVE_FAILING] = DV_RELOAD_SWAPPED,
    };
    save(f, n, tick);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != outcomes[type_of(n)])
        fail_msg("save %d: outcome %d: %s", n, report.outcome, report.message);
}

static void one_tick(fixture *f) {
    uint64_t tick = dv_world_tick(dv_scenario_world(f->scenario));
    dv_input press = {.type = DV_MOUSE_PRESSED, .x = (double)(tick % 50), .y = 20, .button = 1};
    if (tick % 7 == 3)
        dv_scenario_input(f->scenario, &press);
    step(f, 1);
}

typedef struct soak {
    int reloads, rolled_back;
    uint64_t *hashes;   ///< before each save
    size_t early, late; ///< bytes at most, in an early and a late part of the run
} soak;

/// What is held, without what trials keep and what Lua's collector has not come to yet.
static void note_memory(const fixture *f, soak *s, int n) {
    if (n % 20 != 0)
        return;
    while (dv_scenario_trial_count(f->scenario) > 0)
        dv_scenario_pass_trial(f->scenario);
    dv_scenario_collect(f->scenario, false);
    size_t bytes = dv_allocated_bytes();
    if (n >= s->reloads / 8 && n < s->reloads / 2)
        s->early = bytes > s->early ? bytes : s->early;
    if (n >= s->reloads / 2)
        s->late = bytes > s->late ? bytes : s->late;
}

static void run_soak(fixture *f, soak *s, bool with_broken_ones) {
    close_scenario(f);
    save(f, 0, 0);
    write_file(f, "main.lua", main_source);
    dv_scenario *scenario = open_folder(f);
    dv_world *world = dv_scenario_world(scenario);
    for (int n = 1; n <= s->reloads; n++) {
        uint64_t tick = dv_world_tick(world);
        assert_int_equal(tick, (uint64_t)(n - 1) * TICKS_APART);
        s->hashes[n - 1] = hash_of(f);
        if (with_broken_ones || type_of(n) == SAVE_GOOD)
            take_save(f, n, tick);
        while (dv_world_tick(world) < tick + TICKS_APART) {
            one_tick(f);
            if (dv_scenario_trial_failed(scenario)) {
                s->rolled_back++;
                assert_int_equal(dv_scenario_roll_back(scenario).outcome, DV_RELOAD_ROLLED_BACK);
                assert_int_equal(dv_world_tick(world), tick);
            }
        }
        assert_int_equal(suspended(f), 0);
        note_memory(f, s, n);
    }
    s->hashes[s->reloads] = hash_of(f);
}

static void good_and_broken_saves_mixed(void **state) {
    fixture *f = *state;
    const char *reloads = getenv("DROVER_RELOADS");
    int count = reloads ? atoi(reloads) : DEFAULT_RELOADS, failing = 0;
    soak without = {.reloads = count}, with = {.reloads = count};
    without.hashes = calloc((size_t)count + 1, sizeof *without.hashes);
    with.hashes = calloc((size_t)count + 1, sizeof *with.hashes);
    run_soak(f, &without, false);
    run_soak(f, &with, true);
    for (int n = 0; n <= count; n++)
        if (with.hashes[n] != without.hashes[n])
            fail_msg("another hash before save %d", n + 1);
    for (int n = 1; n <= count; n++)
        failing += type_of(n) == SAVE_FAILING;
    assert_int_equal(without.rolled_back, 0);
    assert_int_equal(with.rolled_back, failing);
    assert_in_range(with.late, 0, with.early + with.early / 100);
    print_message("%d saves, %d rolled back; at most %zu bytes early, %zu late\n", count, failing,
                  with.early, with.late);
    free(without.hashes);
    free(with.hashes);
}

int main(void) {
    const struct CMUnitTest tests[] = {CASE(good_and_broken_saves_mixed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
