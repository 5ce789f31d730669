// Places on paths: the place nearest to a point, the point at a distance from the start, and the
// public queries; see paths.h for the invariant.
#include "world/paths.h"

#include "base/compiler.h"
#include "base/math.h"
#include "world/world_data.h"

#define NO_CHORD UINT32_MAX

typedef struct search {
    const dv_world *world;
    const dv_path_record *path;
    dv_vec3 from;
    double least;   ///< m², squared distance of the nearest place so far
    float furthest; ///< m², squared: a chord whose middle is farther away can't be nearer
    uint32_t chord; ///< with the nearest place so far
    double part;    ///< where on that chord, 0 to 1
    dv_vec3 offset; ///< m, from the query point to that place
} search;

// The factor covers rounding errors many times over.
static float furthest_middle(const search *found) {
    double reach = sqrt(found->least) + found->path->longest_half;
    return (float)(1.0001 * reach * reach);
}

// Chords are measured from their middle, which tells the nearest image in a world that wraps. If a
// chord is as near as the nearest one so far, the earlier one stays, unless it is `weaker`.
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
    // Most query points are beyond an end of the chord, which saves a division.
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

static double gap_beyond(float offset, float half) {
    double beyond = fabs((double)offset) - half;
    return beyond > 0 ? beyond : 0;
}

static bool may_hold_nearer(const search *found, const dv_path_run *run) {
    dv_vec3 offset = dv_offset_between(found->world, found->from, run->center);
    double x = gap_beyond(offset.x, run->half.x), y = gap_beyond(offset.y, run->half.y);
    double z = gap_beyond(offset.z, run->half.z);
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
        uint32_t first = run * DV_CHORDS_A_RUN;
        for (uint32_t i = first; i < first + DV_CHORDS_A_RUN && i < chords; i++)
            visit_chord(&found, i, NO_CHORD, false);
    }
    return place_of(&found);
}

/// If a place is at a corner, the other chord at that corner, or −1 at an end of an open path; else
/// the place's own chord. At a corner, the offset isn't perpendicular to the chord.
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

// At a sharp corner, a point may be to the left of the line through one chord and to the right of
// the line through the other. So the sum of their tangents decides.
float dv_path_side_of(const dv_path_record *path, const dv_path_place *place) {
    dv_vec3 tangent = place->tangent;
    int64_t chord = chord_across(path, place);
    if (chord >= 0 && chord != place->chord)
        tangent = dv_add(tangent, path->chords[chord].tangent);
    double left = (double)place->offset.x * tangent.y - (double)place->offset.y * tangent.x;
    return left > 0 ? 1 : left < 0 ? -1 : 0;
}

/// Wrap `s` into [0, length) on a closed path, or clamp it to the ends of an open one.
static double wrap_or_clamp(const dv_path_record *path, double s) {
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
    // This guess is right if all chords are about equally long.
    uint32_t guess = (uint32_t)(s * path->chords_a_meter);
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

/// Visit the chords of a stretch that begins with `chord` and is `left` meters long; it wraps
/// around a closed path and stops at the end of an open one. `known` was visited before, and is
/// skipped. Of several equally near chords, the first along the stretch wins. False if the stretch
/// doesn't contain `known`.
static DV_ALWAYS_INLINE bool visit_stretch(search *found, uint32_t chord, double left,
                                           uint32_t known, bool is_flat) {
    const dv_path_record *path = found->path;
    uint32_t chords = path->corner_count - 1, weaker = known;
    // A stretch longer than a closed path visits each chord once, and the first one again.
    for (uint32_t visited = 0; visited <= chords; visited++) {
        if (chord == known)
            weaker = NO_CHORD;
        else
            visit_chord(found, chord, weaker, is_flat);
        left -= path->along[chord + 1] - path->along[chord];
        if (!(left > 0) || (!path->closed && chord + 1 == chords))
            return weaker == NO_CHORD;
        chord = chord + 1 < chords ? chord + 1 : 0;
    }
    return weaker == NO_CHORD;
}

/// Visit the chord at `s` first: after that, most others are quickly found to be farther away. If
/// rounding errors put it outside the stretch, search again without it.
static DV_ALWAYS_INLINE dv_path_place nearest_on_stretch(search found, uint32_t chord, double left,
                                                         double s, bool is_flat) {
    search second_try = found;
    uint32_t known = chord_at(found.path, wrap_or_clamp(found.path, s));
    visit_chord(&found, known, NO_CHORD, is_flat);
    if (visit_stretch(&found, chord, left, known, is_flat))
        return place_of(&found);
    visit_stretch(&second_try, chord, left, NO_CHORD, is_flat);
    return place_of(&second_try);
}

dv_path_place dv_path_nearest_within(const dv_world *world, const dv_path_record *path,
                                     dv_vec3 from, double s, double reach) {
    double length = dv_path_length_of(path);
    if (!(2 * reach < length))
        return dv_path_nearest(world, path, from);
    search found = begin_search(world, path, from);
    double first = wrap_or_clamp(path, s - reach);
    double left = path->closed ? 2 * reach : wrap_or_clamp(path, s + reach) - first;
    uint32_t chord = chord_at(path, first);
    left += first - path->along[chord];
    // Most worlds are planes that don't wrap, where the flat search is faster.
    if (world->space == DV_PLANE && world->bounds.edge != DV_EDGE_WRAP && from.z == 0)
        return nearest_on_stretch(found, chord, left, s, true);
    return nearest_on_stretch(found, chord, left, s, false);
}

dv_vec3 dv_path_point_of(const dv_path_record *path, double s, dv_vec3 *tangent) {
    s = wrap_or_clamp(path, s);
    uint32_t chord = chord_at(path, s);
    dv_vec3 a = path->corners[chord], b = path->corners[chord + 1];
    double part = (s - path->along[chord]) / (path->along[chord + 1] - path->along[chord]);
    if (tangent)
        *tangent = path->chords[chord].tangent;
    return dv_lerp(a, b, (float)(part > 1 ? 1 : part));
}

// The public interface

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

bool dv_path_planned(const dv_world *world, dv_path path) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    return record && record->planned;
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
