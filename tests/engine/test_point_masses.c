// Point masses that are moved side by side: bit for bit to where each would move alone. Giving one
// agent its own damping or smoothing, even 0, makes the engine move its whole kind one by one.
#include "../program.h"
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

static herd make_herd(dv_space space, bool together, dv_property property, dv_value value) {
    dv_world_def def = lab_def();
    def.space = space;
    lab_kinds kinds = {.steer = MAKE("wander", NUMBER("strength", 1))};
    kinds.properties[DV_RESPONSE] = dv_value_name("amount");
    kinds.properties[property] = value;
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
    dv_property apart = property == DV_DAMPING ? DV_SMOOTHING : DV_DAMPING;
    if (!together)
        for (int i = 0; i < 2; i++)
            dv_agent_set_property(h.l.world, h.agents[i * 60], apart, 0, NULL);
    return h;
}

static bool same_bits(dv_vec3 a, dv_vec3 b) { return memcmp(&a, &b, sizeof a) == 0; }

static void expect_same_ways(dv_space space, dv_property property, dv_value value) {
    herd a = make_herd(space, true, property, value);
    herd b = make_herd(space, false, property, value);
    for (int tick = 0; tick < 50; tick++) {
        lab_step(&a.l);
        lab_step(&b.l);
        for (int i = 0; i < AGENTS; i++) {
            const dv_world *one = a.l.world, *other = b.l.world;
            dv_agent x = a.agents[i], y = b.agents[i];
            bool is_same = same_bits(dv_agent_position(one, x), dv_agent_position(other, y)) &&
                           same_bits(dv_agent_velocity(one, x), dv_agent_velocity(other, y)) &&
                           same_bits(dv_agent_forward(one, x), dv_agent_forward(other, y)) &&
                           same_bits(dv_agent_up(one, x), dv_agent_up(other, y));
            if (!is_same)
                fail_msg("with %s %g, agent %d goes another way in tick %d",
                         dv_properties[property].name, value.as.number, i, tick);
        }
    }
    dv_world_destroy(b.l.world);
    dv_program_release(b.l.program);
    lab_close(&a.l);
}

static void side_by_side_they_go_where_each_would_alone(void **state) {
    (void)state;
    dv_value response = dv_value_name("amount");
    expect_same_ways(DV_PLANE, DV_RESPONSE, response);
    expect_same_ways(DV_VOLUME, DV_RESPONSE, response);
}

static bool belongs_to_a_model(dv_property property) {
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++) {
        const dv_locomotion_type *type = dv_locomotion_type_at(i);
        for (uint32_t p = 0; p < type->property_count; p++)
            if (type->properties[p] == property)
                return true;
    }
    return false;
}

// A property that move_agent heeds and the kernel doesn't know must keep the kind from the kernel.
static void no_property_of_the_kind_is_forgotten(void **state) {
    (void)state;
    for (dv_property p = 0; p < DV_OWN_PROPERTY_COUNT; p++) {
        const dv_parameter *row = &dv_properties[p];
        if (belongs_to_a_model(p))
            continue;
        expect_same_ways(DV_PLANE, p, dv_value_number(row->minimum));
        expect_same_ways(DV_PLANE, p,
                         dv_value_number(row->minimum + fmin(row->maximum - row->minimum, 3) / 4));
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_they_go_where_each_would_alone),
        cmocka_unit_test(no_property_of_the_kind_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
