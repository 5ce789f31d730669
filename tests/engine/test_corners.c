// Corners, in which the way along either surface leads to the other: obstacle_avoidance gets out.
#include "../program.h"
#include "../whole.h"
#include "behavior_world.h"

#define HEADINGS 12
#define FEW_HEADINGS 4 ///< at 240 Hz
#define SPANS 5
#define SPAN 10   ///< s
#define LEAST 2   ///< m, that a body has to get away in each span
#define LENGTH 12 ///< m, of the sides of a corner

typedef struct corner {
    double angle, tick_rate;
    bool is_weighted;
} corner;

static void put(lab *l, const dv_obstacle_def *def) {
    dv_obstacle made;
    if (dv_obstacle_create(l->world, def, &made, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
}

static dv_vec3 at_angle(double angle, double distance) {
    return dv_vec((float)(distance * dv_cos(angle)), (float)(distance * dv_sin(angle)), 0);
}

static void put_triangle(lab *l, double angle) {
    dv_vec3 points[] = {{0, 0, 0}, at_angle(-angle / 2, 20), at_angle(angle / 2, 20)};
    put(l, &(dv_obstacle_def){
               .shape = DV_POLYGON, .points = points, .point_count = 3, .hollow = true});
}

static void put_walls(lab *l, double angle) {
    for (int side = -1; side <= 1; side += 2) {
        dv_vec3 points[] = {{0, 0, 0}, at_angle(side * angle / 2, LENGTH)};
        put(l, &(dv_obstacle_def){.shape = DV_WALL, .points = points, .point_count = 2});
    }
}

static void put_boxes(lab *l, double angle) {
    for (int side = -1; side <= 1; side += 2) {
        double heading = side * angle / 2;
        dv_vec3 middle =
            dv_add(at_angle(heading, LENGTH / 2.0), at_angle(heading + side * DV_PI / 2, 1));
        put(l, &(dv_obstacle_def){.shape = DV_BOX,
                                  .position = middle,
                                  .width = LENGTH,
                                  .depth = 2,
                                  .height = 10,
                                  .heading = (float)heading});
    }
}

static lab open_corner(const corner *c) {
    dv_part parts[] = {{lab_make("obstacle_avoidance", NULL, 0), {0}},
                       {lab_make("wander", NULL, 0), {0}}};
    if (c->is_weighted)
        parts[0].weight = dv_value_number(3);
    const char *blend = c->is_weighted ? "weighted" : "priority";
    lab_kinds kinds = {.steer = dv_blend_create(blend, parts, 2, NULL, 0, "test", NULL)};
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(3);
    dv_world_def def = lab_def();
    def.tick_rate = c->tick_rate;
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    return l;
}

/// The shortest way (m) that it gets away from where it is in any of the spans.
static float least_way(const corner *c, void (*put_corner)(lab *l, double angle), float heading) {
    lab l = open_corner(c);
    put_corner(&l, c->angle);
    float apart = (float)(1 / dv_sin(c->angle / 2)) + 1;
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(apart, 0, 0), heading, 3);
    float least = INFINITY;
    for (int span = 0; span < SPANS; span++) {
        dv_vec3 from = dv_agent_position(l.world, agent);
        float farthest = 0;
        for (int tick = 0; tick < (int)(SPAN * c->tick_rate); tick++) {
            lab_step(&l);
            dv_vec3 way = dv_subtract(dv_agent_position(l.world, agent), from);
            farthest = fmaxf(farthest, dv_length(way));
        }
        least = fminf(least, farthest);
    }
    lab_close(&l);
    return least;
}

static void get_out(void (*put_corner)(lab *l, double angle)) {
    static const double angles[] = {20, 30, 45, 60, 90, 120}, tick_rates[] = {20, 60, 240};
    int held = 0;
    for (int i = 0; i < 6 * 3 * 2; i++) {
        corner c = {angles[i % 6] * DV_PI / 180, tick_rates[i / 6 % 3], i / 18 == 1};
        int headings = c.tick_rate > 60 ? few_or_all(FEW_HEADINGS, HEADINGS) : HEADINGS;
        for (int h = 0; h < headings; h++) {
            float way = least_way(&c, put_corner, 360.0f / (float)headings * (float)h);
            if (way >= LEAST)
                continue;
            held++;
            print_message("%g°, %g Hz, %s, heading %d°: %g m away in %d s\n", angles[i % 6],
                          c.tick_rate, c.is_weighted ? "weighted" : "priority", 360 / headings * h,
                          (double)way, SPAN);
        }
    }
    assert_int_equal(held, 0);
}

static void bodies_get_out_of_hollow_triangles(void **state) {
    (void)state;
    get_out(put_triangle);
}

static void bodies_get_out_between_walls(void **state) {
    (void)state;
    get_out(put_walls);
}

static void bodies_get_out_between_boxes_that_touch(void **state) {
    (void)state;
    get_out(put_boxes);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_get_out_of_hollow_triangles),
        cmocka_unit_test(bodies_get_out_between_walls),
        cmocka_unit_test(bodies_get_out_between_boxes_that_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
