// What scripts draw: `world.draw`, the `draw` callbacks of kinds, scenario, and tools, and labels
// of agents.
//
// Invariant: nothing here affects the world. Arguments are checked even if drawings are not
// displayed, so a script fails headless in the same way as in a window. Strokes are stored only if
// they are displayed.
#include "classes/draw.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/stops.h"
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/places.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/math.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

/// Limits a runaway loop: the points it can draw in a tick, or in the callbacks of a frame. Eight
/// letters count as one point.
#define MAX_POINTS 200000u
#define PLAIN_COLOR 0xf4efe0ffu
#define PLAIN_WIDTH 1.5f
#define PLAIN_SIZE 14
#define WIDEST 1000
#define FARTHEST 1e9

// Arguments

/// Read a number as its distance from an origin.
static float check_from(lua_State *L, int index, const char *stroke, const char *name,
                        double origin) {
    if (lua_type(L, index) != LUA_TNUMBER)
        luaL_error(L, "draw.%s: %s: a number expected, got %s", stroke, name,
                   dv_type_name(L, index));
    double number = lua_tonumber(L, index) - origin;
    if (!(fabs(number) <= FARTHEST) && origin == 0)
        luaL_error(L, "draw.%s: %s: a number from -1e9 to 1e9 expected", stroke, name);
    if (!(fabs(number) <= FARTHEST))
        luaL_error(L, "draw.%s: %s: a number within 1e9 of %f expected", stroke, name, origin);
    return (float)number;
}

static float check_number(lua_State *L, int index, const char *stroke, const char *name) {
    return check_from(L, index, stroke, name, 0);
}

static dv_vec3 check_place(lua_State *L, int index, const char *stroke, const char *x,
                           const char *y) {
    const dv_place *origin = &dv_scenario_of(L)->origin;
    return dv_vec(check_from(L, index, stroke, x, origin->x),
                  check_from(L, index + 1, stroke, y, origin->y), 0);
}

static float check_radius(lua_State *L, int index, const char *stroke) {
    float radius = check_number(L, index, stroke, "radius");
    if (radius < 0)
        luaL_error(L, "draw.%s: radius: 0 m or more expected, got %f", stroke, (double)radius);
    return radius;
}

/// Read a number of pixels from the style field at the top of the stack.
static float check_pixels(lua_State *L, const char *stroke, const char *name) {
    if (lua_type(L, -1) != LUA_TNUMBER)
        luaL_error(L, "draw.%s: style.%s: a number of pixels expected, got %s", stroke, name,
                   dv_type_name(L, -1));
    double pixels = lua_tonumber(L, -1);
    if (!(pixels > 0 && pixels <= WIDEST))
        luaL_error(L, "draw.%s: style.%s: more than 0 and at most %d pixels expected", stroke, name,
                   WIDEST);
    return (float)pixels;
}

/// The width of a shape.
static float check_meters(lua_State *L, const char *stroke, const char *name) {
    if (lua_type(L, -1) != LUA_TNUMBER)
        luaL_error(L, "draw.%s: style.%s: a number of meters expected, got %s", stroke, name,
                   dv_type_name(L, -1));
    double meters = lua_tonumber(L, -1);
    if (!(meters > 0 && meters <= FARTHEST))
        luaL_error(L, "draw.%s: style.%s: more than 0 and at most 1e9 m expected, got %f", stroke,
                   name, meters);
    return (float)meters;
}

static uint32_t check_color(lua_State *L, const char *stroke) {
    uint32_t color;
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "draw.%s: style.color: a color's name or \"#rrggbb\" expected, got %s",
                   stroke, dv_type_name(L, -1));
    const char *name = lua_tostring(L, -1);
    if (!dv_color_by_name(name, &color)) {
        const char *what = lua_pushfstring(L, "draw.%s: style.color: no color", stroke);
        dv_raise_unknown_color(L, what, name);
    }
    return color;
}

static bool check_fill(lua_State *L, const char *stroke) {
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        luaL_error(L, "draw.%s: style.fill: true or false expected, got %s", stroke,
                   dv_type_name(L, -1));
    return lua_toboolean(L, -1);
}

/// Whether the layer at the top of the stack is below the agents.
static bool check_layer(lua_State *L, const char *stroke) {
    static const char *const layers[] = {"above", "below"};
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "draw.%s: style.layer: \"above\" or \"below\" expected, got %s", stroke,
                   dv_type_name(L, -1));
    const char *name = lua_tostring(L, -1);
    bool is_below = strcmp(name, "below") == 0;
    if (!is_below && strcmp(name, "above") != 0) {
        const char *what = lua_pushfstring(L, "draw.%s: style.layer: no layer", stroke);
        dv_raise_unlisted(L, what, name, layers, 2);
    }
    return is_below;
}

/// Read the optional style at an index. `keys` are the fields allowed for this stroke.
static dv_pen check_style(lua_State *L, int index, const char *stroke, const char *const keys[],
                          size_t count) {
    bool is_text = strcmp(stroke, "text") == 0;
    bool is_shape = strcmp(stroke, "shape") == 0;
    dv_pen pen = {.color = PLAIN_COLOR, .width = is_text ? PLAIN_SIZE : is_shape ? 0 : PLAIN_WIDTH};
    if (lua_isnoneornil(L, index))
        return pen;
    if (!lua_istable(L, index))
        luaL_error(L, "draw.%s: style: a table expected, got %s", stroke, dv_type_name(L, index));
    dv_sandbox_resolve_proxy(L, index);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        size_t found = 0;
        while (found < count && strcmp(keys[found], key) != 0)
            found++;
        if (found == count) {
            const char *what = lua_pushfstring(L, "draw.%s: style: unknown key", stroke);
            const char *given = luaL_tolstring(L, -3, NULL);
            dv_raise_unlisted(L, what, given, keys, count);
        }
        if (strcmp(key, "color") == 0)
            pen.color = check_color(L, stroke);
        else if (strcmp(key, "fill") == 0)
            pen.fills = check_fill(L, stroke);
        else if (strcmp(key, "layer") == 0)
            pen.is_below = check_layer(L, stroke);
        else
            pen.width = is_shape ? check_meters(L, stroke, key) : check_pixels(L, stroke, key);
        lua_pop(L, 1);
    }
    return pen;
}

static dv_pen check_line_style(lua_State *L, int index, const char *stroke) {
    static const char *const keys[] = {"color", "width", "layer"};
    return check_style(L, index, stroke, keys, 3);
}

static dv_pen check_area_style(lua_State *L, int index, const char *stroke) {
    static const char *const keys[] = {"color", "width", "layer", "fill"};
    return check_style(L, index, stroke, keys, 4);
}

// Strokes

static void draw_clear(dv_script_sketch *sketch) {
    dv_sketch_clear(sketch->sketch);
    sketch->points = 0;
}

void dv_drop_strokes(dv_scenario *scenario) {
    if (!scenario->of_tick.sketch)
        return;
    draw_clear(&scenario->of_tick);
    draw_clear(&scenario->of_callbacks);
    scenario->drawn_tick = UINT64_MAX;
}

void dv_take_strokes(dv_scenario *scenario, dv_scenario *from) {
    dv_script_sketch taken = from->of_tick;
    if (!scenario->of_tick.sketch || !taken.sketch)
        return;
    from->of_tick = scenario->of_tick;
    scenario->of_tick = taken;
    scenario->drawn_tick = from->drawn_tick;
}

void dv_forget_strokes(dv_scenario *scenario) {
    uint64_t tick = dv_world_tick(scenario->world);
    if (!scenario->of_tick.sketch || scenario->drawn_tick == tick)
        return;
    draw_clear(&scenario->of_tick);
    scenario->drawn_tick = tick;
}

static void tell_of_too_much(lua_State *L, dv_scenario *scenario) {
    if (scenario->drew_too_much)
        return;
    scenario->drew_too_much = true;
    luaL_where(L, 1);
    lua_pushfstring(L, "%sdraw: more than %d points in one picture: the rest is not drawn",
                    lua_tostring(L, -1), (int)MAX_POINTS);
    dv_tell_error(scenario, lua_tostring(L, -1));
    lua_pop(L, 2);
}

/// Where to add a stroke of `points` points. NULL if drawings are not displayed or the limit is
/// reached.
static dv_sketch *sketch_for(lua_State *L, uint32_t points) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_readable_world(L);
    dv_script_sketch *to = scenario->draws ? &scenario->of_callbacks : &scenario->of_tick;
    if (!to->sketch)
        return NULL;
    if (to == &scenario->of_tick)
        dv_forget_strokes(scenario);
    if (points > MAX_POINTS - to->points) {
        tell_of_too_much(L, scenario);
        return NULL;
    }
    to->points += points;
    return to->sketch;
}

/// draw.line(x1, y1, x2, y2, style)
static int draw_line(lua_State *L) {
    dv_vec3 from = check_place(L, 1, "line", "x1", "y1"),
            to = check_place(L, 3, "line", "x2", "y2");
    dv_pen pen = check_line_style(L, 5, "line");
    dv_sketch *sketch = sketch_for(L, 2);
    if (sketch)
        dv_sketch_line(sketch, from, to, pen);
    return 0;
}

/// draw.arrow(x1, y1, x2, y2, style)
static int draw_arrow(lua_State *L) {
    dv_vec3 from = check_place(L, 1, "arrow", "x1", "y1");
    dv_vec3 to = check_place(L, 3, "arrow", "x2", "y2");
    dv_pen pen = check_line_style(L, 5, "arrow");
    dv_sketch *sketch = sketch_for(L, 2);
    if (sketch)
        dv_sketch_arrow(sketch, from, to, pen);
    return 0;
}

/// draw.circle(x, y, radius, style)
static int draw_circle(lua_State *L) {
    dv_vec3 center = check_place(L, 1, "circle", "x", "y");
    float radius = check_radius(L, 3, "circle");
    dv_pen pen = check_area_style(L, 4, "circle");
    dv_sketch *sketch = sketch_for(L, 1);
    if (sketch)
        dv_sketch_circle(sketch, center, radius, pen);
    return 0;
}

/// draw.arc(x, y, radius, first, last, style)
static int draw_arc(lua_State *L) {
    dv_vec3 center = check_place(L, 1, "arc", "x", "y");
    float radius = check_radius(L, 3, "arc");
    float first = check_number(L, 4, "arc", "first"), last = check_number(L, 5, "arc", "last");
    dv_pen pen = check_area_style(L, 6, "arc");
    dv_sketch *sketch = sketch_for(L, 1);
    if (sketch)
        dv_sketch_arc(sketch, center, radius, first, last, pen);
    return 0;
}

/// draw.polygon(points, style)
static int draw_polygon(lua_State *L) {
    uint32_t count;
    lua_settop(L, 2);
    dv_vec3 *points = dv_check_points(L, 1, "draw.polygon: points", DV_MAX_POLYGON_POINTS, &count);
    if (count < 3)
        return luaL_error(L, "draw.polygon: points: at least 3 expected, got %d", (int)count);
    for (uint32_t i = 0; i < count; i++)
        if (!(fabsf(points[i].x) <= FARTHEST && fabsf(points[i].y) <= FARTHEST))
            return luaL_error(L, "draw.polygon: points[%d]: numbers from -1e9 to 1e9 expected",
                              (int)i + 1);
    dv_pen pen = check_area_style(L, 2, "polygon");
    dv_sketch *sketch = sketch_for(L, count);
    if (sketch)
        dv_sketch_polygon(sketch, points, count, pen);
    return 0;
}

/// draw.shape(shape, x, y, length, heading, style)
static int draw_shape(lua_State *L) {
    static const char *const keys[] = {"color", "layer", "width"};
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "draw.shape: shape: a string expected, got %s", dv_type_name(L, 1));
    dv_shape shape;
    if (!dv_shape_by_name(lua_tostring(L, 1), &shape))
        return dv_raise_unlisted(L, "draw.shape: no shape", lua_tostring(L, 1), dv_shape_names,
                                 dv_shape_count);
    dv_vec3 at = check_place(L, 2, "shape", "x", "y");
    float length = check_number(L, 4, "shape", "length");
    if (!(length > 0))
        return luaL_error(L, "draw.shape: length: more than 0 m expected, got %f", (double)length);
    float heading = lua_isnoneornil(L, 5) ? 0 : check_number(L, 5, "shape", "heading");
    dv_pen pen = check_style(L, 6, "shape", keys, 3);
    float width = pen.width;
    pen.width = PLAIN_WIDTH;
    dv_sketch *sketch = sketch_for(L, 1);
    if (sketch)
        dv_sketch_body(sketch, (uint32_t)shape, at, length, width, heading, pen);
    return 0;
}

/// draw.text(text, x, y, style): other values are converted with tostring, like LÖVE's print.
static int draw_text(lua_State *L) {
    static const char *const keys[] = {"color", "size"};
    size_t length;
    luaL_checkany(L, 1);
    dv_vec3 at = check_place(L, 2, "text", "x", "y");
    dv_pen pen = check_style(L, 4, "text", keys, 2);
    const char *letters = dv_sandbox_tostring(L, 1, &length);
    dv_sketch *sketch = length < MAX_POINTS ? sketch_for(L, 1 + (uint32_t)length / 8) : NULL;
    if (sketch)
        dv_sketch_text(sketch, at, letters, pen);
    return 0;
}

static const dv_method_row strokes[] = {
    {"line", draw_line,
     "A line between two points.\n"
     "@param x1 number\n"
     "@param y1 number\n"
     "@param x2 number\n"
     "@param y2 number\n"
     "@param style? drover.line_style"},
    {"arrow", draw_arrow,
     "A line with a head at its end.\n"
     "@param x1 number\n"
     "@param y1 number\n"
     "@param x2 number\n"
     "@param y2 number\n"
     "@param style? drover.line_style"},
    {"circle", draw_circle,
     "A circle about a point.\n"
     "@param x number\n"
     "@param y number\n"
     "@param radius number\n"
     "@param style? drover.area_style"},
    {"arc", draw_arc,
     "A part of a circle, counter-clockwise from one angle to another.\n"
     "@param x number\n"
     "@param y number\n"
     "@param radius number\n"
     "@param first number rad\n"
     "@param last number rad\n"
     "@param style? drover.area_style"},
    {"polygon", draw_polygon,
     "A polygon by its corners.\n"
     "@param points drover.point[]\n"
     "@param style? drover.area_style"},
    {"shape", draw_shape,
     "The shape of an agent, such as a tree, with its center at a point.\n"
     "@param shape drover.look_shape\n"
     "@param x number\n"
     "@param y number\n"
     "@param length number m\n"
     "@param heading? number rad, 0 by default\n"
     "@param style? drover.shape_style"},
    {"text", draw_text,
     "A text that begins at a point, half above and half below it.\n"
     "@param text any\n"
     "@param x number\n"
     "@param y number\n"
     "@param style? drover.text_style"},
    {0},
};

static const dv_method_row *const method_lists[] = {strokes, NULL};

const dv_class dv_draw_class = {
    .name = "draw",
    .heading = "drover.draw",
    .doc = "Draws on top of the world, in meters, above the agents or below them. Drawing never "
           "changes a run.",
    .has_functions = true,
    .methods = method_lists,
};

static int unknown_stroke(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_no_member(L, &dv_draw_class, "draw has no", name);
}

void dv_push_draw(lua_State *L) {
    dv_push_class_methods(L, &dv_draw_class);
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, unknown_stroke);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    dv_sandbox_push_read_only(L, "draw");
}

// Callbacks

/// A callback for drawing, called for each agent of a kind or once.
typedef struct drawing {
    dv_function function;
    int32_t kind;   ///< −1: called once, with the world
    dv_agent agent; ///< the agent that it is being called for
} drawing;

static void call_with(lua_State *L, int function) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->draw_object);
    lua_pushvalue(L, function);
    lua_insert(L, -3);
    lua_call(L, 2, 0);
}

static int run_drawing(lua_State *L) {
    drawing *d = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    const dv_world *world = scenario->world;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)d->function);
    int function = lua_gettop(L);
    if (d->kind < 0) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
        call_with(L, function);
        return 0;
    }
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        d->agent = dv_world_agent_at(world, i);
        if (!d->agent.bits || dv_agent_kind(world, d->agent) != (uint32_t)d->kind)
            continue;
        dv_push_handle(L, d->agent.bits);
        call_with(L, function);
    }
    return 0;
}

/// Run a callback for drawing. If it fails, it is not called again until the next good save.
static void call_draw(dv_scenario *scenario, dv_function function, int32_t kind) {
    drawing d = {.function = function, .kind = kind};
    dv_error error;
    if (!function || dv_is_stopped(scenario, function))
        return;
    if (kind >= 0 && dv_world_count(scenario->world, dv_one_kind((uint32_t)kind), -1) == 0)
        return;
    lua_pushcfunction(scenario->state, run_drawing);
    lua_pushlightuserdata(scenario->state, &d);
    if (dv_call_function(scenario, function, 1, 0, DV_READING, &error) == DV_OK ||
        !dv_note_stop(scenario, function, &error))
        return;
    bool is_at_fault = d.agent.bits ? dv_show_agent_error(scenario, d.agent, &error) != DV_STAY
                                    : dv_script_failed(scenario, error.message);
    if (is_at_fault)
        dv_stop_function(scenario, function, error.message);
}

/// Draw a label to the right of its agent.
static void draw_label(void *context, dv_agent agent, const char *label) {
    dv_scenario *scenario = context;
    dv_script_sketch *to = &scenario->of_callbacks;
    const dv_pen pen = {.color = PLAIN_COLOR, .width = PLAIN_SIZE};
    size_t length = strlen(label);
    if (length / 8 >= MAX_POINTS - to->points)
        return;
    to->points += 1 + (uint32_t)length / 8;
    dv_vec3 at = dv_agent_position(scenario->world, agent);
    at.x += 1.5f * (float)dv_agent_property(scenario->world, agent, DV_RADIUS);
    dv_sketch_text(to->sketch, at, label, pen);
}

const char *dv_scenario_label(const dv_scenario *scenario, dv_agent agent) {
    lua_State *L = scenario->state;
    if (!dv_agent_alive(scenario->world, agent))
        return NULL;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    // The table keeps the string.
    const char *label =
        lua_rawgeti(L, -1, dv_agent_id(agent)) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 2);
    return label;
}

void dv_scenario_labels(const dv_scenario *scenario,
                        void (*each)(void *context, dv_agent agent, const char *label),
                        void *context) {
    lua_State *L = scenario->state;
    const dv_world *world = scenario->world;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    lua_pushnil(L);
    bool has_labels = lua_next(L, -2);
    if (has_labels)
        lua_pop(L, 2);
    for (uint32_t i = 0; has_labels && i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        if (lua_rawgeti(L, -1, dv_agent_id(agent)) == LUA_TSTRING)
            each(context, agent, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void dv_scenario_draw(dv_scenario *scenario, const char *tool) {
    const dv_generation *generation = scenario->generation;
    int32_t chosen = tool ? dv_scenario_tool_named(scenario, tool) : -1;
    if (!scenario->of_callbacks.sketch)
        return;
    draw_clear(&scenario->of_callbacks);
    dv_begin_budget(scenario);
    scenario->draws = true;
    for (uint32_t kind = 0; kind < dv_program_kind_count(generation->program); kind++)
        call_draw(scenario, generation->kinds[kind].draw, (int32_t)kind);
    call_draw(scenario, generation->draw, -1);
    for (uint32_t i = 0; i < generation->mod_count; i++)
        call_draw(scenario, generation->mods[i].draw, -1);
    if (chosen >= 0)
        call_draw(scenario, generation->tools[chosen].draw, -1);
    scenario->first_label = dv_sketch_count(scenario->of_callbacks.sketch);
    dv_scenario_labels(scenario, draw_label, scenario);
    scenario->draws = false;
}

uint32_t dv_scenario_first_label(const dv_scenario *scenario) { return scenario->first_label; }

const dv_sketch *dv_scenario_tick_sketch(const dv_scenario *scenario) {
    return scenario->of_tick.sketch;
}

const dv_sketch *dv_scenario_drawn_sketch(const dv_scenario *scenario) {
    return scenario->of_callbacks.sketch;
}
