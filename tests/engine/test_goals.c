// Behaviors reach what they are for, on every body that moves: tables of attempts, each run over
// five seeds at 20, 60, and 240 ticks a second; in the short form, over one seed at 240. What
// counts as reached follows from what the behavior says and from the body: 2 m/s, 1 m of wheelbase.
// goals.h says where the rows are.
#include "../program.h"
#include "../whole.h"
#include "goals.h"

#define SEEDS 5
#define FEW_SEEDS 1       ///< at 240 Hz
#define CIRCLE 2.92f      ///< m, 2 · wheelbase / tan of the steering angle
#define WALK_CIRCLE 2.67f ///< m, 2 · stride / turn

static const body bodies[] = {
    {"a point mass", "point_mass", 0, 0},
    {"a flying body", "flying", 0, 0},
    {"a body on a surface", "surface", 0, 0},
    {"a body on wheels", "wheeled", 0, CIRCLE},
    {"a body that can back up", "wheeled", 0.5, CIRCLE},
    {"a body on legs", "legged", 0, WALK_CIRCLE},
};
#define BODIES (sizeof bodies / sizeof *bodies)

static void open_attempt(attempt *s, const row *r, const body *b, double rate, uint64_t seed) {
    *s = (attempt){.body = b, .rate = rate, .seed = seed, .nearest = INFINITY};
    dv_world_def def = lab_def();
    def.tick_rate = rate;
    def.seed = seed;
    lab_kinds kinds = {.steer = r->steer(), .locomotion = b->locomotion};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_RADIUS] = dv_value_number((double)BODY);
    kinds.properties[DV_MAX_SPEED] = dv_value_number((double)SPEED);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(8);
    kinds.properties[DV_REVERSE] = dv_value_number(b->reverse);
    s->l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    s->self = lab_spawn(&s->l, SHEEP, dv_vec(0, 0, 0), draw(s, 0, 360), (float)r->speed);
    r->begin(s);
}

static void run_tick(attempt *s, const row *r, int tick) {
    for (int i = 0; i < s->other_count; i++) { // they keep their way
        dv_vec3 forward = dv_agent_forward(s->l.world, s->others[i]);
        dv_agent_set_velocity(s->l.world, s->others[i], dv_scale(forward, s->speeds[i]), NULL);
    }
    lab_step(&s->l);
    s->time = tick / s->rate;
    if (r->look)
        r->look(s);
}

static bool reaches(const row *r, const body *b, double rate, uint64_t seed) {
    attempt s;
    open_attempt(&s, r, b, rate, seed);
    int ticks = (int)(r->seconds * rate);
    bool is_reached = false;
    for (int tick = 1; tick <= ticks && !is_reached; tick++) {
        run_tick(&s, r, tick);
        if (r->ends || tick == ticks)
            is_reached = r->is_reached(&s);
    }
    lab_close(&s.l);
    return is_reached;
}

static bool is_for(const row *r, const body *b) {
    bool has_wheels = strcmp(b->locomotion, "wheeled") == 0;
    return r->bodies == EVERYBODY || (r->bodies == ON_WHEELS) == has_wheels;
}

static int count_missed(const row *r, const body *b) {
    static const double rates[] = {20, 60, 240};
    int missed = 0;
    for (int k = 0; k < 3; k++)
        for (int seed = 1; seed <= (rates[k] > 60 ? few_or_all(FEW_SEEDS, SEEDS) : SEEDS); seed++) {
            if (reaches(r, b, rates[k], (uint64_t)seed))
                continue;
            missed++;
            print_message("%s, %s, %g Hz, seed %d: not reached\n", r->behavior, b->name, rates[k],
                          seed);
        }
    return missed;
}

static row_table *tables;

void add_goals(row_table *table) {
    table->next = tables;
    tables = table;
}

static int count_missed_in(const row_table *table) {
    int missed = 0;
    for (size_t i = 0; i < table->count; i++)
        for (size_t b = 0; b < BODIES; b++)
            if (is_for(&table->rows[i], &bodies[b]))
                missed += count_missed(&table->rows[i], &bodies[b]);
    return missed;
}

static void every_body_reaches_what_a_behavior_is_for(void **state) {
    (void)state;
    int missed = 0;
    for (const row_table *table = tables; table; table = table->next)
        missed += count_missed_in(table);
    assert_int_equal(missed, 0);
}

static bool has_row(const char *behavior) {
    for (const row_table *table = tables; table; table = table->next)
        for (size_t i = 0; i < table->count; i++)
            if (strcmp(table->rows[i].behavior, behavior) == 0)
                return true;
    return false;
}

// The avoidances have tests of their own.
static void every_behavior_has_a_row(void **state) {
    (void)state;
    static const char *const behaviors[] = {
#define BEHAVIOR(name) #name,
#include "steering/behaviors.def"
#undef BEHAVIOR
    };
    for (size_t i = 0; i < sizeof behaviors / sizeof *behaviors; i++)
        if (!strstr(behaviors[i], "_avoidance") && !has_row(behaviors[i]))
            fail_msg("%s has no row: add one with GOALS (goals.h) to tests/engine/test_%s.c",
                     behaviors[i], behaviors[i]);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_body_reaches_what_a_behavior_is_for),
        cmocka_unit_test(every_behavior_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
