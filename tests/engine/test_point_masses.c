// Point masses that are moved side by side: bit for bit to where each would move alone. Giving one
// agent its own damping, even 0, makes the engine move its whole kind one by one.
#include "behavior_world.h"

#define AGENTS 203

typedef struct herd {
    lab l;
    dv_agent agents[AGENTS];
} herd;

static float huge_or_tiny(uint64_t *n) {
    static const float sizes[] = {0, 1e-40f, 1e-3f, 1, 10, 100, 1e6f, 1e9f};
    float size = sizes[(int)lab_random(n, 0, 7.99f)];
    return size * lab_random(n, -1, 1);
}

static herd make_herd(dv_space space, bool together) {
    dv_world_def def = lab_def();
    def.space = space;
    lab_kinds kinds = {.steer = MAKE("wander", NUMBER("strength", 1))};
    kinds.properties[DV_RESPONSE] = dv_value_name("amount");
    herd h = {.l = lab_open_with(def, kinds)};
    dv_steering_release(kinds.steer);
    uint64_t n = 1;
    for (int i = 0; i < AGENTS; i++) {
        bool is_plain = i % 3 != 0;
        dv_vec3 place = {huge_or_tiny(&n), huge_or_tiny(&n),
                         space == DV_VOLUME ? huge_or_tiny(&n) : 0};
        dv_vec3 velocity = {huge_or_tiny(&n), huge_or_tiny(&n),
                            space == DV_VOLUME ? huge_or_tiny(&n) : 0};
        h.agents[i] = lab_spawn(&h.l, i / 50 % 2 ? DOG : SHEEP, place, 30 * (float)i, 0);
        dv_agent_set_velocity(h.l.world, h.agents[i], velocity, NULL);
        lab_set_amount(&h.l, h.agents[i], is_plain ? 0.25 : (double)lab_random(&n, 0, 1));
        if (i % 7 == 0)
            dv_agent_set_property(h.l.world, h.agents[i], DV_MAX_SPEED, (double)(i % 5), NULL);
    }
    if (!together)
        for (int i = 0; i < 2; i++)
            dv_agent_set_property(h.l.world, h.agents[i * 60], DV_DAMPING, 0, NULL);
    return h;
}

static bool same_bits(dv_vec3 a, dv_vec3 b) { return memcmp(&a, &b, sizeof a) == 0; }

static void side_by_side_they_go_where_each_would_alone(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        herd a = make_herd(space ? DV_VOLUME : DV_PLANE, true);
        herd b = make_herd(space ? DV_VOLUME : DV_PLANE, false);
        for (int tick = 0; tick < 50; tick++) {
            lab_step(&a.l);
            lab_step(&b.l);
            for (int i = 0; i < AGENTS; i++) {
                dv_agent one = a.agents[i], other = b.agents[i];
                assert_true(same_bits(dv_agent_position(a.l.world, one),
                                      dv_agent_position(b.l.world, other)));
                assert_true(same_bits(dv_agent_velocity(a.l.world, one),
                                      dv_agent_velocity(b.l.world, other)));
                assert_true(same_bits(dv_agent_forward(a.l.world, one),
                                      dv_agent_forward(b.l.world, other)));
                assert_true(same_bits(dv_agent_up(a.l.world, one), dv_agent_up(b.l.world, other)));
            }
        }
        dv_world_destroy(b.l.world);
        dv_program_release(b.l.program);
        lab_close(&a.l);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_they_go_where_each_would_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
