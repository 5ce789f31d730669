#include "player/draw/aim.h"

#include "player/draw/draw_private.h"

#include <math.h>

struct extent {
    double min_x, min_y, min_z, max_x, max_y, max_z;
    uint32_t inside;
};

static struct extent extent_of_agents(const dv_world *world, dv_bounds bounds) {
    struct extent extent = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, 0};
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        dv_vec3 p = dv_agent_position(world, agent);
        extent.min_x = fmin(extent.min_x, p.x);
        extent.max_x = fmax(extent.max_x, p.x);
        extent.min_y = fmin(extent.min_y, p.y);
        extent.max_y = fmax(extent.max_y, p.y);
        extent.min_z = fmin(extent.min_z, p.z);
        extent.max_z = fmax(extent.max_z, p.z);
        extent.inside += p.x >= bounds.min.x && p.x <= bounds.max.x && p.y >= bounds.min.y &&
                         p.y <= bounds.max.y;
    }
    return extent;
}

/// Show a box. In the plan, only its sides along x and y count, but an orbit may follow.
static void fit(dv_camera *camera, const double low[3], const double high[3], double margin) {
    if (camera->orbits) {
        dv_camera_fit_box(camera, low, high, margin);
        return;
    }
    dv_camera_fit(camera, low[0], low[1], high[0], high[1], margin);
    if (isfinite(high[2] - low[2]))
        camera->z = low[2] + (high[2] - low[2]) / 2;
}

void dv_aim_fit(dv_camera *camera, const dv_world *world, double margin) {
    dv_bounds bounds = dv_world_bounds(world);
    uint32_t count = dv_world_agent_count(world);
    struct extent agents = {0};
    bool has_agents = count > 0 && (bounds.edge == DV_EDGE_OPEN || !has_bounds(&bounds));
    if (has_agents)
        agents = extent_of_agents(world, bounds);
    if (!isfinite(bounds.max.z - bounds.min.z)) {
        bounds.min.z = has_agents ? (float)agents.min_z : 0;
        bounds.max.z = has_agents ? (float)agents.max_z : 0;
    }
    if (has_agents && (agents.inside < (count + 1) / 2 || !has_bounds(&bounds))) {
        const double around[] = {agents.min_x - 2, agents.min_y - 2, agents.min_z - 2};
        const double to[] = {agents.max_x + 2, agents.max_y + 2, agents.max_z + 2};
        fit(camera, around, to, margin);
        return;
    }
    const double low[] = {(double)bounds.min.x, (double)bounds.min.y, (double)bounds.min.z};
    const double high[] = {(double)bounds.max.x, (double)bounds.max.y, (double)bounds.max.z};
    fit(camera, low, high, margin);
}

void dv_aim_from(dv_camera *camera, const dv_world *world, double yaw, double pitch) {
    if (dv_world_space(world) == DV_VOLUME && pitch < 90)
        dv_camera_orbit(camera, yaw, pitch);
    else
        dv_camera_show_plan(camera);
}

void dv_aim_at_first(dv_camera *camera, const dv_view_options *view, const dv_scenario *scenario,
                     const dv_world *world, double margin) {
    dv_first_view first = dv_scenario_first_view(scenario);
    bool has_angles = view->has_camera && !isnan(view->yaw);
    dv_bounds bounds = dv_world_bounds(world);
    float middle = (bounds.min.z + bounds.max.z) / 2;
    dv_aim_from(camera, world, has_angles ? view->yaw : first.yaw,
                has_angles ? view->pitch : first.pitch);
    if (!view->has_camera) {
        dv_aim_fit(camera, world, margin);
        return;
    }
    dv_camera_look_at(camera, view->x, view->y, view->span);
    camera->z = !isnan(view->z) ? view->z : isfinite(middle) ? (double)middle : 0;
}

dv_view_options dv_aim_of(const dv_camera *camera) {
    bool orbits = camera->orbits;
    return (dv_view_options){
        .has_camera = true,
        .x = camera->x,
        .y = camera->y,
        .span = camera->width / camera->scale,
        .yaw = orbits ? camera->yaw : (double)NAN,
        .pitch = orbits ? camera->pitch : (double)NAN,
        .z = orbits ? camera->z : (double)NAN,
    };
}
