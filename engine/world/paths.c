// Making paths: splines, spines, and the runs of chords that searches skip; see paths.h for the
// invariant.
#include "world/paths.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/world_data.h"

#include <stdio.h>

#define CHORDS_A_SPAN 16u
#define MAX_CHORDS_A_SPAN 64u

static void free_record(dv_path_record *path) {
    dv_free(path->points);
    dv_free(path->corners);
    dv_free(path->along);
    dv_free(path->chords);
    dv_free(path->runs);
    *path = (dv_path_record){0};
}

void dv_paths_free(dv_paths *paths) {
    for (uint32_t i = 0; i < paths->ids.count; i++)
        if (paths->ids.alive[i])
            free_record(&paths->records[i]);
    dv_free(paths->records);
    dv_ids_free(&paths->ids);
    *paths = (dv_paths){0};
}

// Splines

static uint32_t span_count(const dv_path_record *path) {
    return path->closed ? path->point_count : path->point_count - 1;
}

/// A point of the path. Indices outside its points wrap around a closed path; at an open end, the
/// next point is mirrored.
static dv_vec3 control_point(const dv_path_record *path, int64_t i) {
    const dv_vec3 *p = path->points;
    int64_t count = path->point_count;
    if (path->closed)
        return p[(i + count) % count];
    if (i < 0)
        return dv_subtract(dv_scale(p[0], 2), p[1]);
    if (i >= count)
        return dv_subtract(dv_scale(p[count - 1], 2), p[count - 2]);
    return p[i];
}

static dv_vec3 interpolate_between(dv_vec3 a, dv_vec3 b, double from, double to, double t) {
    return dv_lerp(a, b, (float)((t - from) / (to - from)));
}

// A span of a centripetal Catmull-Rom spline, computed with Barry and Goldman's pyramid. Knots are
// spaced by the square root of the distance of points, so the curve has no loops or cusps.
static dv_vec3 point_on_span(const dv_path_record *path, uint32_t span, double t) {
    dv_vec3 p[4];
    double knots[4] = {0};
    for (int i = 0; i < 4; i++)
        p[i] = control_point(path, (int64_t)span + i - 1);
    if (!path->spline || t == 0)
        return dv_lerp(p[1], p[2], (float)t);
    for (int i = 1; i < 4; i++)
        knots[i] = knots[i - 1] + dv_sqrt(dv_length_double(dv_subtract(p[i], p[i - 1])));
    double at = knots[1] + t * (knots[2] - knots[1]);
    dv_vec3 a = interpolate_between(p[0], p[1], knots[0], knots[1], at);
    dv_vec3 b = interpolate_between(p[1], p[2], knots[1], knots[2], at);
    dv_vec3 c = interpolate_between(p[2], p[3], knots[2], knots[3], at);
    dv_vec3 d = interpolate_between(a, b, knots[0], knots[2], at);
    dv_vec3 e = interpolate_between(b, c, knots[1], knots[3], at);
    return interpolate_between(d, e, knots[1], knots[2], at);
}

// The spine

static double longest_chord(const dv_world *world) {
    if (world->bounds.edge != DV_EDGE_WRAP)
        return (double)INFINITY;
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    float shortest = (float)dv_lesser(span.x, span.y);
    return (double)(world->space == DV_VOLUME ? (float)dv_lesser(shortest, span.z) : shortest) / 4;
}

static uint32_t chords_of(const dv_path_record *path, uint32_t span, double longest) {
    double length = dv_length_double(
        dv_subtract(control_point(path, (int64_t)span + 1), control_point(path, span)));
    double wanted = ceil(length / longest);
    uint32_t least = path->spline ? CHORDS_A_SPAN : 1;
    return wanted > MAX_CHORDS_A_SPAN ? MAX_CHORDS_A_SPAN
           : wanted > least           ? (uint32_t)wanted
                                      : least;
}

/// Add a corner, unless rounding puts it in the same place as the last one.
static void add_corner(dv_path_record *path, dv_vec3 corner) {
    uint32_t n = path->corner_count;
    double length =
        n ? path->along[n - 1] + dv_length_double(dv_subtract(corner, path->corners[n - 1])) : 0;
    if (n && !(length > path->along[n - 1]))
        return;
    path->corners[n] = corner;
    path->along[n] = length;
    path->corner_count++;
}

static double square_of(dv_vec3 v) {
    return (double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z;
}

static void put_chords(dv_path_record *path) {
    path->chords_a_meter = (path->corner_count - 1) / path->along[path->corner_count - 1];
    path->longest_half = 0;
    for (uint32_t i = 0; i + 1 < path->corner_count; i++) {
        dv_vec3 chord = dv_subtract(path->corners[i + 1], path->corners[i]);
        dv_vec3 half = dv_scale(chord, 0.5f);
        path->chords[i] = (dv_path_chord){
            .middle = dv_add(path->corners[i], half),
            .half = half,
            .square = square_of(half),
            .tangent = dv_normalize(chord),
        };
        double length = sqrt(path->chords[i].square);
        path->longest_half = dv_greater(path->longest_half, length);
    }
}

static void put_boxes(dv_path_record *path) {
    uint32_t chords = path->corner_count - 1;
    path->run_count = (chords + DV_CHORDS_A_RUN - 1) / DV_CHORDS_A_RUN;
    for (uint32_t run = 0; run < path->run_count; run++) {
        uint32_t first = run * DV_CHORDS_A_RUN;
        uint32_t last = first + DV_CHORDS_A_RUN < chords ? first + DV_CHORDS_A_RUN : chords;
        dv_vec3 low = path->corners[first], high = low;
        for (uint32_t i = first + 1; i <= last; i++) {
            dv_vec3 p = path->corners[i];
            low = dv_vec((float)dv_lesser(low.x, p.x), (float)dv_lesser(low.y, p.y),
                         (float)dv_lesser(low.z, p.z));
            high = dv_vec((float)dv_greater(high.x, p.x), (float)dv_greater(high.y, p.y),
                          (float)dv_greater(high.z, p.z));
        }
        path->runs[run] =
            (dv_path_run){dv_lerp(low, high, 0.5f), dv_scale(dv_subtract(high, low), 0.5f)};
    }
}

static bool build_spine(const dv_world *world, dv_path_record *path) {
    double longest = longest_chord(world);
    size_t most = 1;
    for (uint32_t span = 0; span < span_count(path); span++)
        most += chords_of(path, span, longest);
    path->corners = dv_alloc(most * sizeof *path->corners);
    path->along = dv_alloc(most * sizeof *path->along);
    path->chords = dv_alloc(most * sizeof *path->chords);
    path->runs = dv_alloc((most / DV_CHORDS_A_RUN + 1) * sizeof *path->runs);
    if (!path->corners || !path->along || !path->chords || !path->runs)
        return false;
    for (uint32_t span = 0; span < span_count(path); span++) {
        uint32_t chords = chords_of(path, span, longest);
        for (uint32_t i = 0; i < chords; i++)
            add_corner(path, point_on_span(path, span, (double)i / chords));
    }
    add_corner(path, path->points[path->closed ? 0 : path->point_count - 1]);
    put_chords(path);
    put_boxes(path);
    return true;
}

// Making

static dv_result check_points(const dv_path_def *def, dv_error *error) {
    uint32_t least = def->closed ? 3 : 2;
    if (!def->points || def->point_count < least || def->point_count > DV_MAX_PATH_POINTS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "path: a%s path needs %u to %u points, not %u",
                       def->closed ? " closed" : "n open", least, DV_MAX_PATH_POINTS,
                       def->points ? def->point_count : 0);
    for (uint32_t i = 0; i < def->point_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "path: point %u", i + 1);
        dv_result result = dv_check_vector(name, DV_ROW_PATH_POINT, def->points[i], error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

/// Copy the points, with z = 0 in the plane. Consecutive points must differ.
static dv_result copy_points(const dv_world *world, const dv_path_def *def, dv_path_record *path,
                             dv_error *error) {
    path->points = dv_alloc(def->point_count * sizeof *path->points);
    if (!path->points)
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for another path");
    path->point_count = def->point_count;
    for (uint32_t i = 0; i < def->point_count; i++) {
        path->points[i] = def->points[i];
        if (world->space == DV_PLANE)
            path->points[i].z = 0;
    }
    for (uint32_t i = 0; i < span_count(path); i++) {
        uint32_t next = (i + 1) % def->point_count;
        dv_vec3 a = path->points[i], b = path->points[next];
        if (a.x == b.x && a.y == b.y && a.z == b.z)
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "path: points %u and %u are at the same place%s", i + 1, next + 1,
                           next ? "" : ": closed needs no repeated point");
    }
    return DV_OK;
}

dv_result dv_path_make(const dv_world *world, const dv_path_def *def, dv_path_record *path,
                       dv_error *error) {
    *path = (dv_path_record){.radius = def->radius, .closed = def->closed, .spline = def->spline};
    dv_result result = dv_check_row("path", DV_ROW_PATH_RADIUS, (double)def->radius, error);
    if (result == DV_OK)
        result = check_points(def, error);
    if (result == DV_OK)
        result = copy_points(world, def, path, error);
    if (result == DV_OK && !build_spine(world, path))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for another path");
    if (result != DV_OK)
        free_record(path);
    return result;
}

dv_result dv_path_create(dv_world *world, const dv_path_def *def, dv_path *path, dv_error *error) {
    dv_paths *paths = &world->paths;
    dv_path_record record;
    *path = (dv_path){0};
    dv_result result = dv_path_make(world, def, &record, error);
    if (result == DV_OK)
        result = dv_ids_reserve(&paths->ids, "path", error);
    if (result == DV_OK && !dv_reserve((void **)&paths->records, &paths->capacity,
                                       paths->ids.count + 1, sizeof *paths->records))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for another path");
    if (result == DV_OK)
        result = dv_charge(world, dv_weight_of_path(&record), error);
    if (result != DV_OK) {
        free_record(&record);
        return result;
    }
    uint32_t index = dv_ids_take(&paths->ids);
    paths->records[index] = record;
    *path = dv_world_path_at(world, index);
    return DV_OK;
}

dv_result dv_path_remove(dv_world *world, dv_path path) {
    uint32_t index;
    if (!dv_ids_find(&world->paths.ids, world, DV_HANDLE_PATH, path.bits, &index))
        return DV_ERROR_STALE;
    dv_discharge(world, dv_weight_of_path(&world->paths.records[index]));
    free_record(&world->paths.records[index]);
    dv_ids_give_back(&world->paths.ids, index);
    return DV_OK;
}

void dv_path_mark_planned(dv_world *world, dv_path path) {
    uint32_t index;
    if (dv_ids_find(&world->paths.ids, world, DV_HANDLE_PATH, path.bits, &index))
        world->paths.records[index].planned = true;
}

const dv_path_record *dv_path_record_of(const dv_world *world, uint64_t bits) {
    uint32_t index;
    bool found = dv_ids_find(&world->paths.ids, world, DV_HANDLE_PATH, bits, &index);
    return found ? &world->paths.records[index] : NULL;
}
