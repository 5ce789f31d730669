// Rows of the goal-achieving matrix: what an agent does about another one.
#include "goals.h"

// To somebody who moves

static dv_steering *pursuit(void) { return MAKE("pursuit", AT_TARGET); }
static dv_steering *evasion(void) { return MAKE("evasion", AT_TARGET); }
static dv_steering *offset_pursuit(void) {
    return MAKE("offset_pursuit", AT_TARGET, {"offset", dv_value_point((dv_vec3){-2, 1, 0})});
}

static void begin_chase(attempt *s) {
    dv_agent quarry = add_other(s, somewhere(s, 10), draw(s, 0, 360), OTHER_SPEED);
    lab_aim(&s->l, s->self, quarry);
}

static void note_quarry(attempt *s) {
    s->goal = place_of(s, s->others[0]);
    note_nearest(s);
}

static bool has_caught(attempt *s) { return s->nearest < 2 * BODY + 0.05f; }

static void begin_flight(attempt *s) {
    dv_vec3 from = somewhere(s, 4);
    dv_agent hunter = add_other(
        s, from, (float)(dv_atan2(-(double)from.y, -(double)from.x) * 180 / DV_PI), OTHER_SPEED);
    lab_aim(&s->l, s->self, hunter);
}

static bool was_never_caught(attempt *s) { return s->nearest > 2 * BODY && got_away(s); }

static bool keeps_place(attempt *s) {
    dv_agent leader = s->others[0];
    dv_vec3 forward = dv_agent_forward(s->l.world, leader);
    dv_vec3 place = dv_vec(-2 * forward.x - forward.y, -2 * forward.y + forward.x, 0);
    return distance_to(s, s->self, dv_add(place_of(s, leader), place)) < BODY;
}

static dv_steering *interpose(void) {
    return MAKE("interpose", {"a", dv_value_name("target")}, {"b", dv_value_name("place")});
}

/// Somebody who moves, and a place to keep from them.
static void begin_guard(attempt *s) {
    begin_chase(s);
    aim_at(s, somewhere(s, 10));
}

static bool is_between(attempt *s) {
    dv_vec3 other = place_of(s, s->others[0]);
    dv_vec3 middle = dv_scale(dv_add(other, s->goal), 0.5f);
    return distance_to(s, s->self, middle) < 2 * BODY;
}

static dv_steering *shadow(void) { return MAKE("shadow", AT_TARGET); }

static bool moves_alike(attempt *s) {
    dv_vec3 difference = dv_subtract(dv_agent_velocity(s->l.world, s->self),
                                     dv_agent_velocity(s->l.world, s->others[0]));
    return distance_to(s, s->self, place_of(s, s->others[0])) < 7 &&
           dv_length(difference) < 0.1f * OTHER_SPEED;
}

static dv_steering *leader_following(void) {
    return MAKE("leader_following", {"leader", dv_value_name("target")});
}

/// It arrives at a place 2 m behind, which moves: at half of its own top speed, that is where
/// arrival has slowed down to half, 1 m farther behind.
static bool is_behind(attempt *s) {
    dv_agent leader = s->others[0];
    dv_vec3 behind = dv_scale(dv_agent_forward(s->l.world, leader), -3);
    return distance_to(s, s->self, dv_add(place_of(s, leader), behind)) < 2 * BODY;
}

static dv_steering *hide(void) { return MAKE("hide", AT_TARGET); }

/// The same for one who has to mind the pillar on the way.
static dv_steering *hide_and_avoid(void) {
    dv_part parts[] = {{MAKE("obstacle_avoidance", NUMBER("horizon", 1)), {0}}, {hide(), {0}}};
    dv_error error;
    dv_steering *both = dv_blend_create("sum", parts, 2, NULL, 0, "test", &error);
    assert_non_null(both);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    return both;
}

#define PILLAR 2.0f ///< m

// The pillar is in the middle, and the agent to the side of it, in sight: the way round from the
// front is for other behaviors.
static void begin_hiding_from(attempt *s, dv_agent opponent) {
    dv_obstacle_def pillar = {.shape = DV_SPHERE, .radius = PILLAR};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(s->l.world, &pillar, &obstacle, &s->l.error), DV_OK);
    dv_vec3 from = place_of(s, opponent);
    double away = dv_atan2(-(double)from.y, -(double)from.x);
    double side = draw(s, 0, 1) < 0.5f ? -1 : 1;
    dv_vec3 place = at_angle(away + side * (double)draw(s, 0.8f, 1.3f), draw(s, 5, 7));
    put(s, s->self, place, draw(s, 0, 6), 0);
    lab_aim(&s->l, s->self, opponent);
}

static void begin_hiding(attempt *s) {
    begin_hiding_from(s, add_other(s, somewhere(s, 10), draw(s, 0, 360), 0));
}

/// Whether the pillar is between the agent and its opponent.
static bool is_hidden(const attempt *s) {
    dv_vec3 from = place_of(s, s->others[0]);
    dv_vec3 sight = dv_subtract(place_of(s, s->self), from), way = dv_normalize(sight);
    float along = -dv_dot(from, way);
    dv_vec3 nearest = dv_add(from, dv_scale(way, along));
    return along > 0 && along < dv_length(sight) && dv_length(nearest) < PILLAR;
}

static bool rests_hidden(attempt *s) { return is_hidden(s) && rests(s, s->self); }

/// The opponent goes past at 8 m. Cars cannot follow: the hiding place moves aside.
static void begin_hiding_from_walker(attempt *s) {
    double way = (double)draw(s, 0, 6);
    dv_vec3 from = dv_add(at_angle(way, -20), at_angle(way + DV_PI / 2, 8));
    begin_hiding_from(s, add_other(s, from, (float)(way * 180 / DV_PI), OTHER_SPEED));
}

/// It has 15 s to get there.
static void note_seen(attempt *s) { s->counter += s->time > 15 && !is_hidden(s); }

static bool was_never_seen(attempt *s) { return s->counter == 0; }

static dv_steering *walk_along(void) {
    return MAKE("walk_along", {"partner", dv_value_name("target")});
}
static void begin_beside_one_who_stands(attempt *s) {
    lab_aim(&s->l, s->self, add_other(s, somewhere(s, 10), draw(s, 0, 360), 0));
}

static bool rests_beside(attempt *s) {
    const float distance = 1.2f; // by default
    return fabsf(distance_to(s, s->self, place_of(s, s->others[0])) - distance) < BODY &&
           rests(s, s->self);
}

static dv_steering *walk_along_to(void) {
    return MAKE("walk_along", {"partner", dv_value_name("target")},
                {"target", dv_value_name("place")});
}

/// Two who have the same goal, which they reach after 45 s.
static void begin_couple(attempt *s) {
    s->group[s->group_count++] = s->self;
    dv_agent partner = add_fellow(s, somewhere(s, draw(s, 2, 5)), draw(s, 0, 360), 0);
    lab_aim(&s->l, s->self, partner);
    lab_aim(&s->l, partner, s->self);
    aim_at(s, somewhere(s, 90));
    send(s, partner, s->goal);
}

static dv_agent partner_of(const attempt *s) {
    return s->group_count > 1 ? s->group[1] : s->others[0];
}

/// Side by side, 1.2 m apart.
static bool is_abreast(attempt *s, float speed) {
    dv_agent partner = partner_of(s);
    dv_vec3 apart = dv_subtract(place_of(s, partner), place_of(s, s->self));
    dv_vec3 way = dv_normalize(velocity_of(s, partner));
    float along = dv_dot(apart, way), across = dv_length(dv_subtract(apart, dv_scale(way, along)));
    return fabsf(along) < BODY && fabsf(across - 1.2f) < BODY &&
           dv_dot(velocity_of(s, s->self), way) > speed;
}

static bool go_abreast(attempt *s) { return is_abreast(s, 0.8f * SPEED); }
static bool keeps_abreast(attempt *s) { return is_abreast(s, 0.8f * OTHER_SPEED); }

static bool rest_abreast(attempt *s) {
    dv_agent partner = partner_of(s);
    dv_vec3 a = place_of(s, s->self), b = place_of(s, partner);
    return rests(s, s->self) && rests(s, partner) &&
           dv_length(dv_subtract(dv_lerp(a, b, 0.5f), s->goal)) < BODY &&
           fabsf(dv_length(dv_subtract(a, b)) - 1.2f) < BODY;
}

static const row rows[] = {
    {"interpose", interpose, begin_guard, NULL, is_between, 40, 0, false, EVERYBODY},
    {"shadow", shadow, begin_chase, NULL, moves_alike, 40, 0, false, EVERYBODY},
    {"leader_following", leader_following, begin_chase, NULL, is_behind, 60, 0, false, EVERYBODY},
    {"pursuit", pursuit, begin_chase, note_quarry, has_caught, 60, 0, true, EVERYBODY},
    {"evasion", evasion, begin_flight, note_quarry, was_never_caught, 30, SPEED, false, EVERYBODY},
    {"offset_pursuit", offset_pursuit, begin_chase, NULL, keeps_place, 60, 0, false, EVERYBODY},
    {"hide", hide_and_avoid, begin_hiding, NULL, rests_hidden, 30, 0, false, EVERYBODY},
    {"hide", hide_and_avoid, begin_hiding_from_walker, note_seen, was_never_seen, 40, 0, false,
     ON_THE_SPOT},
    {"walk_along", walk_along, begin_chase, NULL, keeps_abreast, 60, 0, false, EVERYBODY},
    {"walk_along", walk_along, begin_beside_one_who_stands, NULL, rests_beside, 40, 0, false,
     EVERYBODY},
    {"walk_along", walk_along_to, begin_couple, NULL, go_abreast, 40, 0, false, EVERYBODY},
    {"walk_along", walk_along_to, begin_couple, NULL, rest_abreast, 70, 0, false, EVERYBODY},
};

GOALS(rows)
