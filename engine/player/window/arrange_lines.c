// Edits as lines of Lua. Lengths are rounded to mm, and angles to about 0.01 degrees.
#include "player/window/arrange.h"

#include "base/math.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct number {
    char text[40];
} number;

/// Write a number without trailing zeros.
static number number_of(double value, int digits) {
    number n;
    snprintf(n.text, sizeof n.text, "%.*f", digits, value);
    size_t length = strlen(n.text);
    while (strchr(n.text, '.') && strchr("0.", n.text[length - 1])) {
        bool is_point = n.text[--length] == '.';
        n.text[length] = '\0';
        if (is_point)
            break;
    }
    if (strcmp(n.text, "-0") == 0)
        snprintf(n.text, sizeof n.text, "0");
    return n;
}

static number length_of(double value) { return number_of(value, 3); }
static number angle_of(double value) { return number_of(remainder(value, 2 * DV_PI), 4); }

/// The depth at which new things are placed in a volume: 0, or the nearest within the bounds.
static double depth_of(const dv_world *world) {
    dv_bounds bounds = dv_world_bounds(world);
    double origin = dv_world_origin(world).z;
    return fmax(origin + (double)bounds.min.z, fmin(origin + (double)bounds.max.z, 0));
}

void dv_arrange_spawn_line(char line[DV_ARRANGE_LINE], const dv_world *world, const char *kind,
                           dv_arrange_span span) {
    char depth[64] = "", heading[64] = "";
    double x = span.is_far ? span.from_x : span.x, y = span.is_far ? span.from_y : span.y;
    if (depth_of(world) != 0)
        snprintf(depth, sizeof depth, ", z = %s", length_of(depth_of(world)).text);
    if (span.is_far)
        snprintf(heading, sizeof heading, ", heading = %s",
                 angle_of(atan2(span.y - y, span.x - x)).text);
    snprintf(line, DV_ARRANGE_LINE, "world:spawn(\"%.100s\", { x = %s, y = %s%s%s })", kind,
             length_of(x).text, length_of(y).text, depth, heading);
}

static void write_round(char line[DV_ARRANGE_LINE], const char *shape, dv_arrange_span span) {
    double x = span.is_far ? span.from_x : span.x, y = span.is_far ? span.from_y : span.y;
    double radius = span.is_far ? hypot(span.x - x, span.y - y) : 1;
    snprintf(line, DV_ARRANGE_LINE, "world:obstacle { %s = { x = %s, y = %s, radius = %s } }",
             shape, length_of(x).text, length_of(y).text, length_of(fmax(radius, 0.01)).text);
}

static void write_box(char line[DV_ARRANGE_LINE], dv_arrange_span span) {
    double w = span.is_far ? fabs(span.x - span.from_x) : 2;
    double d = span.is_far ? fabs(span.y - span.from_y) : 2;
    double x = span.is_far ? (span.x + span.from_x) / 2 : span.x;
    double y = span.is_far ? (span.y + span.from_y) / 2 : span.y;
    snprintf(line, DV_ARRANGE_LINE, "world:obstacle { box = { x = %s, y = %s, w = %s, d = %s } }",
             length_of(x).text, length_of(y).text, length_of(fmax(w, 0.01)).text,
             length_of(fmax(d, 0.01)).text);
}

static void write_wall(char line[DV_ARRANGE_LINE], dv_arrange_span span) {
    double half = span.is_far ? 0 : 2;
    double x = span.is_far ? span.from_x : span.x, y = span.is_far ? span.from_y : span.y;
    snprintf(line, DV_ARRANGE_LINE,
             "world:obstacle { wall = { from = { %s, %s }, to = { %s, %s } } }",
             length_of(x - half).text, length_of(y).text, length_of(span.x + half).text,
             length_of(span.y).text);
}

void dv_arrange_obstacle_line(char line[DV_ARRANGE_LINE], const char *shape, dv_arrange_span span) {
    if (strcmp(shape, "wall") == 0)
        write_wall(line, span);
    else if (strcmp(shape, "box") == 0)
        write_box(line, span);
    else
        write_round(line, shape, span);
}

static number name_of(dv_arrange_thing thing) {
    number n;
    uint64_t bits = thing.obstacle.bits ? thing.obstacle.bits : thing.agent.bits;
    snprintf(n.text, sizeof n.text, "%s(%u)", thing.obstacle.bits ? "obstacle" : "agent",
             dv_handle_index(bits) + 1);
    return n;
}

void dv_arrange_move_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing, double x, double y) {
    number name = name_of(thing);
    snprintf(line, DV_ARRANGE_LINE, "%s.x, %s.y = %s, %s", name.text, name.text, length_of(x).text,
             length_of(y).text);
}

void dv_arrange_heading_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing, double heading) {
    snprintf(line, DV_ARRANGE_LINE, "%s.heading = %s", name_of(thing).text, angle_of(heading).text);
}

void dv_arrange_remove_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing) {
    snprintf(line, DV_ARRANGE_LINE, "%s:remove()", name_of(thing).text);
}
