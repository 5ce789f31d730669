// Finding the first obstacle in the way of a path.
#include "base/alloc.h"
#include "base/result.h"
#include "world/obstacles.h"
#include "world/paths.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

#define LONGEST 1e6f ///< m
// Relative to coordinates and clearance: obstacles that only touch are not in the way.
#define ROUNDING 2e-6f

/// A walk along a spine, and which obstacles it looks for.
typedef struct walk {
    const dv_world *world;
    float clearance;
    dv_obstacle_counts *counts;
    const void *context;
} walk;

static float size_of(dv_vec3 v) { return fabsf(v.x) + fabsf(v.y) + fabsf(v.z); }

/// The image of a point that is inside the bounds.
static dv_vec3 image_inside(const dv_world *world, dv_vec3 point) {
    dv_vec3 middle = dv_scale(dv_add(world->bounds.min, world->bounds.max), 0.5f);
    return world->bounds.edge == DV_EDGE_WRAP
               ? dv_add(middle, dv_offset_between(world, middle, point))
               : point;
}

/// Whether the walk meets an obstacle between two points of the spine. `from` is at `s`.
static bool meets_obstacle(const walk *w, dv_vec3 from, dv_vec3 to, double s,
                           dv_path_obstacle *met) {
    dv_vec3 way = dv_subtract(to, from), start = image_inside(w->world, from);
    float slack = ROUNDING * (size_of(start) + size_of(way) + w->clearance);
    float kept = w->clearance > slack ? w->clearance - slack : 0;
    dv_sweep_hit hit;
    if (!dv_obstacles_sweep_among(&w->world->obstacles, w->world->space, DV_BLOCKS_PLANNING, start,
                                  dv_normalize(way), dv_length(way), kept, w->counts, w->context,
                                  &hit))
        return false;
    *met = (dv_path_obstacle){hit.obstacle, s + (double)hit.distance};
    return true;
}

bool dv_path_first_met(const dv_world *world, const dv_path_record *path, double s, float clearance,
                       dv_obstacle_counts *counts, const void *context, dv_path_obstacle *met) {
    walk w = {world, clearance, counts, context};
    uint32_t chords = path->corner_count - 1, first = 0;
    double length = dv_path_length_of(path);
    if (!path->closed)
        s = isfinite(s) && s > 0 ? s : 0;
    else
        s = isfinite(s) ? s - length * floor(s / length) : 0;
    if (s >= length && !path->closed)
        return false;
    while (first + 1 < chords && path->along[first + 1] <= s)
        first++;
    dv_vec3 start = dv_path_point_of(path, s, NULL);
    if (meets_obstacle(&w, start, path->corners[first + 1], s, met))
        return true;
    for (uint32_t i = first + 1; i < chords; i++)
        if (meets_obstacle(&w, path->corners[i], path->corners[i + 1], path->along[i], met))
            return true;
    for (uint32_t i = 0; path->closed && i < first; i++)
        if (meets_obstacle(&w, path->corners[i], path->corners[i + 1], path->along[i], met))
            return true;
    return path->closed && s > path->along[first] &&
           meets_obstacle(&w, path->corners[first], start, path->along[first], met);
}

static bool is_marked(const void *context, uint32_t obstacle) {
    return ((const unsigned char *)context)[obstacle] != 0;
}

dv_result dv_path_blocked(const dv_world *world, dv_path path, const dv_path_query *query,
                          dv_obstacle *obstacle, double *s, dv_error *error) {
    const dv_path_record *record = dv_path_record_of(world, path.bits);
    *obstacle = (dv_obstacle){0};
    *s = 0;
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the path is gone");
    if (!(query->clearance >= 0 && query->clearance <= LONGEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "blocked: clearance must be 0 to %g m, not %g",
                       (double)LONGEST, (double)query->clearance);
    if (world->obstacles.alive_count == 0)
        return DV_OK;
    unsigned char *known = NULL;
    if (query->knows_part) {
        known = dv_alloc(world->obstacles.count);
        if (!known)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        memset(known, 0, world->obstacles.count);
        for (uint32_t i = 0; i < query->known_count; i++)
            if (dv_obstacle_alive(world, query->known[i]))
                known[dv_handle_index(query->known[i].bits)] = 1;
    }
    dv_path_obstacle met;
    if (dv_path_first_met(world, record, query->from, query->clearance, known ? is_marked : NULL,
                          known, &met)) {
        *obstacle = dv_world_obstacle_at(world, met.obstacle);
        *s = met.s;
    }
    dv_free(known);
    return DV_OK;
}
