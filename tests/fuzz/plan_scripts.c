// Plans, flows, and agents that find their ways, from Lua: scenes/plans plans in a scene that the
// module `scene` describes, and prints how each plan ended.
#include "fuzz.h"
#include "plan_scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 12

typedef struct text {
    char bytes[1 << 16];
    size_t used;
} text;

typedef struct script {
    const plan_scene *scene;
    plan_tally *tally;
    text module; ///< its source
} script;

static void add(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->bytes + to->used, sizeof to->bytes - to->used, format, arguments);
    va_end(arguments);
    to->used += (size_t)length;
    fuzz_expect(to->used < sizeof to->bytes, "too long a scene");
}

static void add_place(text *to, dv_vec3 place) {
    add(to, "{ %.9g, %.9g, %.9g }, ", (double)place.x, (double)place.y, (double)place.z);
}

static void add_places(text *to, const char *name, const dv_vec3 *places, uint32_t count) {
    add(to, "%s = { ", name);
    for (uint32_t i = 0; i < count; i++)
        add_place(to, places[i]);
    add(to, "},\n");
}

static void add_shape(text *to, const plan_shape *shape) {
    const dv_obstacle_def *def = &shape->def;
    add(to, "{ speed = %.9g, hollow = %s, lets_pass = %s, shape = { ", (double)shape->speed,
        def->hollow ? "true" : "false", def->lets_pass ? "true" : "false");
    if (def->shape == DV_WALL) {
        add(to, "wall = { from = ");
        add_place(to, def->points[0]);
        add(to, "to = ");
        add_place(to, def->points[1]);
        add(to, "} ");
    } else if (def->shape == DV_POLYGON) {
        add_places(to, "polygon", def->points, def->point_count);
    } else {
        static const char *const names[] = {
            [DV_SPHERE] = "sphere", [DV_BOX] = "box", [DV_CYLINDER] = "cylinder"};
        add(to, "%s = { x = %.9g, y = %.9g, z = %.9g, ", names[def->shape], (double)def->position.x,
            (double)def->position.y, (double)def->position.z);
        if (def->shape == DV_BOX)
            add(to, "w = %.9g, d = %.9g, h = %.9g, heading = %.9g } ", (double)def->width,
                (double)def->depth, (double)def->height, (double)def->heading);
        else if (def->shape == DV_CYLINDER)
            add(to, "radius = %.9g, height = %.9g } ", (double)def->radius, (double)def->height);
        else
            add(to, "radius = %.9g } ", (double)def->radius);
    }
    add(to, "} },\n");
}

static void add_shapes(text *to, const char *name, const plan_shape *shapes, uint32_t count) {
    add(to, "%s = {\n", name);
    for (uint32_t i = 0; i < count; i++)
        add_shape(to, &shapes[i]);
    add(to, "},\n");
}

static void describe(text *to, const plan_scene *scene) {
    static const char *const edges[] = {"open", "contain", "wrap"};
    add(to, "return { space = '%s', edge = '%s', resolution = %.9g, clearance = %.9g,\nmin = ",
        scene->space == DV_VOLUME ? "volume" : "plane", edges[scene->bounds.edge],
        (double)scene->resolution, (double)scene->clearance);
    add_place(to, scene->bounds.min);
    add(to, "max = ");
    add_place(to, scene->bounds.max);
    add_shapes(to, "obstacles", scene->shapes, scene->shape_count);
    add_shapes(to, "regions", scene->patches, scene->patch_count);
    add_places(to, "goals", scene->goals, scene->goal_count);
    add_places(to, "starts", scene->starts, scene->goal_count * scene->start_count);
    add(to, "}\n");
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    static char main_source[1 << 14];
    const script *s = context;
    *source = NULL;
    if (strcmp(path, "main.lua") == 0) {
        if (!main_source[0]) {
            FILE *file = fopen(DROVER_SOURCE "/tests/fuzz/scenes/plans/main.lua", "rb");
            fuzz_expect(file != NULL, "cannot open scenes/plans/main.lua");
            fuzz_expect(fread(main_source, 1, sizeof main_source - 1, file) > 0, "no main.lua");
            fclose(file);
        }
        *source = main_source;
    } else if (strcmp(path, "scene.lua") == 0) {
        *source = s->module.bytes;
    }
    *size = *source ? strlen(*source) : 0;
    return *source != NULL;
}

static void ignore(void *context, const char *message) { (void)context, (void)message; }

/// "plan START REASON", where START is the number of a start and the reason of a way is "found", or
/// "flow REASON".
static void count_line(void *context, const char *line) {
    script *s = context;
    const plan_scene *scene = s->scene;
    int at = 0;
    unsigned start = 0;
    if (strncmp(line, "flow ", 5) == 0) {
        s->tally->flows++;
        s->tally->leading_flows += strcmp(line + 5, "found") == 0;
        return;
    }
    fuzz_expect(sscanf(line, "plan %u %n", &start, &at) == 1 && at > 0 && start > 0 &&
                    start <= scene->goal_count * scene->start_count,
                "a script says: %s", line);
    bool is_large = scene->bounds.edge != DV_EDGE_OPEN &&
                    plan_is_large(scene->bounds.min, scene->bounds.max, scene->resolution);
    plan_count(s->tally, scene->starts[start - 1], is_large,
               strcmp(line + at, "found") == 0 ? NULL : line + at);
    s->tally->from_scripts++;
}

void plan_in_script(const plan_scene *scene, plan_tally *tally) {
    static script s;
    s.scene = scene;
    s.tally = tally;
    s.module.used = 0;
    describe(&s.module, scene);
    dv_scenario_options options = fuzz_options();
    options.budget = INFINITY; // the number of plans is the limit
    options.reader = read_module;
    options.reader_context = &s;
    options.print = count_line;
    options.print_context = &s;
    options.warn = ignore; // of those who find no way
    dv_error error = {""};
    dv_scenario *scenario = dv_scenario_open("main.lua", &options, &error);
    fuzz_expect(scenario != NULL, "the scene does not open: %s", error.message);
    tally->agents += dv_world_agent_count(dv_scenario_world(scenario));
    fuzz_step(scenario, TICKS);
    fuzz_check_world(scenario, false);
    dv_scenario_close(scenario);
}
