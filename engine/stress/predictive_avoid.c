// Predictive avoidance: keep clear of where others will probably be.
#include "steering/annotations.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "stress/surroundings.h"

#include <string.h>

enum { KIND, STATE, RADIUS, ANGLE, HORIZON, CLEARANCE, TURN, ACCELERATE, BRAKE, LEFT, RIGHT };

static const dv_parameter parameters_of_avoidance[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 200 * DV_PI / 180,
     "the neighborhood's full cone of view"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 2,
     "how far ahead others are predicted, one step of the agent at a time, at most 16 steps"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.2, "kept between the bodies"},
    {"turn", DV_PARAMETER_NUMBER, false, "rad", 0, DV_PI, DV_PI / 6,
     "the widest turn that others are predicted to make"},
    {"accelerate", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.2,
     "how likely it is that others go one and a half times as fast"},
    {"brake", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.2,
     "how likely it is that they go half as fast"},
    {"left", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.2, "how likely it is that they turn left"},
    {"right", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.2, "how likely it is that they turn right"},
};

#define MAX_STEPS 16
#define PACES 3
#define TURNS 5
#define CELLS (PACES * TURNS)
#define PERCENT 100.0f

/// A disc where another agent may be. With s the way it covers straight on, the center is `ahead` ·
/// s ahead and `left` · s to the left of where it is now.
typedef struct cell {
    float ahead, left;
    float size;        ///< radius, as a share of the way straight on
    float probability; ///< %
} cell;

/// Where other agents may be, likeliest cell first.
typedef struct outlook {
    const dv_steering_context *context;
    const dv_footsteps *steps;
    dv_viewers viewers;
    uint32_t step_count; ///< how many steps to look ahead
    float radius, half_cosine, clearance;
    cell cells[CELLS];
    float middle, around;   ///< a disc around all cells: its center ahead and its radius, as shares
    float reach[MAX_STEPS]; ///< m, how far from here the agent's body may be at each step
    float most[MAX_STEPS][DV_MAX_FOOTSTEPS]; ///< the greatest probability met so far
} outlook;

// `middle` gets the probability that the sides leave over; sides that add up to more than 1 are
// scaled to 1.
static void share_out(float *middle, float *low, float *high) {
    float sum = *low + *high;
    *middle = sum < 1 ? 1 - sum : 0;
    if (sum > 1)
        *low /= sum, *high /= sum;
}

static void sort_cells(cell *cells) {
    for (int i = 1; i < CELLS; i++) {
        cell moved = cells[i];
        int place = i;
        for (; place > 0 && cells[place - 1].probability < moved.probability; place--)
            cells[place] = cells[place - 1];
        cells[place] = moved;
    }
}

/// Find a disc around all cells with a probability above 0.
static void bound_cells(outlook *o) {
    float nearest = 1, furthest = 1, around = 0;
    for (int i = 0; i < CELLS && o->cells[i].probability > 0; i++) {
        nearest = (float)dv_lesser(nearest, o->cells[i].ahead);
        furthest = (float)dv_greater(furthest, o->cells[i].ahead);
    }
    o->middle = (nearest + furthest) / 2;
    for (int i = 0; i < CELLS && o->cells[i].probability > 0; i++) {
        float ahead = o->cells[i].ahead - o->middle, left = o->cells[i].left;
        around = (float)dv_greater(around, ahead * ahead + left * left);
    }
    o->around = sqrtf(around) + o->cells[0].size;
}

// Turns and changes of pace are independent. Of the two turns to one side, the wider one is half as
// likely as the narrower one.
static void spread_outlook(const dv_steering_context *context, const dv_bound *parameters,
                           outlook *o) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    float faster = dv_number_within(context, parameters, descriptors, ACCELERATE);
    float slower = dv_number_within(context, parameters, descriptors, BRAKE);
    float left = dv_number_within(context, parameters, descriptors, LEFT);
    float right = dv_number_within(context, parameters, descriptors, RIGHT);
    float widest = dv_number_within(context, parameters, descriptors, TURN);
    float same, straight;
    share_out(&same, &slower, &faster);
    share_out(&straight, &right, &left);
    const float paces[PACES] = {0.5f, 1, 1.5f}, at_pace[PACES] = {slower, same, faster};
    const float at_turn[TURNS] = {right / 3, right * 2 / 3, straight, left * 2 / 3, left / 3};
    for (int t = 0; t < TURNS; t++) {
        double sine, cosine;
        dv_sin_cos((double)widest * (t - 2) / 2, &sine, &cosine);
        for (int p = 0; p < PACES; p++)
            o->cells[t * PACES + p] = (cell){
                .ahead = paces[p] * (float)cosine,
                .left = paces[p] * (float)sine,
                .size = 0.25f,
                .probability = PERCENT * at_pace[p] * at_turn[t],
            };
    }
    sort_cells(o->cells);
    bound_cells(o);
}

static void look_ahead(const dv_steering_context *context, const dv_bound *parameters,
                       float seconds, outlook *o) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    float horizon = dv_number_within(context, parameters, descriptors, HORIZON);
    float steps = seconds > 0 ? dv_clamp(ceilf(horizon / seconds), 0, MAX_STEPS) : 0;
    o->context = context;
    o->step_count = steps > 0 ? (uint32_t)steps : 0;
    o->radius = dv_number_within(context, parameters, descriptors, RADIUS);
    o->half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]);
    o->clearance = dv_number_within(context, parameters, descriptors, CLEARANCE);
    spread_outlook(context, parameters, o);
}

/// An agent that may be in the way.
typedef struct other {
    float x, y, vx, vy;
    float speed;
    float bodies; ///< m, both radii plus the clearance
} other;

static bool next_other(outlook *o, dv_neighborhood *near, other *who) {
    if (!dv_neighborhood_next_in_view(near, o->context, o->half_cosine))
        return false;
    dv_vec3 velocity = dv_neighbor_velocity(near);
    *who = (other){
        .x = near->offset.x,
        .y = near->offset.y,
        .vx = velocity.x,
        .vy = velocity.y,
        .speed = sqrtf(velocity.x * velocity.x + velocity.y * velocity.y),
        .bodies =
            o->context->radius + dv_property_of(near->world, near->agent, DV_RADIUS) + o->clearance,
    };
    return true;
}

static void place_of(const other *who, const cell *c, float time, float *x, float *y) {
    *x = who->x + (who->vx * c->ahead - who->vy * c->left) * time;
    *y = who->y + (who->vy * c->ahead + who->vx * c->left) * time;
}

/// The greatest probability of a cell that a body at (x, y) touches, or `most` if that is greater.
/// The cells are sorted, so the first hit is the likeliest.
static float probability_at(const outlook *o, const float (*places)[2], float reach, float x,
                            float y, float most) {
    for (int i = 0; i < CELLS && o->cells[i].probability > most; i++) {
        float off_x = places[i][0] - x, off_y = places[i][1] - y;
        if (off_x * off_x + off_y * off_y < reach * reach)
            return o->cells[i].probability;
    }
    return most;
}

// An agent that stands still will stay where it is.
static void meet_one_that_stands(outlook *o, const other *who, float ahead, float *most) {
    for (uint32_t i = 0; i < o->viewers.count; i++) {
        float x = o->viewers.at[i].x + o->steps->velocity_x[i] * ahead - who->x;
        float y = o->viewers.at[i].y + o->steps->velocity_y[i] * ahead - who->y;
        if (x * x + y * y < who->bodies * who->bodies)
            most[i] = PERCENT;
    }
}

static void meet_other(outlook *o, const other *who, uint32_t step) {
    float seconds = o->steps->seconds;
    float time = seconds * (float)(step + 1), ahead = seconds * (float)step;
    float *most = o->most[step];
    if (!(who->speed > 0)) {
        meet_one_that_stands(o, who, ahead, most);
        return;
    }
    float way = who->speed * time, reach = who->bodies + o->cells[0].size * way;
    float middle_x = who->x + who->vx * time * o->middle;
    float middle_y = who->y + who->vy * time * o->middle;
    float furthest = who->bodies + o->around * way;
    float anywhere = furthest + o->reach[step];
    if (middle_x * middle_x + middle_y * middle_y >= anywhere * anywhere)
        return;
    float places[CELLS][2];
    for (int i = 0; i < CELLS; i++)
        place_of(who, &o->cells[i], time, &places[i][0], &places[i][1]);
    for (uint32_t i = 0; i < o->viewers.count; i++) {
        float x = o->viewers.at[i].x + o->steps->velocity_x[i] * ahead;
        float y = o->viewers.at[i].y + o->steps->velocity_y[i] * ahead;
        float off_x = x - middle_x, off_y = y - middle_y;
        if (off_x * off_x + off_y * off_y < furthest * furthest)
            most[i] = probability_at(o, (const float(*)[2])places, reach, x, y, most[i]);
    }
}

static void begin_outlook(outlook *o) {
    const dv_footsteps *steps = o->steps;
    float fastest = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        float x = steps->velocity_x[i], y = steps->velocity_y[i];
        fastest = (float)dv_greater(fastest, x * x + y * y);
    }
    for (uint32_t k = 0; k < o->step_count; k++) {
        o->reach[k] = o->viewers.reach + sqrtf(fastest) * steps->seconds * (float)k;
        memset(o->most[k], 0, steps->count * sizeof *o->most[k]);
    }
}

static void score_outlook(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    outlook o;
    o.steps = steps;
    look_ahead(context, parameters, steps->seconds, &o);
    dv_viewers_of(context, steps, &o.viewers);
    begin_outlook(&o);
    dv_neighborhood near =
        dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], o.radius);
    for (other who; next_other(&o, &near, &who);)
        for (uint32_t k = 0; k < o.step_count; k++)
            meet_other(&o, &who, k);
    for (uint32_t k = 0; k < o.step_count; k++) {
        float weight = 1 - (float)k / (float)o.step_count;
        for (uint32_t i = 0; i < steps->count; i++)
            stress[i] += weight * o.most[k][i];
    }
}

// Draw where others may be after half the horizon: the likelier, the larger.
static void annotate_outlook(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    outlook o;
    look_ahead(context, parameters, 1, &o);
    float time = dv_number_within(context, parameters, parameters_of_avoidance, HORIZON) / 2;
    dv_neighborhood near =
        dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], o.radius);
    dv_show_view(context, sketch, context->forward, o.radius, o.half_cosine, DV_INK_NEIGHBOR);
    for (other who; next_other(&o, &near, &who);)
        for (int i = 0; i < CELLS; i++) {
            const cell *c = &o.cells[i];
            float x, y;
            place_of(&who, c, time, &x, &y);
            dv_show_circle(context, sketch, dv_vec(x, y, 0),
                           c->size * who.speed * time * sqrtf(c->probability / PERCENT),
                           DV_INK_THREAT);
        }
}

const dv_stress_type dv_stress_predictive_avoid = {
    .entry = {.name = "predictive_avoid",
              .doc = "Keep clear of where others will probably be in the next steps. Those who "
                     "will pass at a distance do not count, however near they are now.",
              .source =
                  "Reich 1997, Predictive Avoidance: Σ λ_k · max p_k over the cells that the "
                  "body touches k steps on, in percent; others are at k (place − place "
                  "before) from here, at half, all and half again of the way and turned by 0, "
                  "turn / 2 and turn to either side, p being the product of how likely pace "
                  "and turn are; λ_k falls evenly to nothing at the horizon",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .score = score_outlook,
    .annotate = annotate_outlook,
};
