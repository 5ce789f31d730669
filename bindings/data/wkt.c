// WKT files: geometries as text, one after the other, each in as many lines as it likes.
#include "data/data_private.h"

#include "data/geometry.h"
#include "data/wkt_private.h"
#include "sandbox/sandbox.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Parentheses within parentheses: GEOS reads them by recursion.
#define DEEPEST 20

typedef struct reading {
    dv_data_file *file;
    GEOSContextHandle_t geos;
    GEOSWKTReader *reader;
    GEOSGeometry *geometry; ///< the one that is being read
    char message[DV_GEOS_MESSAGE];
    char label[DV_LONGEST_GEOMETRY_LABEL]; ///< of the geometry that is read
    size_t at, line;                       ///< how far the file was read; lines count from 1
    uint32_t points;
    bool is_measured; ///< the third number of a point is its measure, not its height
} reading;

static void keep_message(const char *message, void *kept) {
    snprintf(kept, DV_GEOS_MESSAGE, "%s", message);
}

GEOSContextHandle_t dv_begin_geos(char message[DV_GEOS_MESSAGE]) {
    GEOSContextHandle_t geos = GEOS_init_r();
    *message = '\0';
    if (geos)
        GEOSContext_setErrorMessageHandler_r(geos, keep_message, message);
    return geos;
}

_Noreturn static void raise_no_memory(lua_State *L) {
    luaL_error(L, "out of memory");
    __builtin_unreachable();
}

/// Raise what is wrong with a geometry. Its label begins with the path.
#define REFUSE(L, r, label, format, ...)                                                           \
    dv_refuse_data_file(L, (r)->file, "%s: " format, (label) + strlen((r)->file->path) + 1,        \
                        __VA_ARGS__)

/// Refuse what the library refuses: "ParseException: Expected number but …".
static void refuse_syntax(lua_State *L, reading *r) {
    const char *told = strstr(r->message, "Exception: ");
    if (!*r->message || strcmp(r->message, "std::bad_alloc") == 0)
        raise_no_memory(L);
    REFUSE(L, r, r->label, "%s", told ? told + strlen("Exception: ") : r->message);
}

// Splitting a file into geometries

static void skip_space(reading *r) {
    for (; r->at < r->file->size && isspace((unsigned char)r->file->bytes[r->at]); r->at++)
        r->line += r->file->bytes[r->at] == '\n';
}

/// Whether the word EMPTY, outside of parentheses, ends here.
static bool ends_empty(const reading *r, size_t first) {
    static const char word[] = "EMPTY";
    size_t length = sizeof word - 1, at = r->at + 1;
    bool is_end = at == r->file->size || !isalpha((unsigned char)r->file->bytes[at]);
    if (at < first + length || !is_end)
        return false;
    for (size_t i = 0; i < length; i++)
        if (toupper((unsigned char)r->file->bytes[at - length + i]) != word[i])
            return false;
    return true;
}

/// Read past the next geometry, up to the parenthesis that closes it.
static void find_end(lua_State *L, reading *r) {
    size_t first = r->at;
    int depth = 0;
    for (; r->at < r->file->size; r->at++) {
        char c = r->file->bytes[r->at];
        r->line += c == '\n';
        depth += (c == '(') - (c == ')');
        if (depth > DEEPEST)
            REFUSE(L, r, r->label, "parentheses nested more than %d deep", DEEPEST);
        if ((c == ')' && depth <= 0) || (depth == 0 && ends_empty(r, first))) {
            r->at++;
            return;
        }
    }
}

/// The text after an SRID, which is not part of WKT: "SRID=4326;POINT (1 2)". Which system it is
/// does not matter to a world.
static const char *skip_srid(const char *text) {
    static const char word[] = "SRID=";
    size_t length = sizeof word - 1;
    for (size_t i = 0; i < length; i++)
        if (toupper((unsigned char)text[i]) != word[i])
            return text;
    size_t digits = strspn(text + length, "0123456789");
    return digits > 0 && text[length + digits] == ';' ? text + length + digits + 1 : text;
}

/// Whether points have a measure and no height: `LINESTRING M (0 0 1, 5 0 2)`. GEOS takes it for
/// the height. With both, as in `LINESTRING ZM`, the height comes first.
static bool has_measures_only(const char *text) {
    for (; *text; text++) {
        const char *word = text;
        while (isalpha((unsigned char)*text))
            text++;
        if (text == word + 1 && toupper((unsigned char)*word) == 'M')
            return true;
        if (text > word)
            text--;
    }
    return false;
}

static bool has_height(const reading *r, const GEOSGeometry *of) {
    return !r->is_measured && GEOSHasZ_r(r->geos, of) == 1;
}

// Converting

static bool is_same(const double *a, const double *b) { return a[0] == b[0] && a[1] == b[1]; }

/// Append the points of a sequence without repetitions; an outline's last one is left out, too.
static void take_points(lua_State *L, reading *r, dv_geometry *to, const GEOSGeometry *of,
                        bool is_outline, uint32_t ring) {
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(r->geos, of);
    unsigned count = 0;
    GEOSCoordSeq_getSize_r(r->geos, sequence, &count);
    dv_ring *place = dv_geometry_rings(to) + ring;
    uint32_t first = ring ? place[-1].first + place[-1].count : 0;
    *place = (dv_ring){.first = first};
    for (unsigned i = 0; i < count; i++) {
        double *point = to->points[first + place->count];
        double *before = place->count ? to->points[first + place->count - 1] : NULL;
        if (!GEOSCoordSeq_getXYZ_r(r->geos, sequence, i, &point[0], &point[1], &point[2]))
            refuse_syntax(L, r);
        if (!isfinite(point[0]) || !isfinite(point[1]))
            REFUSE(L, r, to->label, "point %u is not finite", i + 1);
        point[2] = isfinite(point[2]) && !r->is_measured ? point[2] : 0;
        if (!before || !is_same(before, point))
            place->count++;
    }
    while (is_outline && place->count > 1 &&
           is_same(to->points[first], to->points[first + place->count - 1]))
        place->count--;
}

static void check_valid(lua_State *L, reading *r, const char *label, const GEOSGeometry *of) {
    char *reason = NULL, said[128];
    GEOSGeometry *place = NULL;
    double x = NAN, y = NAN;
    char valid = GEOSisValidDetail_r(r->geos, of, 0, &reason, &place);
    if (valid == 1)
        return;
    snprintf(said, sizeof said, "%s", reason ? reason : "");
    *said = (char)tolower((unsigned char)*said);
    if (place && GEOSGeomGetX_r(r->geos, place, &x) == 1)
        GEOSGeomGetY_r(r->geos, place, &y);
    GEOSFree_r(r->geos, reason);
    GEOSGeom_destroy_r(r->geos, place);
    if (valid != 0)
        refuse_syntax(L, r);
    REFUSE(L, r, label, "%s at (%.6g, %.6g)", said, x, y);
}

/// Count the points of a geometry without parts. A polygon's outlines end where they begin.
static uint32_t count_points(lua_State *L, reading *r, const GEOSGeometry *of) {
    int count = GEOSGetNumCoordinates_r(r->geos, of);
    r->points += (uint32_t)(count < 0 ? 0 : count);
    if (r->points > DV_MAX_GEOMETRY_POINTS)
        dv_refuse_data_file(L, r->file, " more than %d points", DV_MAX_GEOMETRY_POINTS);
    return (uint32_t)(count < 0 ? 0 : count);
}

static void push_polygon(lua_State *L, reading *r, const char *label, const GEOSGeometry *of) {
    int holes = GEOSGetNumInteriorRings_r(r->geos, of);
    uint32_t points = count_points(L, r, of), rings = points ? 1 + (uint32_t)holes : 0;
    dv_geometry *made = dv_push_geometry(L, DV_GEOMETRY_POLYGON, points, rings);
    snprintf(made->label, sizeof made->label, "%s", label);
    made->has_z = has_height(r, of);
    for (uint32_t i = 0; i < rings; i++)
        take_points(L, r, made,
                    i ? GEOSGetInteriorRingN_r(r->geos, of, (int)i - 1)
                      : GEOSGetExteriorRing_r(r->geos, of),
                    true, i);
}

static void push_line(lua_State *L, reading *r, const char *label, const GEOSGeometry *of,
                      dv_geometry_type type) {
    uint32_t points = count_points(L, r, of);
    dv_geometry *made = dv_push_geometry(L, type, points, points ? 1 : 0);
    snprintf(made->label, sizeof made->label, "%s", label);
    made->has_z = has_height(r, of);
    if (points)
        take_points(L, r, made, of, false, 0);
}

static void push_geometry(lua_State *L, reading *r, const char *label, const GEOSGeometry *of);

static void push_list(lua_State *L, reading *r, const char *label, const GEOSGeometry *of,
                      dv_geometry_type type) {
    int count = GEOSGetNumGeometries_r(r->geos, of);
    dv_geometry *list = dv_push_geometry_list(L, type, (uint32_t)(count < 0 ? 0 : count));
    snprintf(list->label, sizeof list->label, "%s", label);
    for (int i = 0; i < count; i++) {
        char part[DV_LONGEST_GEOMETRY_LABEL];
        snprintf(part, sizeof part, "%.300s, part %d", label, i + 1);
        push_geometry(L, r, part, GEOSGetGeometryN_r(r->geos, of, i));
        dv_add_geometry_part(list, dv_to_geometry(L, -1));
        lua_rawseti(L, -2, i + 1);
    }
    lua_pop(L, 1);
}

static void push_geometry(lua_State *L, reading *r, const char *label, const GEOSGeometry *of) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    dv_sandbox_check(L);
    dv_sandbox_check_memory(L);
    switch (GEOSGeomTypeId_r(r->geos, of)) {
    case GEOS_POINT:
        push_line(L, r, label, of, DV_GEOMETRY_POINT);
        break;
    case GEOS_LINESTRING:
    case GEOS_LINEARRING:
        push_line(L, r, label, of, DV_GEOMETRY_LINE);
        break;
    case GEOS_POLYGON:
        push_polygon(L, r, label, of);
        break;
    case GEOS_MULTIPOINT:
        push_list(L, r, label, of, DV_GEOMETRY_POINTS);
        return;
    case GEOS_MULTILINESTRING:
        push_list(L, r, label, of, DV_GEOMETRY_LINES);
        return;
    case GEOS_MULTIPOLYGON:
        push_list(L, r, label, of, DV_GEOMETRY_POLYGONS);
        return;
    case GEOS_GEOMETRYCOLLECTION:
        push_list(L, r, label, of, DV_GEOMETRY_COLLECTION);
        return;
    default:
        refuse_syntax(L, r);
    }
    // Nobody else has it yet.
    dv_measure_geometry((dv_geometry *)lua_touserdata(L, -1));
}

// Reading

/// Push the next geometry of the file.
static void push_next(lua_State *L, reading *r, lua_Integer number) {
    size_t first = r->at;
    snprintf(r->label, sizeof r->label, "%s:%zu: geometry %lld", r->file->path, r->line,
             (long long)number);
    find_end(L, r);
    lua_pushlstring(L, r->file->bytes + first, r->at - first);
    const char *text = lua_tostring(L, -1);
    if (strlen(text) != r->at - first)
        REFUSE(L, r, r->label, "a zero byte in the %s", "text");
    text = skip_srid(text);
    r->is_measured = has_measures_only(text);
    r->geometry = GEOSWKTReader_read_r(r->geos, r->reader, text);
    if (!r->geometry)
        refuse_syntax(L, r);
    push_geometry(L, r, r->label, r->geometry);
    check_valid(L, r, r->label, r->geometry);
    GEOSGeom_destroy_r(r->geos, r->geometry);
    r->geometry = NULL;
    lua_remove(L, -2);
}

/// Push what a file holds: its geometry or, if there are several, a collection of them.
static int read_all(lua_State *L) {
    reading *r = lua_touserdata(L, 1);
    lua_newtable(L);
    lua_Integer count = 0;
    for (skip_space(r); r->at < r->file->size; skip_space(r)) {
        push_next(L, r, ++count);
        lua_rawseti(L, 2, count);
    }
    if (count == 0)
        dv_refuse_data_file(L, r->file, " the file is empty");
    if (count == 1) {
        lua_rawgeti(L, 2, 1);
        return 1;
    }
    dv_geometry *all = dv_push_geometry_list(L, DV_GEOMETRY_COLLECTION, (uint32_t)count);
    snprintf(all->label, sizeof all->label, "%s", r->file->path);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, 2, i);
        dv_add_geometry_part(all, dv_to_geometry(L, -1));
        lua_rawseti(L, -2, i);
    }
    lua_pop(L, 1);
    return 1;
}

void dv_push_wkt(lua_State *L, dv_data_file *file) {
    reading r = {.file = file, .line = 1};
    r.geos = dv_begin_geos(r.message);
    r.reader = r.geos ? GEOSWKTReader_create_r(r.geos) : NULL;
    bool is_fine = r.reader && dv_data_call(L, read_all, &r, 1);
    if (r.reader) {
        GEOSGeom_destroy_r(r.geos, r.geometry);
        GEOSWKTReader_destroy_r(r.geos, r.reader);
    }
    bool has_memory = r.reader;
    if (r.geos)
        GEOS_finish_r(r.geos);
    if (!has_memory)
        raise_no_memory(L);
    if (!is_fine)
        lua_error(L);
}
