// Making paths, and finding places on them; see paths.h for the invariant.
#include "world/paths.h"

#include "base/alloc.h"
#include "base/compiler.h"
#include "base/math.h"
#include "base/result.h"
#include "world/value_rows.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

#define CHORDS_A_SPAN 16u
#define MOST_CHORDS_A_SPAN 64u
#define CHORDS_A_RUN 16u
#define NO_CHORD UINT32_MAX

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

/// The point before or behind those there are: around a closed path, mirrored at an open end.
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

static dv_vec3 between(dv_vec3 a, dv_vec3 b, double from, double to, double t) {
    return dv_lerp(a, b, (float)((t - from) / (to - from)));
}

// A centripetal Catmull-Rom span by Barry and Goldman's pyramid: knots lie apart by the square
// root of the distance, which keeps the curve free of loops and cusps.
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
    dv_vec3 a = between(p[0], p[1], knots[0], knots[1], at);
    dv_vec3 b = between(p[1], p[2], knots[1], knots[2], at);
    dv_vec3 c = between(p[2], p[3], knots[2], knots[3], at);
    dv_vec3 d = between(a, b, knots[0], knots[2], at);
    dv_vec3 e = between(b, c, knots[1], knots[3], at);
    return between(d, e, knots[1], knots[2], at);
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
    return wanted > MOST_CHORDS_A_SPAN ? MOST_CHORDS_A_SPAN
           : wanted > least            ? (uint32_t)wanted
                                       : least;
}

/// Add a corner unless rounding put it where the last one is.
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
    path->chords_a_metre = (path->corner_count - 1) / path->along[path->corner_count - 1];
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
    path->run_count = (chords + CHORDS_A_RUN - 1) / CHORDS_A_RUN;
    for (uint32_t run = 0; run < path->run_count; run++) {
        uint32_t first = run * CHORDS_A_RUN;
        uint32_t last = first + CHORDS_A_RUN < chords ? first + CHORDS_A_RUN : chords;
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
    path->runs = dv_alloc((most / CHORDS_A_RUN + 1) * sizeof *path->runs);
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

/// The points as the world has them; neighbors must not coincide.
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
    free_record(&world->paths.records[index]);
    dv_ids_give_back(&world->paths.ids, index);
    return DV_OK;
}

const dv_path_record *dv_path_record_of(const dv_world *world, uint64_t bits) {
    uint32_t index;
    bool found = dv_ids_find(&world->paths.ids, world, DV_HANDLE_PATH, bits, &index);
    return found ? &world->paths.records[index] : NULL;
}

// Finding

typedef struct search {
    const dv_world *world;
    const dv_path_record *path;
    dv_vec3 from;
    double least;   ///< squared
    float furthest; ///< squared: no chord whose middle is further comes nearer than that
    uint32_t chord; ///< the nearest so far
    double part;    ///< of it, 0 to 1
    dv_vec3 offset;
} search;

// A tenth of a thousandth is far more than rounding makes.
static float furthest_middle(const search *found) {
    double reach = sqrt(found->least) + found->path->longest_half;
    return (float)(1.0001 * reach * reach);
}

// From the middle of the chord both ways, so that the nearest image in a wrapping world counts. One
// that is as near as another gives way to it, unless that is `weaker`.
static DV_ALWAYS_INLINE void visit_chord(search *found, uint32_t index, uint32_t weaker,
                                         bool is_flat) {
    const dv_path_chord *chord = &found->path->chords[index];
    dv_vec3 half = chord->half, middle = chord->middle;
    dv_vec3 to_middle = is_flat ? dv_subtract(middle, found->from)
                                : dv_offset_between(found->world, found->from, middle);
    if (is_flat)
        half.z = to_middle.z = 0;
    float away = to_middle.x * to_middle.x + to_middle.y * to_middle.y;
    if (!is_flat)
        away += to_middle.z * to_middle.z;
    if (away > found->furthest)
        return;
    double dot = (double)to_middle.x * half.x + (double)to_middle.y * half.y;
    if (!is_flat)
        dot += (double)to_middle.z * half.z;
    // Beyond an end, as most are, there is nothing to divide.
    double part = 0;
    if (chord->square > 0)
        part = dot >= chord->square ? -1 : -dot >= chord->square ? 1 : -dot / chord->square;
    dv_vec3 offset = dv_add(to_middle, dv_scale(half, (float)part));
    double distance = (double)offset.x * offset.x + (double)offset.y * offset.y;
    if (is_flat)
        offset.z = 0;
    else
        distance += (double)offset.z * offset.z;
    bool is_as_near = distance == found->least && found->chord == weaker;
    if (!(distance < found->least || is_as_near))
        return;
    found->least = distance;
    found->furthest = furthest_middle(found);
    found->chord = index;
    found->part = (part + 1) / 2;
    found->offset = offset;
}

static double gap(float offset, float half) {
    double beyond = fabs((double)offset) - half;
    return beyond > 0 ? beyond : 0;
}

static bool may_hold_nearer(const search *found, const dv_path_run *run) {
    dv_vec3 offset = dv_offset_between(found->world, found->from, run->center);
    double x = gap(offset.x, run->half.x), y = gap(offset.y, run->half.y);
    double z = gap(offset.z, run->half.z);
    return !(x * x + y * y + z * z > found->least);
}

static inline dv_path_place place_of(const search *found) {
    const dv_path_record *path = found->path;
    double start = path->along[found->chord], end = path->along[found->chord + 1];
    return (dv_path_place){.s = start + (end - start) * found->part,
                           .offset = found->offset,
                           .distance = dv_length(found->offset),
                           .tangent = path->chords[found->chord].tangent,
                           .chord = found->chord};
}

static search begin_search(const dv_world *world, const dv_path_record *path, dv_vec3 from) {
    return (search){.world = world,
                    .path = path,
                    .from = from,
                    .least = (double)INFINITY,
                    .furthest = INFINITY,
                    .offset = dv_offset_between(world, from, path->corners[0])};
}

dv_path_place dv_path_nearest(const dv_world *world, const dv_path_record *path, dv_vec3 from) {
    search found = begin_search(world, path, from);
    uint32_t chords = path->corner_count - 1;
    for (uint32_t run = 0; run < path->run_count; run++) {
        if (!may_hold_nearer(&found, &path->runs[run]))
            continue;
        uint32_t first = run * CHORDS_A_RUN;
        for (uint32_t i = first; i < first + CHORDS_A_RUN && i < chords; i++)
            visit_chord(&found, i, NO_CHORD, false);
    }
    return place_of(&found);
}

/// The chord that the place's meets at the corner it is at: its own where it is at none, −1 where
/// there is no other. What is asked from askew of a chord is nearest to an end of it.
static int64_t chord_across(const dv_path_record *path, const dv_path_place *place) {
    float beyond = -dv_dot(place->offset, place->tangent);
    if (!(fabsf(beyond) > 1e-4f * place->distance))
        return place->chord;
    int64_t chords = path->corner_count - 1;
    int64_t chord = (int64_t)place->chord + (beyond > 0 ? 1 : -1);
    return path->closed ? (chord + chords) % chords : chord < chords ? chord : -1;
}

bool dv_path_ends_at(const dv_path_record *path, const dv_path_place *place) {
    return chord_across(path, place) < 0;
}

// At a sharp corner a point may be left of one chord and right of the other, both made longer: the
// sum of their tangents tells.
float dv_path_side_of(const dv_path_record *path, const dv_path_place *place) {
    dv_vec3 tangent = place->tangent;
    int64_t chord = chord_across(path, place);
    if (chord >= 0 && chord != place->chord)
        tangent = dv_add(tangent, path->chords[chord].tangent);
    double left = (double)place->offset.x * tangent.y - (double)place->offset.y * tangent.x;
    return left > 0 ? 1 : left < 0 ? -1 : 0;
}

/// Into [0, length): around, or held to the ends.
static double within(const dv_path_record *path, double s) {
    double length = dv_path_length_of(path);
    if (s > 0 && s < length)
        return s;
    if (!isfinite(s))
        return 0;
    if (path->closed) {
        s -= length * floor(s / length);
        return s >= 0 && s < length ? s : 0;
    }
    return s < 0 ? 0 : s > length ? length : s;
}

/// The last chord that begins at or before `s`.
static uint32_t chord_at(const dv_path_record *path, double s) {
    uint32_t low = 0, high = path->corner_count - 2;
    // Where it is when all are about as long.
    uint32_t guess = (uint32_t)(s * path->chords_a_metre);
    if (guess <= high && path->along[guess] <= s && s < path->along[guess + 1])
        return guess;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (path->along[middle] <= s)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// So many meters of chords, from one on: around a closed path, to the end of an open one. `known`
/// is visited already; where others are as near, the first along the stretch counts. False when it
/// was not met.
static DV_ALWAYS_INLINE bool visit_stretch(search *found, uint32_t chord, double left,
                                           uint32_t known, bool is_flat) {
    const dv_path_record *path = found->path;
    uint32_t chords = path->corner_count - 1, weaker = known;
    for (;;) {
        if (chord == known)
            weaker = NO_CHORD;
        else
            visit_chord(found, chord, weaker, is_flat);
        left -= path->along[chord + 1] - path->along[chord];
        if (!(left > 0) || (!path->closed && chord + 1 == chords))
            return weaker == NO_CHORD;
        chord = chord + 1 < chords ? chord + 1 : 0;
    }
}

/// From the chord at `s` first: with that most others are told to be further at a glance. Should
/// rounding have put it outside of the stretch, it does not count.
static DV_ALWAYS_INLINE dv_path_place nearest_on_stretch(search found, uint32_t chord, double left,
                                                         double s, bool is_flat) {
    search anew = found;
    uint32_t known = chord_at(found.path, within(found.path, s));
    visit_chord(&found, known, NO_CHORD, is_flat);
    if (visit_stretch(&found, chord, left, known, is_flat))
        return place_of(&found);
    visit_stretch(&anew, chord, left, NO_CHORD, is_flat);
    return place_of(&anew);
}

dv_path_place dv_path_nearest_within(const dv_world *world, const dv_path_record *path,
                                     dv_vec3 from, double s, double reach) {
    double length = dv_path_length_of(path);
    if (!(2 * reach < length))
        return dv_path_nearest(world, path, from);
    search found = begin_search(world, path, from);
    double first = within(path, s - reach);
    double left = path->closed ? 2 * reach : within(path, s + reach) - first;
    uint32_t chord = chord_at(path, first);
    left += first - path->along[chord];
    // Most are asked in a plane without edges to go across.
    if (world->space == DV_PLANE && world->bounds.edge != DV_EDGE_WRAP && from.z == 0)
        return nearest_on_stretch(found, chord, left, s, true);
    return nearest_on_stretch(found, chord, left, s, false);
}

dv_vec3 dv_path_point_of(const dv_path_record *path, double s, dv_vec3 *tangent) {
    s = within(path, s);
    uint32_t chord = chord_at(path, s);
    dv_vec3 a = path->corners[chord], b = path->corners[chord + 1];
    double part = (s - path->along[chord]) / (path->along[chord + 1] - path->along[chord]);
    if (tangent)
        *tangent = path->chords[chord].tangent;
    return dv_lerp(a, b, (float)(part > 1 ? 1 : part));
}

// The public questions

bool dv_path_alive(const dv_world *world, dv_path path) {
    return dv_path_record_of(world, path.bits) != NULL;
}

double dv_path_length(const dv_world *world, dv_path path) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    return record ? dv_path_length_of(record) : 0;
}

float dv_path_radius(const dv_world *world, dv_path path) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    return record ? record->radius : 0;
}

bool dv_path_closed(const dv_world *world, dv_path path) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    return record && record->closed;
}

dv_vec3 dv_path_point(const dv_world *world, dv_path path, double s, dv_vec3 *tangent) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    if (record)
        return dv_path_point_of(record, s, tangent);
    if (tangent)
        *tangent = dv_vec(0, 0, 0);
    return dv_vec(0, 0, 0);
}

double dv_path_project(const dv_world *world, dv_path path, dv_vec3 point, double *side) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    if (side)
        *side = 0;
    if (!record)
        return 0;
    if (world->space == DV_PLANE)
        point.z = 0;
    dv_path_place place = dv_path_nearest(world, record, point);
    if (side)
        *side =
            dv_path_side_of(record, &place) < 0 ? -(double)place.distance : (double)place.distance;
    return place.s;
}

uint32_t dv_path_spine(const dv_world *world, dv_path path, const dv_vec3 **corners) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    *corners = record ? record->corners : NULL;
    return record ? record->corner_count : 0;
}

uint32_t dv_world_path_limit(const dv_world *world) { return world->paths.ids.count; }

dv_path dv_world_path_at(const dv_world *world, uint32_t index) {
    return (dv_path){dv_ids_handle(&world->paths.ids, world, DV_HANDLE_PATH, index)};
}
