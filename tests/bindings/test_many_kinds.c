// A scenario with as many kinds as there can be. Kinds with high numbers are found, seen, avoided,
// saved, and reloaded like the first ones, and are not mistaken for those whose number is the same
// modulo 64 or 128.
#include "../program.h"
#include "reload_fixture.h"

#include <inttypes.h>

#define TICKS 12
#define LAST (DV_MAX_KINDS - 1)

// Every kind has the memory `steps`, but k8 a slot of that name. Its number and those of k72 and
// k200 differ only by a multiple of 64. Each group of agents below is out of reach of the others.
static const char declarations[] = HEAD
    "local kinds, special = {}, {}\n"
    "local function watcher(guard)\n"
    "  return { initial = 'calm', states = { calm = { on = { { guard, 'alarmed' } } },\n"
    "    alarmed = {} } }\n"
    "end\n"
    "local function mover(steering)\n"
    "  return { steer = steering, step = function(self)\n"
    "    self.steps = self.steps + 1\n"
    "    local other = self:nearest({ 'k65', 'k254' }, 20)\n"
    "    self.met = self.met + (other and other.id or 0) + self:count('k254', 6)\n"
    "    for each in self:neighbors({ 'k254' }, 3) do assert(each.kind == 'k254') end\n"
    "    for each in self:seen('k65') do assert(each.kind == 'k65') end\n"
    "  end }\n"
    "end\n"
    "special[1] = watcher(when.sees({ 'k70', 'k255' }, { within = 5 }))\n"
    "special[2] = watcher(when.sees({ 'k6', 'k63', 'k127', 'k191' }, { within = 5 }))\n"
    "special[3] = { steer = steer.separation { kind = 'k255', radius = 4 } }\n"
    "special[4] = { steer = steer.separation { kind = { 'k63', 'k127', 'k191' }, radius = 4 } }\n"
    "special[5] = watcher(when.near('k64', 3))\n"
    "special[6] = watcher(when.seen_by 'k255')\n"
    "special[250] = watcher(when.sees('k255', { within = 5 }))\n"
    "special[7] = { step = function(self)\n"
    "  if self.y > 0 then return end\n"
    "  assert(self:nearest('k255', 5).kind == 'k255')\n"
    "  assert(not self:nearest({ 'k63', 'k127', 'k191' }, 5))\n"
    "  assert(self:count({ 'k63', 'k255' }, 5) == 1 and self:count(nil, 5) == 1)\n"
    "  assert(self.world:nearest('k255', self.x, self.y, 0, 5) == self:nearest())\n"
    "  assert(self.world:count('k250', { state = 'calm' }) == 1)\n"
    "  self.steps = self.steps + 1\n"
    "end }\n"
    "special[8] = { slots = { steps = 'number' }, memory = { met = 0 }, step = function(self)\n"
    "  self.steps = (self.steps or 0) + 2\n"
    "end }\n"
    "special[72] = { step = function(self) self.steps = self.steps + 1 end }\n"
    "special[200] = { step = function(self) self.steps = self.steps + 1 end }\n"
    "special[65] = mover(blend.weighted {\n"
    "  steer.separation { kind = { 'k65', 'k254' }, radius = 3 },\n"
    "  steer.alignment { kind = 'k254', radius = 6 }, steer.cohesion { kind = 'k65', radius = 8 "
    "},\n"
    "  steer.wander {} })\n"
    "special[254] = mover(blend.weighted {\n"
    "  steer.unaligned_avoidance { kind = { 'k65', 'k254' }, radius = 6 },\n"
    "  steer.separation { kind = 'k65', radius = 3 }, steer.wander {} })\n"
    "for i = 0, LAST do\n"
    "  local def = special[i] or {}\n"
    "  def.memory = def.memory or { steps = 0, met = 0 }\n"
    "  def.body = { max_speed = 2, radius = 0.2, solid = i > 200 and 'agents' or nil }\n"
    "  def.sight = { range = 10, angle = 2 * math.pi }\n"
    "  kinds[#kinds + 1] = drover.kind('k' .. i, def)\n"
    "end\n";

static const char scenario[] = "return drover.scenario { kinds = kinds, setup = function(world)\n"
                               "  for i = 1, 7 do\n"
                               "    world:spawn('k' .. i, { x = 100 * i, y = 0 })\n"
                               "    local other = i == 5 and 'k64' or 'k255'\n"
                               "    world:spawn(other, { x = 100 * i + 2, y = 0 })\n"
                               "  end\n"
                               "  for i = 0, 255 do\n"
                               "    world:spawn('k' .. i, { x = 30 * i, y = 500 })\n"
                               "  end\n"
                               "  for i = 0, 299 do\n"
                               "    world:spawn(i % 3 == 0 and 'k254' or 'k65', {\n"
                               "      x = 2 * (i % 20), y = 1000 + 2 * (i // 20), heading = i })\n"
                               "  end\n"
                               "end }\n";

/// The scenario with a last kind, and code of its own before it ends.
static void write_kinds(const fixture *f, int last, const char *change) {
    char source[1 << 14];
    snprintf(source, sizeof source, "local LAST = %d %s%s\n%s", last, declarations, change,
             scenario);
    write_file(f, "main.lua", source);
}

static dv_world *open_kinds(fixture *f) {
    write_kinds(f, LAST, "");
    open_folder(f);
    return dv_scenario_world(f->scenario);
}

static uint32_t number_of(const dv_world *world, uint32_t kind) {
    char name[16];
    snprintf(name, sizeof name, "k%" PRIu32, kind);
    int32_t number = dv_program_kind(dv_world_program(world), name);
    assert_true(number >= 0);
    return (uint32_t)number;
}

/// The first living agent of a kind.
static dv_agent first_of(const dv_world *world, uint32_t kind) {
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits && dv_agent_kind(world, agent) == number_of(world, kind))
            return agent;
    }
    fail_msg("no agent of kind k%" PRIu32, kind);
    return (dv_agent){0};
}

static uint32_t count_of(const dv_world *world, uint32_t kind) {
    return dv_world_count(world, dv_one_kind(number_of(world, kind)), -1);
}

static bool is_alarmed(const dv_world *world, uint32_t kind) {
    const dv_program *program = dv_world_program(world);
    int32_t alarmed = dv_program_state(program, number_of(world, kind), "alarmed");
    return (int32_t)dv_agent_state(world, first_of(world, kind)) == alarmed;
}

static void expect_quiet(const fixture *f) {
    assert_string_equal(banner_of(f), "");
    assert_int_equal(suspended(f), 0);
}

static void sets_hold_each_kind(void **state) {
    (void)state;
    dv_kind_set all = dv_no_kinds(), any = dv_all_kinds();
    assert_true(dv_has_no_kinds(&all));
    assert_false(dv_has_no_kinds(&any));
    for (uint32_t kind = 0; kind < DV_MAX_KINDS; kind++) {
        dv_kind_set one = dv_one_kind(kind);
        assert_false(dv_has_no_kinds(&one));
        assert_false(dv_has_kind(&all, kind));
        assert_false(dv_are_same_kinds(&all, &any));
        dv_add_kind(&all, kind);
        for (uint32_t other = 0; other < DV_MAX_KINDS; other++) {
            assert_int_equal(dv_has_kind(&one, other), other == kind);
            assert_int_equal(dv_has_kind(&all, other), other <= kind);
        }
    }
    assert_true(dv_are_same_kinds(&all, &any));
}

static void the_last_kinds_are_like_the_first(void **state) {
    fixture *f = *state;
    dv_world *world = open_kinds(f);
    assert_int_equal(dv_program_kind_count(dv_world_program(world)), DV_MAX_KINDS);
    assert_int_equal(number_of(world, LAST), LAST);
    dv_vec3 third = dv_agent_position(world, first_of(world, 3));
    dv_vec3 fourth = dv_agent_position(world, first_of(world, 4));
    step(f, TICKS);
    expect_quiet(f);
    // Counts, neighbors, and the nearest
    assert_int_equal(count_of(world, 0), 1);
    assert_int_equal(count_of(world, 64), 2);
    assert_int_equal(count_of(world, 191), 1);
    assert_int_equal(count_of(world, 254), 101);
    assert_int_equal(count_of(world, LAST), 7);
    assert_int_equal(dv_world_count(world, DV_ANY_KIND, -1), 14 + 256 + 300);
    dv_agent last = first_of(world, LAST), none = {0};
    dv_vec3 place = dv_agent_position(world, last);
    for (uint32_t kind = 0; kind < DV_MAX_KINDS; kind++) {
        uint32_t count = dv_world_neighbors(world, place, 1, dv_one_kind(kind), none, NULL, 0);
        assert_int_equal(count, kind == LAST);
        dv_agent nearest = dv_world_nearest(world, place, 1, dv_one_kind(kind), none, NULL);
        assert_int_equal(nearest.bits, kind == LAST ? last.bits : 0);
    }
    // Guards
    assert_true(is_alarmed(world, 1));
    assert_false(is_alarmed(world, 2));
    assert_true(is_alarmed(world, 5));
    assert_true(is_alarmed(world, 6));
    // Behaviors
    assert_true(dv_agent_position(world, first_of(world, 3)).x < third.x - 0.1f);
    assert_float_equal(dv_agent_position(world, first_of(world, 4)).x, fourth.x, 0);
    // A slot of one kind, and memory of others
    int32_t slot = dv_program_slot_named(dv_world_program(world), 8, "steps");
    assert_true(slot >= 0);
    assert_float_equal(dv_agent_slot(world, first_of(world, 8), (uint32_t)slot).as.number,
                       2 * TICKS, 0);
}

/// Its record stays until the next tick, and must not be taken for one of the last kind.
static void a_removed_agent_is_of_no_kind(void **state) {
    fixture *f = *state;
    dv_world *world = open_kinds(f);
    step(f, 2);
    dv_agent last = first_of(world, LAST), first = first_of(world, 1), none = {0};
    dv_vec3 place = dv_agent_position(world, last);
    dv_kind_set kinds = dv_one_kind(LAST);
    assert_int_equal(dv_world_neighbors(world, place, 1, kinds, none, NULL, 0), 1);
    assert_int_equal(dv_agent_remove(world, last), DV_OK);
    assert_int_equal(dv_world_neighbors(world, place, 1, kinds, none, NULL, 0), 0);
    assert_int_equal(dv_world_neighbors(world, place, 1, DV_ANY_KIND, none, NULL, 0), 0);
    assert_int_equal(dv_world_nearest(world, place, 1, DV_ANY_KIND, none, NULL).bits, 0);
    assert_int_equal(dv_agent_seen(world, first, DV_ANY_KIND, 5, NULL, 0), 0);
    dv_agent_remove(world, first_of(world, 7)); // it expects the one that was removed
    step(f, 2);
    expect_quiet(f);
    assert_int_equal(count_of(world, LAST), 6);
}

static void all_kinds_are_saved(void **state) {
    fixture *f = *state;
    char path[256];
    uint64_t hashes[2 * TICKS];
    dv_world *world = open_kinds(f);
    for (int i = 0; i < 2 * TICKS; i++) {
        if (i == TICKS)
            assert_int_equal(dv_world_save(world, path_in(f, "half.snap", path), &f->error), DV_OK);
        hashes[i] = hash_of(f);
        step(f, 1);
    }
    for (int times = 0; times < 2; times++) {
        if (times == 1) {
            close_scenario(f);
            world = open_kinds(f);
        }
        if (dv_world_load(world, path_in(f, "half.snap", path), &f->error) != DV_OK)
            fail_msg("%s", f->error.message);
        for (int i = TICKS; i < 2 * TICKS; i++) {
            assert_int_equal(hash_of(f), hashes[i]);
            step(f, 1);
        }
    }
    // From the start, too
    close_scenario(f);
    open_kinds(f);
    for (int i = 0; i < 2 * TICKS; i++) {
        assert_int_equal(hash_of(f), hashes[i]);
        step(f, 1);
    }
    expect_quiet(f);
}

static void all_kinds_are_reloaded(void **state) {
    fixture *f = *state;
    dv_world *world = open_kinds(f);
    step(f, TICKS);
    // The kinds get other numbers.
    write_kinds(f, LAST,
                "for i = 1, 128 do kinds[i], kinds[257 - i] = kinds[257 - i], kinds[i] end");
    expect_swapped(f);
    assert_int_equal(number_of(world, LAST), 0);
    assert_int_equal(number_of(world, 0), LAST);
    assert_int_equal(count_of(world, LAST), 7);
    assert_int_equal(count_of(world, 65), 201);
    step(f, TICKS);
    expect_quiet(f);
    assert_true(is_alarmed(world, 1));
    assert_false(is_alarmed(world, 2));
    // One more is too many, and what runs goes on.
    write_kinds(f, LAST + 1, "");
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, "main.lua:49: more than 256 kinds");
    step(f, 1);
    assert_int_equal(dv_program_kind_count(dv_world_program(world)), DV_MAX_KINDS);
    assert_int_equal(suspended(f), 0);
}

static void one_more_is_refused(void **state) {
    fixture *f = *state;
    write_kinds(f, LAST + 1, "");
    assert_null(try_open(f));
    assert_string_equal(f->error.message, "main.lua:49: more than 256 kinds");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(sets_hold_each_kind),           CASE(the_last_kinds_are_like_the_first),
        CASE(a_removed_agent_is_of_no_kind), CASE(all_kinds_are_saved),
        CASE(all_kinds_are_reloaded),        CASE(one_more_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
