// Which polygons of a list overlap.
#include "data/geometry.h"
#include "data/wkt_private.h"
#include "sandbox/sandbox.h"

#include "base/alloc.h"

#include <lauxlib.h>

typedef struct search {
    GEOSContextHandle_t geos;
    GEOSSTRtree *tree;
    GEOSGeometry **shapes;
    uint32_t count;
    bool edges, failed;
    uint32_t nearest; ///< of those that overlap with the one that is looked at, the first after it
    dv_overlap *found;
} search;

static GEOSGeometry *ring_of(GEOSContextHandle_t geos, const double (*points)[3], uint32_t count) {
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + 1, 2);
    for (uint32_t i = 0; sequence && i <= count; i++) {
        const double *point = points[i < count ? i : 0];
        GEOSCoordSeq_setXY_r(geos, sequence, i, point[0], point[1]);
    }
    return sequence ? GEOSGeom_createLinearRing_r(geos, sequence) : NULL;
}

/// NULL when out of memory. GEOS takes the rings, even if it fails.
static GEOSGeometry *shape_of(GEOSContextHandle_t geos, const dv_geometry *polygon) {
    const dv_ring *rings = dv_geometry_rings(polygon);
    uint32_t made = 0;
    GEOSGeometry **all = dv_alloc(polygon->ring_count * sizeof *all);
    for (; all && made < polygon->ring_count; made++) {
        all[made] = ring_of(geos, polygon->points + rings[made].first, rings[made].count);
        if (!all[made])
            break;
    }
    GEOSGeometry *shape = NULL;
    if (all && made == polygon->ring_count)
        shape = GEOSGeom_createPolygon_r(geos, all[0], all + 1, made - 1);
    else
        while (made > 0)
            GEOSGeom_destroy_r(geos, all[--made]);
    dv_free(all);
    return shape;
}

/// What two shapes have in common: 2, some of their inside; 1, some of an edge; 0, less; −1: GEOS
/// failed.
static int common(const search *s, uint32_t a, uint32_t b) {
    char *relation = GEOSRelate_r(s->geos, s->shapes[a], s->shapes[b]);
    if (!relation)
        return -1;
    int shared = relation[0] == '2' ? 2 : relation[4] == '1' ? 1 : 0;
    GEOSFree_r(s->geos, relation);
    return shared;
}

/// The tree calls this for each shape whose bounds meet those of the one that is looked at, in no
/// order that matters.
static void compare(void *item, void *context) {
    search *s = context;
    uint32_t other = (uint32_t)((GEOSGeometry **)item - s->shapes);
    if (other <= s->found->first || other >= s->nearest || s->failed)
        return;
    int shared = common(s, s->found->first, other);
    s->failed = shared < 0;
    if (shared == 2 || (shared == 1 && s->edges)) {
        s->nearest = other;
        s->found->is_edge = shared == 1;
    }
}

static bool find_place(const search *s, dv_overlap *found) {
    GEOSGeometry *both =
        GEOSIntersection_r(s->geos, s->shapes[found->first], s->shapes[found->second]);
    GEOSGeometry *place = both ? GEOSPointOnSurface_r(s->geos, both) : NULL;
    bool is_found = place && GEOSGeomGetX_r(s->geos, place, &found->x) == 1 &&
                    GEOSGeomGetY_r(s->geos, place, &found->y) == 1;
    GEOSGeom_destroy_r(s->geos, place);
    GEOSGeom_destroy_r(s->geos, both);
    return is_found;
}

static bool make_shapes(search *s, const dv_geometry *const *polygons) {
    s->shapes = dv_alloc(s->count * sizeof *s->shapes);
    s->tree = GEOSSTRtree_create_r(s->geos, 10);
    if (!s->shapes || !s->tree)
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        s->shapes[i] = shape_of(s->geos, polygons[i]);
        if (!s->shapes[i])
            return false;
        GEOSSTRtree_insert_r(s->geos, s->tree, s->shapes[i], &s->shapes[i]);
    }
    return true;
}

/// Look for the first overlap. Ends early when the call is to stop.
static bool look(lua_State *L, search *s) {
    for (uint32_t i = 0; i + 1 < s->count && !s->failed && !dv_sandbox_is_stopping(L); i++) {
        s->found->first = i;
        s->nearest = s->count;
        GEOSSTRtree_query_r(s->geos, s->tree, s->shapes[i], compare, s);
        if (s->nearest == s->count || s->failed)
            continue;
        s->found->second = s->nearest;
        s->failed = !find_place(s, s->found);
        return true;
    }
    return false;
}

bool dv_find_overlap(lua_State *L, const dv_geometry *const *polygons, uint32_t count, bool edges,
                     dv_overlap *overlap) {
    char message[DV_GEOS_MESSAGE];
    search s = {.count = count, .edges = edges, .found = overlap};
    bool is_found = false;
    if (count < 2)
        return false;
    s.geos = dv_begin_geos(message);
    s.failed = !s.geos || !make_shapes(&s, polygons);
    if (!s.failed)
        is_found = look(L, &s);
    if (s.geos) {
        if (s.tree)
            GEOSSTRtree_destroy_r(s.geos, s.tree);
        for (uint32_t i = 0; s.shapes && i < count; i++)
            GEOSGeom_destroy_r(s.geos, s.shapes[i]);
        GEOS_finish_r(s.geos);
    }
    dv_free(s.shapes);
    dv_sandbox_check(L);
    if (s.failed)
        luaL_error(L, "out of memory");
    return is_found;
}
