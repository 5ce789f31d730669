// Decode a scene, and plan in it; see plan_scenes.h.
#include "plan_scenes.h"
#include "fuzz.h"

#include "base/math.h"
#include "navigation/map.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

/// Cells that a plan may count: many times those of a large map, so that none takes long.
#define CELLS ((uint64_t)1 << 24)
#define LARGE_SIDE 256 ///< of a map, in cells
#define PEOPLE 4       ///< to keep away from

uint32_t plan_byte(plan_bytes *from) { return from->at < from->size ? from->bytes[from->at++] : 0; }

float plan_number(plan_bytes *from, double low, double high) {
    uint32_t number = plan_byte(from);
    number = number << 8 | plan_byte(from);
    return (float)(low + (high - low) * number / 65536.0);
}

static float power_of_ten(double exponent) { return (float)dv_exp(exponent * 2.302585092994046); }

// Decoding

static dv_vec3 place_in(const dv_bounds *bounds, plan_bytes *from) {
    dv_vec3 place;
    // A few lie outside.
    double beyond = plan_byte(from) % 32 == 0 ? 0.2 : 0;
    const float *low = &bounds->min.x, *high = &bounds->max.x;
    float *to = &place.x;
    for (int i = 0; i < 3; i++)
        to[i] = plan_number(from, low[i] - beyond * ((double)high[i] - low[i]),
                            high[i] + beyond * ((double)high[i] - low[i]));
    return place;
}

static void add_corners(plan_shape *shape, plan_bytes *from, float size) {
    uint32_t count = 3 + plan_byte(from) % (PLAN_CORNERS - 2);
    bool is_clockwise = plan_byte(from) % 2;
    for (uint32_t i = 0; i < count; i++) {
        double angle = (is_clockwise ? -2 : 2) * DV_PI * i / count;
        double radius = (double)plan_number(from, 0.1, 1) * size;
        shape->points[i] = dv_vec((float)(shape->def.position.x + radius * dv_cos(angle)),
                                  (float)(shape->def.position.y + radius * dv_sin(angle)), 0);
    }
    shape->def.point_count = count;
}

static void decode_shape(plan_shape *shape, const dv_bounds *bounds, plan_bytes *from,
                         bool is_region) {
    dv_obstacle_def *def = &shape->def;
    dv_vec3 span = dv_subtract(bounds->max, bounds->min);
    float extent = span.x < span.y ? span.x : span.y;
    float size = plan_number(from, 0.1, 0.5);
    size *= size * extent;
    if (plan_byte(from) % 32 == 0)
        size *= power_of_ten((double)(plan_byte(from) % 16) - 8);
    *shape = (plan_shape){.def.position = place_in(bounds, from)};
    def->shape = (dv_obstacle_shape)(plan_byte(from) % 5);
    def->shape = is_region && def->shape == DV_WALL ? DV_BOX : def->shape;
    def->radius = size;
    def->width = size * plan_number(from, 0.1, 4);
    def->depth = size * plan_number(from, 0.1, 4);
    def->height = size * plan_number(from, 0.1, 4);
    def->heading = plan_number(from, -4, 4);
    def->hollow = def->shape != DV_WALL && !is_region && plan_byte(from) % 8 == 0;
    def->lets_pass = !is_region && plan_byte(from) % 16 == 0 ? DV_BLOCKS_PLANNING : 0;
    shape->speed = plan_byte(from) % 4 ? plan_number(from, 0, 3) : 0;
    if (def->shape == DV_POLYGON) {
        add_corners(shape, from, size);
    } else if (def->shape == DV_WALL) {
        shape->points[0] = shape->points[1] = def->position;
        shape->points[1].x += 2 * size * (float)dv_cos((double)def->heading);
        shape->points[1].y += 2 * size * (float)dv_sin((double)def->heading);
        def->point_count = 2;
    }
    def->points = shape->points;
}

/// A map about a place in a decade of distances.
static void decode_bounds(plan_scene *scene, plan_bytes *from) {
    uint32_t decade = plan_byte(from) % PLAN_DECADES;
    float distance = power_of_ten((double)decade + (double)plan_number(from, 0, 1));
    uint32_t way = plan_byte(from);
    bool is_large = plan_byte(from) % 8 < 3;
    // 0.05 to 1 m. Near the origin, large maps of coarse cells would lie in other decades.
    bool is_fine = is_large && decade == 0;
    scene->resolution = 0.05f * power_of_ten((double)plan_number(from, 0, is_fine ? 0.3 : 1.30103));
    scene->space = plan_byte(from) % 4 ? DV_PLANE : DV_VOLUME;
    scene->bounds.edge = (dv_edge)(plan_byte(from) % 3);
    // Along +x, -x, +y, -y, or in between; some high up.
    dv_vec3 middle = dv_vec(way & 1 ? distance : -distance, way & 2 ? distance : -distance, 0);
    if (way & 4)
        middle.x *= plan_number(from, 0, 1);
    else if (way & 8)
        middle.y *= plan_number(from, 0, 1);
    if (scene->space == DV_VOLUME && way & 16)
        middle.z = distance;
    // Plans search windows of a wide one, and take a hundred times as long as others.
    scene->is_wide = plan_byte(from) == 1;
    float wide = scene->is_wide ? power_of_ten((double)plan_number(from, 0.5, 2.5)) : 1;
    float step = nextafterf(distance, INFINITY) - distance;
    float *center = &middle.x, *low = &scene->bounds.min.x, *high = &scene->bounds.max.x;
    for (int i = 0; i < 3; i++) {
        uint32_t cells =
            is_large && i < 2 ? LARGE_SIDE + plan_byte(from) % 8 : 8 + plan_byte(from) % 56;
        float extent = (float)cells * scene->resolution * (i < 2 ? wide : 1) + 4 * step;
        low[i] = center[i] - extent / 2;
        high[i] = center[i] + extent / 2;
    }
    dv_vec3 around = dv_vec(80 * scene->resolution, 80 * scene->resolution, 0);
    scene->middle = scene->bounds;
    scene->middle.min = dv_subtract(middle, around);
    scene->middle.max = dv_add(middle, around);
    scene->middle.min.z = scene->bounds.min.z;
    scene->middle.max.z = scene->bounds.max.z;
}

/// Where to put the next thing.
static const dv_bounds *bounds_for_next(const plan_scene *scene, plan_bytes *from) {
    return scene->is_wide && plan_byte(from) % 4 ? &scene->middle : &scene->bounds;
}

static void decode(plan_scene *scene, plan_bytes *from) {
    scene->is_script = plan_byte(from) % 16 == 0;
    scene->has_flow = plan_byte(from) % 4 == 0;
    decode_bounds(scene, from);
    scene->clearance = scene->resolution * plan_number(from, 0, 3);
    scene->shape_count = plan_byte(from) % (PLAN_SHAPES + 1);
    scene->patch_count = plan_byte(from) % 2 ? plan_byte(from) % (PLAN_PATCHES + 1) : 0;
    scene->goal_count = 1 + plan_byte(from) % PLAN_GOALS;
    scene->start_count = 1 + plan_byte(from) % PLAN_STARTS;
    for (uint32_t i = 0; i < scene->shape_count; i++)
        decode_shape(&scene->shapes[i], bounds_for_next(scene, from), from, false);
    for (uint32_t i = 0; i < scene->patch_count; i++)
        decode_shape(&scene->patches[i], bounds_for_next(scene, from), from, true);
}

// The world

static dv_world *open_world(const plan_scene *scene) {
    dv_error error = {""};
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "person";
    fuzz_expect(program && dv_program_add_kind(program, &kind, &error) == DV_OK &&
                    dv_program_finish(program, &error) == DV_OK,
                "no program: %s", error.message);
    dv_world_def def = dv_world_def_default();
    def.bounds = scene->bounds;
    def.space = scene->space;
    def.tick_rate = 2; // a flow is renewed every 0.5 s
    dv_world *world = dv_world_create(&def, program, &error);
    fuzz_expect(world || error.message[0], "no world, and no word");
    dv_program_release(program);
    return world;
}

static void put_shapes(dv_world *world, const plan_scene *scene, plan_tally *tally) {
    for (uint32_t i = 0; i < scene->shape_count; i++) {
        dv_obstacle obstacle;
        dv_error error = {""};
        bool fits = dv_obstacle_create(world, &scene->shapes[i].def, &obstacle, &error) == DV_OK;
        fuzz_expect(fits || error.message[0], "an obstacle is refused without a word");
        *(fits ? &tally->obstacles : &tally->refused_obstacles) += 1;
    }
    for (uint32_t i = 0; i < scene->patch_count; i++) {
        dv_region_def def = {.shape = scene->patches[i].def, .speed = scene->patches[i].speed};
        dv_region region;
        dv_error error = {""};
        bool fits = dv_region_create(world, &def, &region, &error) == DV_OK;
        fuzz_expect(fits || error.message[0], "a region is refused without a word");
    }
}

static bool is_free(const dv_world *world, dv_vec3 place, double clearance) {
    const dv_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (obstacles->records[i].alive &&
            dv_obstacle_surface_near(obstacles, &obstacles->records[i], world->space, place)
                    .distance < clearance)
            return false;
    return true;
}

/// Mostly a free place, so that there is a way to find.
static dv_vec3 pick_end(const dv_world *world, const plan_scene *scene, plan_bytes *from) {
    int tries = plan_byte(from) % 16 ? 4 : 1;
    const dv_bounds *bounds = bounds_for_next(scene, from);
    dv_vec3 place = place_in(bounds, from);
    for (int i = 1; i < tries && !is_free(world, place, (double)scene->clearance); i++)
        place = place_in(bounds, from);
    return place;
}

static void pick_ends(const dv_world *world, plan_scene *scene, plan_bytes *from) {
    for (uint32_t i = 0; i < scene->goal_count; i++)
        scene->goals[i] = pick_end(world, scene, from);
    for (uint32_t i = 0; i < scene->goal_count * scene->start_count; i++)
        scene->starts[i] = pick_end(world, scene, from);
}

// Counting

static uint32_t decade_of(dv_vec3 from) {
    double distance = dv_greater(fabsf(from.x), fabsf(from.y));
    uint32_t decade = 0;
    for (double end = 10; decade + 1 < PLAN_DECADES && !(distance < end); end *= 10)
        decade++;
    return decade;
}

void plan_count(plan_tally *tally, dv_vec3 from, bool is_large, const char *reason) {
    uint32_t decade = decade_of(from), i = 0;
    tally->decades[decade].plans++;
    tally->decades[decade].on_large_maps += is_large;
    tally->decades[decade].found += !reason;
    if (!reason)
        return;
    fuzz_expect(reason[0] != '\0', "refused without a reason");
    // Numbers differ from plan to plan.
    int length = (int)strcspn(reason, "-0123456789");
    char text[sizeof tally->reasons[0].text];
    snprintf(text, sizeof text, "%.*s", length, reason);
    while (i < PLAN_REASONS && tally->reasons[i].text[0] &&
           strcmp(tally->reasons[i].text, text) != 0)
        i++;
    fuzz_expect(i < PLAN_REASONS, "one reason too many: %s", reason);
    snprintf(tally->reasons[i].text, sizeof text, "%s", text);
    tally->reasons[i].decades[decade]++;
}

bool plan_is_large(dv_vec3 min, dv_vec3 max, float resolution) {
    return dv_map_cells_along(min.x, max.x, (double)resolution) >= LARGE_SIDE &&
           dv_map_cells_along(min.y, max.y, (double)resolution) >= LARGE_SIDE;
}

// Planning

static float odd_number(plan_bytes *from) {
    static const float odd[] = {0, -1, 1e-30f, 1e9f, 1e30f, INFINITY, -INFINITY, NAN};
    return odd[plan_byte(from) % (sizeof odd / sizeof *odd)];
}

/// What the plans to one goal have in common.
static dv_plan_def decode_options(const plan_scene *scene, dv_avoid *avoid,
                                  const dv_obstacle *known, plan_bytes *from) {
    static const float parts[] = {0, 0.3f, 1, 1};
    dv_plan_def def = dv_plan_def_default();
    uint32_t options = plan_byte(from);
    def.resolution = scene->resolution;
    def.clearance = scene->clearance * parts[options & 3];
    def.counts_terrain = options & 4;
    if (options & 8 && scene->bounds.edge != DV_EDGE_WRAP) {
        def.has_boundary = true;
        def.min = scene->bounds.min;
        def.max = scene->bounds.max;
    }
    def.knows_part = (options & 0x70) == 0;
    if (def.knows_part) {
        def.known = known;
        def.known_count = scene->shape_count / 2;
    }
    *avoid = (dv_avoid){.kinds = dv_all_kinds(),
                        .radius = scene->resolution * plan_number(from, 0, 20),
                        .cost = plan_number(from, 0, 50)};
    if (options & 0x80) {
        def.avoid = avoid;
        def.avoid_count = 1;
    }
    return def;
}

static void plan_once(dv_world *world, dv_plan_def def, bool is_large, plan_tally *tally) {
    uint64_t cells = CELLS;
    dv_path path;
    dv_plan_outcome outcome;
    dv_error error = {""};
    def.cells = &cells;
    dv_result result = dv_world_plan(world, &def, &path, &outcome, &error);
    bool found = result == DV_OK && outcome == DV_PLAN_FOUND;
    fuzz_expect(found == dv_path_alive(world, path), "a path that is no way, or a way without one");
    plan_count(tally, def.from, is_large,
               found             ? NULL
               : result == DV_OK ? dv_plan_reason(outcome)
                                 : error.message);
    if (found) {
        plan_check_path(world, &def, path);
        dv_path_remove(world, path);
    }
}

static void plan_all(dv_world *world, const plan_scene *scene, plan_bytes *from,
                     plan_tally *tally) {
    dv_obstacle known[PLAN_SHAPES] = {{0}};
    for (uint32_t i = 0; i < scene->shape_count; i++)
        known[i] = dv_world_obstacle_at(world, i);
    for (uint32_t i = 0; i < scene->goal_count; i++) {
        dv_avoid avoid;
        dv_plan_def def = decode_options(scene, &avoid, known, from);
        bool is_known = def.has_boundary || scene->bounds.edge != DV_EDGE_OPEN;
        bool is_large =
            is_known && plan_is_large(scene->bounds.min, scene->bounds.max, scene->resolution);
        def.to = scene->goals[i];
        for (uint32_t k = 0; k < scene->start_count; k++) {
            def.from = scene->starts[i * scene->start_count + k];
            plan_once(world, def, is_large, tally);
        }
        // Numbers that are out of range.
        float *const numbers[] = {&def.from.x, &def.to.y,     &def.clearance, &def.resolution,
                                  &avoid.cost, &avoid.radius, &def.max.x,     &def.min.y};
        *numbers[plan_byte(from) % (sizeof numbers / sizeof *numbers)] = odd_number(from);
        plan_once(world, def, false, tally);
    }
}

// Flows

static void check_flow(const dv_world *world, const plan_scene *scene, dv_flow flow) {
    for (uint32_t i = 0; i < scene->goal_count * scene->start_count; i++) {
        dv_vec3 velocity = dv_flow_at(world, flow, scene->starts[i]);
        fuzz_expect(dv_length(velocity) <= 1.001f, "a flow of (%g, %g, %g) m/s", (double)velocity.x,
                    (double)velocity.y, (double)velocity.z);
    }
}

static void flow_to_all(dv_world *world, const plan_scene *scene, plan_bytes *from,
                        plan_tally *tally) {
    dv_flow_goal goals[PLAN_GOALS + 2] = {{{0}, {0}, {0, 0, 0}}};
    dv_flow_to_def def = dv_flow_to_def_default();
    uint64_t cells = CELLS;
    dv_flow flow;
    dv_flow_outcome outcome;
    dv_error error = {""};
    for (; def.goal_count < scene->goal_count; def.goal_count++)
        goals[def.goal_count].point = scene->goals[def.goal_count];
    uint32_t options = plan_byte(from);
    if (options & 1 && dv_world_region_limit(world) > 0)
        goals[def.goal_count++].region = dv_world_region_at(world, 0);
    if (options & 2)
        goals[def.goal_count++].agent = dv_world_agent_at(world, 0);
    def.goals = goals;
    def.clearance = scene->clearance;
    def.resolution = scene->resolution;
    def.density = options & 4 ? plan_number(from, 0, 4) : 0;
    def.counts_terrain = options & 8;
    def.cells = &cells;
    dv_result result = dv_world_flow_to(world, &def, &flow, &outcome, &error);
    bool leads = result == DV_OK && outcome == DV_FLOW_LEADS;
    fuzz_expect(leads || (result == DV_OK ? dv_flow_reason(outcome) : error.message)[0],
                "no flow, and no word");
    tally->flows++;
    tally->leading_flows += leads;
    if (!leads)
        return;
    check_flow(world, scene, flow);
    dv_obstacle obstacle = dv_world_obstacle_at(world, 0);
    if (obstacle.bits)
        dv_obstacle_move(world, obstacle, scene->starts[0], 1, &error);
    for (int i = 0; i < 2; i++)
        dv_world_step(world, &error);
    check_flow(world, scene, flow);
    dv_flow_remove(world, flow);
}

static void add_people(dv_world *world, const plan_scene *scene) {
    for (uint32_t i = 0; i < PEOPLE && i < scene->start_count; i++) {
        dv_agent_def def = dv_agent_def_default(0);
        dv_agent agent;
        dv_error error = {""};
        def.position = scene->starts[i];
        bool fits = dv_agent_spawn(world, &def, &agent, &error) == DV_OK;
        fuzz_expect(fits || error.message[0], "an agent is refused without a word");
        if (fits)
            dv_agent_enter(world, agent);
    }
}

void plan_in_scene(const uint8_t *bytes, size_t size, plan_tally *tally) {
    plan_bytes from = {bytes, size, 0};
    static plan_scene scene;
    memset(&scene, 0, sizeof scene);
    decode(&scene, &from);
    tally->scenes++;
    dv_world *world = open_world(&scene);
    if (!world)
        return;
    put_shapes(world, &scene, tally);
    pick_ends(world, &scene, &from);
    if (scene.is_script) {
        plan_in_script(&scene, tally);
    } else {
        add_people(world, &scene);
        plan_all(world, &scene, &from, tally);
        if (scene.has_flow)
            flow_to_all(world, &scene, &from, tally);
    }
    dv_world_destroy(world);
}
