// A world for tests of fields: 10 ticks a second, and a field "scent" in bounds from the origin on.
#ifndef DV_TESTS_FIELD_BENCH_H
#define DV_TESTS_FIELD_BENCH_H

#include "behavior_world.h"

#include "base/alloc.h"
#include "base/random.h"
#include "world/fields.h"

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
    dv_field field;
} bench;

static inline dv_program *program_of(const dv_field_def *fields, uint32_t count, dv_error *error) {
    dv_program *program = dv_program_create();
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(dv_program_add_field(program, &fields[i], error), DV_OK);
    assert_int_equal(dv_program_finish(program, error), DV_OK);
    return program;
}

static inline dv_world_def def_of(double width, double height, dv_edge edge) {
    dv_world_def def = dv_world_def_default();
    def.tick_rate = 10;
    def.bounds = (dv_bounds){{0, 0, 0}, {(float)width, (float)height, 1}, edge};
    return def;
}

static inline void bench_open(bench *b, dv_field_def field, dv_world_def def) {
    *b = (bench){0};
    field.name = "scent";
    field.max = field.max > 0 ? field.max : 1;
    b->program = program_of(&field, 1, &b->error);
    b->world = dv_world_create(&def, b->program, &b->error);
    if (!b->world)
        fail_msg("%s", b->error.message);
    b->field = dv_world_field(b->world, 0);
}

static inline void bench_close(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline void step(bench *b, int ticks) {
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_world_step(b->world, &b->error), DV_OK);
}

static inline void add(bench *b, double x, double y, double amount, double radius) {
    dv_vec3 place = dv_vec((float)x, (float)y, 0);
    if (dv_field_add(b->world, b->field, place, amount, radius, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

static inline double at(const bench *b, double x, double y) {
    return dv_field_at(b->world, b->field, dv_vec((float)x, (float)y, 0));
}

static inline double total(const bench *b) {
    return dv_field_total(b->world, b->field, (dv_region){0});
}

static inline uint64_t hash_of(const dv_world *world) {
    uint64_t hash = 0;
    assert_int_equal(dv_world_hash(world, &hash, NULL), DV_OK);
    return hash;
}

static inline int64_t units_of(const bench *b) {
    const dv_field_grid *grid = &dv_field_record_of(b->world, b->field.bits)->grid;
    int64_t sum = 0;
    for (uint32_t row = 0; row < grid->layout.rows; row++)
        for (uint32_t column = 0; column < grid->layout.columns; column++)
            sum += dv_cells_units(grid, column, row);
    return sum;
}

/// Amounts in cells drawn at random, some of them full.
static inline void scatter(bench *b, int count) {
    dv_bounds bounds = dv_world_bounds(b->world);
    uint64_t n = 0;
    for (int i = 0; i < count; i++) {
        double x = dv_random_unit((dv_random_key){0}, n++) * (double)bounds.max.x;
        double y = dv_random_unit((dv_random_key){0}, n++) * (double)bounds.max.y;
        add(b, x, y, dv_random_unit((dv_random_key){0}, n++) * 1.2, 0);
    }
}

#endif
