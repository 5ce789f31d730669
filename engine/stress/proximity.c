// Proximity avoidance: keep clear of everything near and ahead as if it were one object.
#include "steering/annotations.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "stress/surroundings.h"
#include "world/obstacle_shapes.h"

#include <string.h>

enum { KIND, STATE, RADIUS, ANGLE, AGENTS, OBSTACLES, CONTROL };

static const dv_parameter parameters_of_avoidance[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 3,
     "how far the region reaches: what comes nearer is avoided"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI / 3,
     "the region's full angle, centered on the way the agent faces"},
    {"agents", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1, "avoid agents"},
    {"obstacles", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1, "avoid obstacles"},
    DV_CONTROL_PARAMETERS,
};

/// The regions of all candidates, and the simulated object in each.
typedef struct regions {
    const dv_steering_context *context;
    const dv_viewers *viewers;
    dv_view view;
    float radius; ///< m
    dv_simulated_object phantoms[DV_MAX_FOOTSTEPS];
} regions;

static void add_disc(regions *r, float x, float y, float radius) {
    const dv_viewers *viewers = r->viewers;
    float reach = r->radius + viewers->reach + radius;
    if (!(x * x + y * y < reach * reach))
        return;
    for (uint32_t i = 0; i < viewers->count; i++) {
        float intrusion = dv_intrusion_of_disc(&viewers->at[i], &r->view, r->radius, x, y, radius);
        if (intrusion > 0)
            dv_add_to_simulated_object(&r->phantoms[i], intrusion, x, y, radius);
    }
}

/// For each region, the point of an outline that intrudes deepest.
typedef struct deepest {
    float intrusion[DV_MAX_FOOTSTEPS], x[DV_MAX_FOOTSTEPS], y[DV_MAX_FOOTSTEPS];
} deepest;

static void keep_deepest(const regions *r, const dv_segment *line, deepest *d) {
    const dv_viewers *viewers = r->viewers;
    if (!dv_line_within(line, r->radius + viewers->reach))
        return;
    for (uint32_t i = 0; i < viewers->count; i++) {
        float x, y;
        float intrusion = dv_intrusion_of_line(&viewers->at[i], &r->view, r->radius, line, &x, &y);
        if (intrusion > d->intrusion[i])
            d->intrusion[i] = intrusion, d->x[i] = x, d->y[i] = y;
    }
}

/// An outline counts as its nearest point in view, with radius 0.
static void add_outline(regions *r, const dv_obstacle_record *obstacle, dv_vec3 here) {
    deepest d;
    memset(d.intrusion, 0, r->viewers->count * sizeof *d.intrusion);
    for (uint32_t k = 0; k < dv_line_count(obstacle); k++) {
        dv_segment line = dv_line_at(obstacle, k, here);
        keep_deepest(r, &line, &d);
    }
    for (uint32_t i = 0; i < r->viewers->count; i++)
        if (d.intrusion[i] > 0)
            dv_add_to_simulated_object(&r->phantoms[i], d.intrusion[i], d.x[i], d.y[i], 0);
}

/// A round shell counts as its nearest point, with radius 0.
static void add_shell(regions *r, const dv_obstacle_record *shell, dv_vec3 here) {
    dv_vec3 nearest = dv_obstacle_surface(shell, DV_PLANE, here).point;
    add_disc(r, nearest.x - here.x, nearest.y - here.y, 0);
}

static void add_obstacle(void *passed, const dv_obstacle_record *obstacle, dv_vec3 here) {
    if (dv_line_count(obstacle) > 0)
        add_outline(passed, obstacle, here);
    else if (obstacle->hollow)
        add_shell(passed, obstacle, here);
    else
        add_disc(passed, obstacle->position.x - here.x, obstacle->position.y - here.y,
                 obstacle->radius);
}

static void add_agents(regions *r, const dv_bound *parameters) {
    dv_neighborhood near = dv_bodies_within(r->context, &parameters[KIND], &parameters[STATE],
                                            r->radius + r->viewers->reach);
    while (dv_neighborhood_next(&near))
        add_disc(r, near.offset.x, near.offset.y,
                 dv_property_of(near.world, near.agent, DV_RADIUS));
}

static void look_around(const dv_steering_context *context, const dv_bound *parameters,
                        const dv_viewers *viewers, regions *r) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    r->context = context;
    r->viewers = viewers;
    r->view = dv_view_at(context, parameters, descriptors, ANGLE);
    r->radius = dv_number_within(context, parameters, descriptors, RADIUS);
    memset(r->phantoms, 0, viewers->count * sizeof *r->phantoms);
    if (dv_number_of(context, parameters, AGENTS) != 0)
        add_agents(r, parameters);
    if (dv_number_of(context, parameters, OBSTACLES) != 0)
        dv_obstacles_about(context, r->radius + viewers->reach, add_obstacle, r);
}

// The region is measured from the center of the body, the avoid function between surfaces.
// Subtracting the radius makes stress at the rim begin at 0.
static void score_proximity(const dv_steering_context *context, const dv_bound *parameters,
                            void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    dv_viewers viewers;
    regions r;
    dv_viewers_of(context, steps, &viewers);
    look_around(context, parameters, &viewers, &r);
    dv_control control = dv_control_of(context, parameters, parameters_of_avoidance, CONTROL);
    for (uint32_t i = 0; i < viewers.count; i++) {
        dv_sensed_thing thing = dv_sense_simulated_object(&viewers.at[i], &r.phantoms[i]);
        if (thing.is_sensed)
            stress[i] =
                dv_avoid_stress(&control, thing.distance, thing.angle, r.radius - context->radius);
    }
}

// Draw the region, and the one object that stands for everything in it.
static void annotate_proximity(const dv_steering_context *context, const dv_bound *parameters,
                               const void *state, dv_sketch *sketch) {
    (void)state;
    dv_viewers here;
    regions r;
    dv_viewers_here(context, &here);
    look_around(context, parameters, &here, &r);
    const dv_simulated_object *phantom = &r.phantoms[0];
    dv_show_view(context, sketch, context->forward, r.radius, r.view.cosine,
                 phantom->weight > 0 ? DV_INK_THREAT : DV_INK_CLEAR);
    if (!(phantom->weight > 0))
        return;
    dv_vec3 there = dv_vec(phantom->x / phantom->weight, phantom->y / phantom->weight, 0);
    dv_show_place(context, sketch, there, DV_INK_THREAT);
    dv_show_circle(context, sketch, there, phantom->radius / phantom->weight, DV_INK_THREAT);
}

const dv_stress_type dv_stress_proximity_avoid = {
    .entry = {.name = "proximity_avoid",
              .doc = "Keep clear of agents and obstacles in a region ahead, treating all of them "
                     "as one in their midst: two with a free way between them look like one that "
                     "blocks it, so use a narrow region where that matters.",
              .source =
                  "Reich 1997, Proximity (basic sensors) with Avoid: α = radius − distance to "
                  "the surface; the simulated object is at Σ α · place / Σ α with radius Σ α "
                  "· radius / Σ α, places being centers of discs and the nearest points of "
                  "other shapes; (distance_scale · gap ^ distance_power)² + (angle_scale · "
                  "(π − |angle|) ^ angle_power)² with gap = radius − distance to its surface",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .score = score_proximity,
    .annotate = annotate_proximity,
};
