// A world for tests of links: 50 ticks a second, bounds of ±50 m, and kinds whose bodies nothing
// but springs moves: of 1 kg and 2 kg, and one each that is fixed, legged, and wheeled. The types
// of links are "rope", which has no spring, and "leash", which is directed; others may be added.
#ifndef DV_TESTS_LINK_BENCH_H
#define DV_TESTS_LINK_BENCH_H

#include "../behavior_world.h"

#include "base/alloc.h"
#include "drover/links.h"

#include <stdio.h>

enum { LIGHT, HEAVY, FIXED, LEGGED, WHEELED };
enum { ROPE, LEASH, OWN };

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
} bench;

static inline dv_link_def link_named(const char *name, bool is_directed) {
    dv_link_def def = dv_link_def_default();
    def.name = name;
    def.is_directed = is_directed;
    return def;
}

static inline dv_link_def spring(double length, double stiffness, double damping) {
    dv_link_def def = link_named("spring", false);
    def.has_spring = true;
    def.length = length, def.stiffness = stiffness, def.damping = damping;
    return def;
}

static inline void add_kind(dv_program *program, const char *name, double mass,
                            const char *locomotion) {
    dv_kind_def def = dv_kind_def_default();
    def.name = name;
    def.locomotion = locomotion;
    def.properties[DV_MASS] = dv_value_number(mass);
    def.properties[DV_MAX_SPEED] = dv_value_number(1000);
    assert_int_equal(dv_program_add_kind(program, &def, NULL), DV_OK);
}

static inline void add_kinds(dv_program *program) {
    add_kind(program, "light", 1, NULL);
    add_kind(program, "heavy", 2, NULL);
    add_kind(program, "fixed", 1, "fixed");
    add_kind(program, "legged", 1, "legged");
    add_kind(program, "wheeled", 1, "wheeled");
}

/// A program with these types of links alone. Not finished.
static inline dv_program *begin_program(const dv_link_def *links, uint32_t count) {
    dv_program *program = dv_program_create();
    dv_error error = {""};
    for (uint32_t i = 0; i < count; i++)
        if (dv_program_add_link(program, &links[i], &error) != DV_OK)
            fail_msg("%s", error.message);
    add_kinds(program);
    return program;
}

static inline dv_program *program_of(const dv_link_def *links, uint32_t count) {
    dv_program *program = begin_program(links, count);
    assert_int_equal(dv_program_finish(program, NULL), DV_OK);
    return program;
}

static inline bench bench_open_in(dv_world_def def, dv_link_def own) {
    const dv_link_def links[] = {link_named("rope", false), link_named("leash", true), own};
    bench b = {.program = program_of(links, own.name ? 3 : 2)};
    b.world = dv_world_create(&def, b.program, &b.error);
    if (!b.world)
        fail_msg("%s", b.error.message);
    return b;
}

static inline bench bench_open(void) { return bench_open_in(lab_def(), (dv_link_def){0}); }

static inline void bench_close(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline dv_agent spawn(bench *b, uint32_t kind, float x, float y) {
    dv_agent_def def = dv_agent_def_default(kind);
    dv_agent agent;
    def.position = dv_vec(x, y, 0);
    assert_int_equal(dv_agent_spawn(b->world, &def, &agent, &b->error), DV_OK);
    return agent;
}

static inline void tie(bench *b, dv_agent from, uint32_t type, dv_agent to) {
    if (dv_agent_link(b->world, from, type, to, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

static inline void step(bench *b, int ticks) {
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_world_step(b->world, &b->error), DV_OK);
}

static inline uint64_t hash_of(const bench *b) {
    uint64_t hash = 0;
    assert_int_equal(dv_world_hash(b->world, &hash, NULL), DV_OK);
    return hash;
}

static inline dv_snapshot snapshot_of(bench *b) {
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(b->world, &snapshot, &b->error), DV_OK);
    return snapshot;
}

static inline void load(bench *b, const dv_snapshot *snapshot) {
    if (dv_world_load_snapshot(b->world, snapshot, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

static inline uint32_t id_or_0(dv_agent agent) { return agent.bits ? dv_agent_id(agent) : 0; }

/// The links of an agent as text: "0 1>2, 1 2>1" for their types, and from whom they lead to whom.
static inline void expect_links(const bench *b, dv_agent agent, const char *expected) {
    char text[512] = "";
    uint32_t cursor = 0;
    dv_link link;
    while (dv_agent_next_link(b->world, agent, &cursor, &link)) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%u %u>%u", used ? ", " : "", link.type,
                 id_or_0(link.from), id_or_0(link.to));
    }
    assert_string_equal(text, expected);
}

/// The same for all links of the world.
static inline void expect_all(const bench *b, const char *expected) {
    char text[512] = "";
    dv_link link;
    for (uint32_t i = 0; i < dv_world_link_limit(b->world); i++) {
        size_t used = strlen(text);
        if (dv_world_link_at(b->world, i, &link))
            snprintf(text + used, sizeof text - used, "%s%u %u>%u", used ? ", " : "", link.type,
                     id_or_0(link.from), id_or_0(link.to));
    }
    assert_string_equal(text, expected);
}

#endif
