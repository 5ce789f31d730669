#include "player/run/placement.h"

#include "base/math.h"
#include "base/result.h"
#include "drover/links.h"
#include "record/file.h"
#include "world/obstacle_height.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct placement {
    FILE *text;
    const dv_run *run;
    const dv_world *world;
    bool is_volume;
} placement;

#define add(p, ...) fprintf((p)->text, __VA_ARGS__)

/// Numbers have as many digits as a float needs to be read back.
static void add_number(placement *p, const char *before, double value) {
    add(p, "%s%.9g", before, value);
}

static void add_text(placement *p, const char *text) {
    add(p, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == '"' || c == '\\' || c == 127)
            add(p, "\\%03u", c);
        else
            add(p, "%c", c);
    }
    add(p, "\"");
}

/// A coordinate that counts from an origin needs the digits in front of it, too.
static void add_coordinate(placement *p, const char *before, double origin, float value) {
    add(p, "%s%.*g", before, origin == 0 ? 9 : 15, origin + (double)value);
}

static void add_place(placement *p, dv_vec3 at) {
    dv_place origin = dv_world_origin(p->world);
    add_coordinate(p, "x = ", origin.x, at.x);
    add_coordinate(p, ", y = ", origin.y, at.y);
    if (p->is_volume)
        add_coordinate(p, ", z = ", origin.z, at.z);
}

static void add_point(placement *p, dv_vec3 at) {
    dv_place origin = dv_world_origin(p->world);
    add_coordinate(p, "{ ", origin.x, at.x);
    add_coordinate(p, ", ", origin.y, at.y);
    if (p->is_volume)
        add_coordinate(p, ", ", origin.z, at.z);
    add(p, " }");
}

// Agents

static bool has_links(const dv_world *world, dv_agent agent) {
    uint32_t cursor = 0;
    dv_link link;
    return dv_agent_next_link(world, agent, &cursor, &link);
}

/// Those that have links are kept in a table, by number: there may be too many for variables.
static void add_linked(placement *p, dv_agent agent) {
    add(p, "linked[%" PRIu32 "]", dv_agent_id(agent));
}

static void add_agent(placement *p, dv_agent agent) {
    const dv_program *program = dv_world_program(p->world);
    const char *label = dv_scenario_label(p->run->scenario, agent);
    if (has_links(p->world, agent)) {
        add_linked(p, agent);
        add(p, " = ");
    }
    add(p, "world:spawn(");
    add_text(p, dv_program_kind_name(program, dv_agent_kind(p->world, agent)));
    add(p, ", { ");
    add_place(p, dv_agent_position(p->world, agent));
    add_number(p, ", heading = ", dv_agent_heading(p->world, agent));
    if (label)
        add(p, ", label = ");
    if (label)
        add_text(p, label);
    add(p, " })\n");
}

/// Links have the order in which they were linked.
static void add_links(placement *p) {
    dv_link link;
    for (uint32_t i = 0; i < dv_world_link_limit(p->world); i++) {
        if (!dv_world_link_at(p->world, i, &link))
            continue;
        add_linked(p, link.from);
        add(p, ":link(");
        add_text(p, dv_program_link_def(dv_world_program(p->world), link.type)->name);
        add(p, ", ");
        add_linked(p, link.to);
        add(p, ")\n");
    }
}

static bool has_any_links(const dv_world *world) {
    dv_link link;
    for (uint32_t i = 0; i < dv_world_link_limit(world); i++)
        if (dv_world_link_at(world, i, &link))
            return true;
    return false;
}

// Obstacles

/// Write a box. Its outline is turned back by its heading to get the sides.
static void add_box(placement *p, dv_obstacle obstacle) {
    const dv_vec3 *points;
    double heading = dv_obstacle_heading(p->world, obstacle), w = 0, d = 0;
    double c = dv_cos(heading), s = dv_sin(heading);
    uint32_t count = dv_obstacle_outline(p->world, obstacle, &points);
    dv_vec3 at = dv_obstacle_position(p->world, obstacle);
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)(points[i].x - at.x), y = (double)(points[i].y - at.y);
        w = fmax(w, 2 * fabs(c * x + s * y));
        d = fmax(d, 2 * fabs(c * y - s * x));
    }
    add(p, "box = { ");
    add_place(p, at);
    add(p, ", w = %.6g, d = %.6g", w, d);
    if (p->is_volume)
        add_number(p, ", h = ", (double)dv_obstacle_height(p->world, obstacle));
    add_number(p, ", heading = ", heading);
    add(p, " }");
}

static void add_round(placement *p, const char *shape, dv_obstacle obstacle) {
    add(p, "%s = { ", shape);
    add_place(p, dv_obstacle_position(p->world, obstacle));
    add_number(p, ", radius = ", (double)dv_obstacle_radius(p->world, obstacle));
    if (p->is_volume && dv_obstacle_shape_of(p->world, obstacle) == DV_CYLINDER)
        add_number(p, ", height = ", (double)dv_obstacle_height(p->world, obstacle));
    add(p, " }");
}

static void add_polygon(placement *p, dv_obstacle obstacle) {
    const dv_vec3 *points;
    uint32_t count = dv_obstacle_outline(p->world, obstacle, &points);
    add(p, "polygon = { ");
    for (uint32_t i = 0; i < count; i++) {
        add(p, "%s", i > 0 ? ", " : "");
        add_point(p, points[i]);
    }
    add(p, " }");
}

static void add_wall(placement *p, dv_obstacle obstacle) {
    const dv_vec3 *points;
    if (dv_obstacle_outline(p->world, obstacle, &points) < 2)
        return;
    add(p, "wall = { from = ");
    add_point(p, points[0]);
    add(p, ", to = ");
    add_point(p, points[1]);
    add(p, " }");
}

static void add_shape(placement *p, dv_obstacle obstacle) {
    switch (dv_obstacle_shape_of(p->world, obstacle)) {
    case DV_SPHERE:
        add_round(p, "sphere", obstacle);
        break;
    case DV_CYLINDER:
        add_round(p, "cylinder", obstacle);
        break;
    case DV_BOX:
        add_box(p, obstacle);
        break;
    case DV_POLYGON:
        add_polygon(p, obstacle);
        break;
    case DV_WALL:
        add_wall(p, obstacle);
        break;
    }
}

static const char *boolean(bool value) { return value ? "true" : "false"; }

static void add_obstacle(placement *p, dv_obstacle obstacle) {
    uint32_t blocks = dv_obstacle_blocks(p->world, obstacle);
    uint32_t color = dv_obstacle_color(p->world, obstacle);
    add(p, "world:obstacle { ");
    add_shape(p, obstacle);
    if (color)
        add(p, ", color = \"#%08" PRIx32 "\"", color);
    if (dv_obstacle_hollow(p->world, obstacle))
        add(p, ", hollow = true");
    if (blocks != DV_BLOCKS_ALL)
        add(p, ", blocks = { sight = %s, movement = %s, planning = %s }",
            boolean(blocks & DV_BLOCKS_SIGHT), boolean(blocks & DV_BLOCKS_MOVEMENT),
            boolean(blocks & DV_BLOCKS_PLANNING));
    add(p, " }\n");
}

static void add_all(placement *p) {
    const dv_world *world = p->world;
    bool links = has_any_links(world);
    add(p, "-- Tick %" PRIu64 ": agents%s and obstacles, for `setup`\n", dv_world_tick(world),
        links ? ", links," : "");
    for (uint32_t i = 0; i < dv_world_obstacle_limit(world); i++)
        if (dv_world_obstacle_at(world, i).bits)
            add_obstacle(p, dv_world_obstacle_at(world, i));
    if (links)
        add(p, "local linked = {}\n");
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++)
        if (dv_world_agent_at(world, i).bits)
            add_agent(p, dv_world_agent_at(world, i));
    add_links(p);
}

dv_result dv_placement_write(const dv_run *run, const char *path, dv_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    placement p = {open_memstream(&bytes, &size), run, run->world,
                   dv_world_space(run->world) == DV_VOLUME};
    if (p.text)
        add_all(&p);
    bool is_complete = p.text && !ferror(p.text);
    is_complete = p.text && fclose(p.text) == 0 && is_complete;
    dv_result result =
        is_complete ? dv_file_replace(path, bytes, size, error)
                    : dv_fail(error, DV_ERROR_MEMORY, "cannot write %s: out of memory", path);
    free(bytes);
    return result;
}
