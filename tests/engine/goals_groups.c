// Rows of the goal-achieving matrix: what the members of a group do together.
#include "goals.h"

/// Members in a ring, who face about one way. The last is the agent itself.
static void begin_group(attempt *s, int count, float near, float far, float headings, float speed) {
    float way = draw(s, 0, 6);
    while (s->group_count < count - 1) {
        dv_vec3 place = somewhere(s, draw(s, near, far));
        float heading = way + draw(s, -headings, headings);
        add_fellow(s, place, heading * (float)(180 / DV_PI), speed);
    }
    dv_vec3 place = somewhere(s, draw(s, near, far));
    put(s, s->self, place, way + draw(s, -headings, headings), speed);
    s->group[s->group_count++] = s->self;
}

static dv_vec3 mean_of(const attempt *s, dv_vec3 (*value)(const attempt *s, dv_agent agent)) {
    dv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < s->group_count; i++)
        sum = dv_add(sum, value(s, s->group[i]));
    return dv_scale(sum, 1 / (float)s->group_count);
}

/// The least distance between two members.
static float least_distance(const attempt *s) {
    float least = INFINITY;
    for (int i = 0; i < s->group_count; i++)
        for (int j = 0; j < i; j++) {
            float distance = distance_to(s, s->group[i], place_of(s, s->group[j]));
            least = distance < least ? distance : least;
        }
    return least;
}

// Alignment

static dv_steering *alignment(void) { return MAKE("alignment", NUMBER("radius", 20)); }

static void begin_fan(attempt *s) { begin_group(s, 8, 1, 6, 1, SPEED); }

/// They move alike, and not because all stand.
static bool all_move_alike(attempt *s) {
    dv_vec3 mean = mean_of(s, velocity_of);
    for (int i = 0; i < s->group_count; i++)
        if (dv_length(dv_subtract(velocity_of(s, s->group[i]), mean)) >= 0.1f * SPEED)
            return false;
    return dv_length(mean) > 0.5f * SPEED;
}

// Cohesion

static dv_steering *cohesion(void) { return MAKE("cohesion", NUMBER("radius", 20)); }

static void begin_scattered(attempt *s) { begin_group(s, 8, 4, 8, 3, 0); }

/// How far they are from the middle, on the average.
static float mean_from_middle(const attempt *s) {
    dv_vec3 middle = mean_of(s, place_of);
    float sum = 0;
    for (int i = 0; i < s->group_count; i++)
        sum += distance_to(s, s->group[i], middle);
    return sum / (float)s->group_count;
}

/// Sum that over the last 10 s.
static void note_distances(attempt *s) {
    if (s->time <= 20)
        return;
    s->sums[0] += mean_from_middle(s);
    s->counter++;
}

/// They seek the middle, and so pass it again and again. Who can turn only on a circle that leads
/// through the middle is 2 / π of its width away, on the average.
static bool stay_together(attempt *s) {
    return s->sums[0] / (float)s->counter < BODY + s->body->circle * (float)(2 / DV_PI);
}

// Separation

static dv_steering *separation(void) { return lab_make("separation", NULL, 0); }

static void begin_crowded(attempt *s) { begin_group(s, 8, 0, 1, 3, 0); }

static bool are_apart(attempt *s) { return least_distance(s) >= 2; }

// Flocking

static dv_steering *flocking(void) {
    return MAKE("flocking", NUMBER("alignment.radius", 10), NUMBER("cohesion.radius", 10));
}

// A wide ring, in which everybody sees about half of the others.
static void begin_flock(attempt *s) {
    double way = (double)draw(s, 0, 6);
    for (int i = 0; i < 12; i++) {
        dv_agent agent = i < 11 ? add_fellow(s, dv_vec(0, 0, 0), 0, 0) : s->self;
        dv_vec3 place = at_angle(i * 2 * DV_PI / 12 + (double)draw(s, 0, 0.3f), draw(s, 6, 7));
        put(s, agent, place, (float)way + draw(s, -1, 1), SPEED);
    }
    s->group[s->group_count++] = s->self;
}

static dv_vec3 forward_of(const attempt *s, dv_agent agent) {
    return dv_agent_forward(s->l.world, agent);
}

/// How far the nearest neighbor is, on the average.
static float mean_nearest(const attempt *s) {
    float sum = 0;
    for (int i = 0; i < s->group_count; i++) {
        float least = INFINITY;
        for (int j = 0; j < s->group_count; j++) {
            float distance = distance_to(s, s->group[i], place_of(s, s->group[j]));
            least = i != j && distance < least ? distance : least;
        }
        sum += least;
    }
    return sum / (float)s->group_count;
}

/// In the last 10 s, sum how much they face the same way (1: all do), how fast the middle of them
/// goes, and how far the nearest neighbors and the middle are.
static void note_flock(attempt *s) {
    if (s->time <= 30)
        return;
    s->counter++;
    s->sums[0] += dv_length(mean_of(s, forward_of));
    s->sums[1] += dv_length(mean_of(s, velocity_of));
    s->sums[2] += mean_nearest(s);
    s->sums[3] += mean_from_middle(s);
}

/// One flock that goes one way, does not stand, keeps bodies apart, and has come together: the
/// middle is in the neighborhood.
static bool move_as_one(attempt *s) {
    float share = 1 / (float)s->counter;
    return s->sums[0] * share > 0.9f && s->sums[1] * share > 0.5f * SPEED &&
           s->sums[2] * share > 2 * BODY && s->sums[3] * share < 5;
}

// Queueing

static dv_steering *queueing(void) { return MAKE("queueing", {"target", dv_value_name("place")}); }

/// The same for those who may come as near as they can without touching.
static dv_steering *queueing_closely(void) {
    return MAKE("queueing", {"target", dv_value_name("place")}, NUMBER("radius", 0.5));
}

static void join_queue(attempt *s, dv_agent agent) {
    s->group[s->group_count++] = agent;
    send(s, agent, s->goal);
}

// One after another, and the agent itself is the last.
static void begin_file(attempt *s) {
    double way = (double)draw(s, 0, 6);
    s->goal = at_angle(way, 20);
    for (int i = 0; i < 5; i++) {
        dv_agent agent = i < 4 ? lab_spawn(&s->l, SHEEP, dv_vec(0, 0, 0), 0, 0) : s->self;
        dv_vec3 place = dv_add(at_angle(way, 14 - 3.0f * (float)i),
                               at_angle(way + DV_PI / 2, draw(s, -0.1f, 0.1f)));
        put(s, agent, place, (float)way + draw(s, -0.1f, 0.1f), 0);
        join_queue(s, agent);
    }
    s->sums[0] = INFINITY;
}

// In the door stands one.
static void begin_closed_door(attempt *s) {
    begin_file(s);
    join_queue(s, add_still(s, SHEEP, s->goal, 0));
}

// The first is slow.
static void begin_open_door(attempt *s) {
    begin_file(s);
    assert_int_equal(
        dv_agent_set_property(s->l.world, s->group[0], DV_MAX_SPEED, OTHER_SPEED / 2, &s->l.error),
        DV_OK);
}

static void note_gap(attempt *s) {
    float least = least_distance(s);
    s->sums[0] = least < s->sums[0] ? least : s->sums[0];
}

/// Nobody ever touched anybody. They stop smoothly, which takes forever for the last centimeter.
static bool never_touched(const attempt *s) { return s->sums[0] > 2 * BODY - 0.01f; }

/// How far behind the nearest of those who are nearer to the door.
static float gap_ahead(const attempt *s, dv_agent agent) {
    float own = distance_to(s, agent, s->goal), least = INFINITY;
    for (int i = 0; i < s->group_count; i++) {
        float gap = distance_to(s, s->group[i], place_of(s, agent)) - 2 * BODY;
        if (distance_to(s, s->group[i], s->goal) < own && gap < least)
            least = gap;
    }
    return least;
}

/// Each but the one in the door stands, within the braking distance of another one.
static bool stand_in_line(attempt *s) {
    for (int i = 0; i < s->group_count - 1; i++)
        if (gap_ahead(s, s->group[i]) > 2 || !rests(s, s->group[i]))
            return false;
    return never_touched(s);
}

// All come from a half circle. Two cars that get to the door at the same time can still graze.
static void begin_throng(attempt *s) {
    double way = (double)draw(s, 0, 6);
    s->goal = dv_vec(0, 0, 0);
    for (int i = 0; i < 6; i++) {
        dv_agent agent = i < 5 ? lab_spawn(&s->l, SHEEP, dv_vec(0, 0, 0), 0, 0) : s->self;
        double from = way + DV_PI * (i - 2.5) / 6;
        put(s, agent, at_angle(from, draw(s, 8, 12)), (float)(from + DV_PI), 0);
        join_queue(s, agent);
    }
    s->sums[0] = INFINITY;
}

/// Who has reached the door leaves.
static void note_passing(attempt *s) {
    note_gap(s);
    for (int i = 0; i < s->group_count; i++) {
        if (distance_to(s, s->group[i], s->goal) > BODY)
            continue;
        dv_agent_remove(s->l.world, s->group[i]);
        s->group[i--] = s->group[--s->group_count];
    }
}

static bool got_through(attempt *s) { return s->group_count == 0 && never_touched(s); }

static const row rows[] = {
    {"alignment", alignment, begin_fan, NULL, all_move_alike, 20, 0, false, EVERYBODY},
    {"cohesion", cohesion, begin_scattered, note_distances, stay_together, 30, 0, false, EVERYBODY},
    {"separation", separation, begin_crowded, NULL, are_apart, 20, 0, false, EVERYBODY},
    {"flocking", flocking, begin_flock, note_flock, move_as_one, 40, 0, false, EVERYBODY},
    {"queueing", queueing_closely, begin_closed_door, note_gap, stand_in_line, 40, 0, false,
     EVERYBODY},
    {"queueing", queueing, begin_closed_door, note_gap, stand_in_line, 40, 0, false, ON_WHEELS},
    {"queueing", queueing, begin_open_door, note_passing, got_through, 60, 0, true, EVERYBODY},
    {"queueing", queueing, begin_throng, note_passing, got_through, 60, 0, true, ON_THE_SPOT},
};

GOALS(rows)
