// The parts of a snapshot: names, clock, agents, and groups, obstacles, paths, flows, regions,
// terrain, events, fields, timers and links. Each is written from a world, and read into a world
// whose program has only names.
//
// Handles are written without the id of their world; the world that reads them adds its own.
#ifndef DV_RECORD_SNAPSHOT_PARTS_H
#define DV_RECORD_SNAPSHOT_PARTS_H

#include "program/value_rows.h"
#include "world/world_data.h"

#include <string.h>

#define DV_WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)

/// A snapshot being read. Once `reader->damaged` or `out_of_memory` is set, nothing read after that
/// is used.
typedef struct dv_loading {
    dv_reader *reader;
    dv_program *names;
    double *settings;
    dv_world *world;
    bool out_of_memory;
    const char *part;    ///< what is being read, for messages: "agents"
    dv_error reason;     ///< what is wrong with that part; "" if not known
    bool keeps_handles;  ///< handles get the id of the world that is restored
    dv_limbo *limbo;     ///< of the world that takes the content
    uint32_t id, own_id; ///< of the world that is restored, and of `world`
} dv_loading;

typedef struct dv_clock {
    dv_world_def def;
    uint64_t tick, random_count;
    double visibility;
    bool mouse_is_here, finished;
    dv_vec3 mouse;
    const char *reason;
} dv_clock;

/// Whether reading can go on.
static inline bool dv_usable(const dv_loading *l) {
    return !l->reader->damaged && !l->out_of_memory;
}

/// Mark the snapshot as damaged unless a check holds.
static inline void dv_damaged_unless(dv_loading *l, bool right) {
    l->reader->damaged = l->reader->damaged || !right;
}

/// Note the result of adding a part to the world; its message is in l->reason.
static inline void dv_note(dv_loading *l, dv_result result) {
    l->out_of_memory |= result == DV_ERROR_MEMORY;
    dv_damaged_unless(l, result == DV_OK || result == DV_ERROR_MEMORY);
}

/// Write a name or text; NULL as "".
static inline void dv_write_text(dv_stream *s, const char *text) {
    dv_write_string(s, text ? text : "", text ? strlen(text) : 0);
}

static inline void dv_write_vector(dv_stream *s, dv_vec3 v) { dv_write_bytes(s, &v, sizeof v); }

static inline dv_vec3 dv_read_vector(dv_reader *reader) {
    dv_vec3 v;
    dv_read_bytes(reader, &v, sizeof v);
    return v;
}

/// A name or text, owned by the program of names; "" when it cannot be read.
const char *dv_read_text(dv_loading *l);

/// The ids of things that come and go.
void dv_write_ids(dv_stream *s, const dv_id_pool *ids);
/// Read ids and make room for their records, all zero, so that they can be freed at any time.
bool dv_begin_records(dv_loading *l, dv_id_pool *ids, void **records, uint32_t *capacity,
                      size_t size);

void dv_write_names(dv_stream *s, const dv_world *world);
void dv_read_names(dv_loading *l);
void dv_write_clock(dv_stream *s, const dv_world *world);
dv_clock dv_read_clock(dv_loading *l);
void dv_write_agents(dv_stream *s, const dv_world *world);
void dv_read_agents(dv_loading *l);
/// Check the agent data that only the running program can judge, in a world that already runs it.
void dv_check_fitted_agents(dv_loading *l);
void dv_write_slots(dv_stream *s, const dv_slot_def *defs, uint32_t count, const dv_slot *slots);
void dv_read_slots(dv_loading *l, const dv_slot_def *defs, uint32_t count, dv_slot *slots);
void dv_write_groups(dv_stream *s, const dv_world *world);
void dv_read_groups(dv_loading *l);
void dv_write_obstacles(dv_stream *s, const dv_world *world);
void dv_read_obstacles(dv_loading *l);
void dv_write_surfaces(dv_stream *s, const dv_world *world);
void dv_read_surfaces(dv_loading *l);
void dv_write_obstacle(dv_stream *s, const dv_obstacle_record *obstacle);
void dv_read_obstacle(dv_loading *l, dv_obstacle_record *obstacle);
void dv_write_paths(dv_stream *s, const dv_world *world);
void dv_read_paths(dv_loading *l);
/// Which paths were planned: a byte for each index, 0 or 1.
void dv_write_planned(dv_stream *s, const dv_world *world);
void dv_read_planned(dv_loading *l, dv_reader *reader);
void dv_write_flows(dv_stream *s, const dv_world *world);
void dv_read_flows(dv_loading *l);
void dv_write_regions(dv_stream *s, const dv_world *world);
void dv_read_regions(dv_loading *l);
void dv_write_terrain(dv_stream *s, const dv_world *world);
void dv_read_terrain(dv_loading *l);
void dv_write_fields(dv_stream *s, const dv_world *world);
void dv_read_fields(dv_loading *l);
void dv_write_links(dv_stream *s, const dv_world *world);
void dv_read_links(dv_loading *l);
void dv_write_timers(dv_stream *s, const dv_world *world);
void dv_read_timers(dv_loading *l);
void dv_write_events(dv_stream *s, const dv_world *world);
void dv_read_events(dv_loading *l);

#endif
