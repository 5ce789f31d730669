// Assignments to agents whose memory is packed: values of a fixed size are overwritten in the
// packed bytes. memory_packed.h has the invariant.
#include "classes/vector.h"
#include "memory/memory.h"
#include "memory/memory_packed.h"
#include "memory/memory_writing.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

// Layouts

// Places to look at for a layout, from the one that its hash names.
#define PROBES 8u

static bool is_same(const dv_packed_layout *a, const dv_packed_layout *b) {
    return a->count == b->count && memcmp(a->keys, b->keys, a->count * sizeof *a->keys) == 0 &&
           memcmp(a->offsets, b->offsets, a->count * sizeof *a->offsets) == 0;
}

static uint64_t hash_of(const dv_packed_layout *layout) {
    return dv_hash_join(dv_hash_bytes(layout->keys, layout->count * sizeof *layout->keys),
                        dv_hash_bytes(layout->offsets, layout->count * sizeof *layout->offsets));
}

const dv_packed_layout *dv_packed_keep_layout(dv_packed *p, const dv_packed_layout *layout) {
    if (layout->count == 0)
        return NULL;
    if (!p->layouts)
        p->layouts = dv_alloc(DV_MAX_LAYOUTS * sizeof *p->layouts);
    if (!p->layouts)
        return NULL;
    uint64_t hash = hash_of(layout);
    for (uint32_t i = 0; i < PROBES; i++) {
        dv_packed_layout *place = &p->layouts[(hash + i) % DV_MAX_LAYOUTS];
        if (place->count == 0) {
            *place = *layout;
            p->layout_count++;
        }
        if (is_same(place, layout))
            return place;
    }
    return NULL;
}

void dv_packed_forget_layouts(dv_packed *p) {
    if (p->layout_count > 0)
        memset(p->layouts, 0, DV_MAX_LAYOUTS * sizeof *p->layouts);
    p->layout_count = 0;
    for (uint32_t i = 0; i < p->limit; i++)
        p->agents[i].layout = NULL;
}

// Assigning

/// The number of bytes of a written value, tag included; 0: its size is not fixed.
static size_t size_of(unsigned char tag) {
    switch ((enum dv_memory_tag)tag) {
    case DV_TAG_FALSE:
    case DV_TAG_TRUE:
        return 1;
    case DV_TAG_INTEGER:
    case DV_TAG_FLOAT:
    case DV_TAG_HANDLE:
        return 1 + 8;
    case DV_TAG_VECTOR:
        return 1 + 3 * 8;
    default:
        return 0;
    }
}

/// Whether a value is no table and cannot lead to one, so that assigning it neither gives the agent
/// a table nor gives a script hold of one.
static bool is_plain(lua_State *L, const dv_packed *p, int index) {
    int type = lua_type(L, index);
    return type <= LUA_TSTRING || (type == LUA_TUSERDATA && dv_vector_axes(L, index, p->vectors));
}

/// Write the plain value at index 3 over the one of the field at index 2. Returns false if the
/// sizes differ.
static bool overwrite(lua_State *L, dv_packed *p, uint32_t i) {
    const dv_packed_agent *agent = &p->agents[i];
    const dv_packed_layout *layout = agent->layout;
    const void *key = lua_topointer(L, 2);
    uint32_t field = 0;
    while (layout && field < layout->count && layout->keys[field] != key)
        field++;
    if (!layout || field == layout->count || lua_type(L, 3) == LUA_TSTRING)
        return false;
    unsigned char *from = p->marks[i] & DV_PACKED_UNMOVED ? p->spare.bytes : p->bytes.bytes;
    unsigned char *old = from + agent->offset + layout->offsets[field];
    dv_writing w;
    w.L = L;
    w.vectors = p->vectors;
    w.used = 0;
    dv_put_value(&w, 3, NULL, 1);
    if (size_of(w.bytes[0]) == 0 || size_of(w.bytes[0]) != size_of(*old))
        return false;
    memcpy(old, w.bytes, w.used);
    return true;
}

/// Whether the packed bytes are right after an assignment, or the agent's turn will set them right.
static bool is_covered(lua_State *L, dv_packed *p, uint32_t i) {
    if (p->marks[i] & DV_PACKED_TOUCHED)
        return true;
    if (!is_plain(L, p, 3))
        return false;
    return p->marks[i] & (DV_PACKED_DUE | DV_PACKED_SHARED) ||
           (p->agents[i].agent && overwrite(L, p, i));
}

void dv_note_memory_assignment(lua_State *L, uint32_t agent) {
    dv_packed *p = &dv_scenario_of(L)->packed;
    if (agent < p->limit && !is_covered(L, p, agent))
        p->marks[agent] |= DV_PACKED_TOUCHED;
}
