// A snapshot holds all data of a world, by name; the state hash covers the same content. After the
// content come the origin, which paths were planned, which only pictures show, and a section with
// what the host's code declared. None of them is state: a world has the same hash wherever its
// origin is, and code that later loads the snapshot compares its own declarations with that
// section.
//
// A snapshot is read into a world of its own, whose program has only names. That world then gets
// the running program, just as in a reload. So snapshots and reloads preserve the same things, by
// the same code.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "record/file.h"
#include "record/snapshot_parts.h"
#include "world/stopping.h"
#include "world/transitions.h"

#include <stdio.h>
#include <string.h>

#define SNAPSHOT_VERSION 6u
#define VERSION_OF_PLANNED 5u ///< doesn't say what the origin is, which was zero
#define VERSION_OF_CODE 4u    ///< doesn't say which paths were planned
#define VERSION_OF_CONTENT 3u ///< has neither the content's size nor a code section
#define SNAPSHOT_LIMIT ((size_t)8 << 30)
#define HEADER_SIZE 32u
#define VERSION_AT 8u
#define MARK_AT 12u                   ///< in the header: the world's mark in its limbo
#define CONTENT_AT (HEADER_SIZE + 8u) ///< after the content's size

// A byte of these flags tells which optional parts follow.
#define HAS_HOST 1u
#define HAS_TERRAIN 2u
#define HAS_FIELDS 4u
#define HAS_TIMERS 8u
#define HAS_LINKS 16u
#define KNOWN_PARTS 31u

static const char magic[8] = {'D', 'r', 'o', 'v', 'e', 'r', 'S', 'n'};

static dv_result write_content(const dv_world *world, dv_stream *stream, dv_error *error) {
    dv_result result = dv_check_finished(world, error);
    if (result != DV_OK)
        return result;
    dv_write_names(stream, world);
    dv_write_clock(stream, world);
    dv_write_agents(stream, world);
    dv_write_groups(stream, world);
    dv_write_obstacles(stream, world);
    dv_write_surfaces(stream, world);
    dv_write_paths(stream, world);
    dv_write_flows(stream, world);
    dv_write_regions(stream, world);
    dv_write_events(stream, world);
    bool has_terrain = world->regions.laid > 0, has_fields = world->fields.ids.count > 0;
    bool has_links = world->program->link_count > 0;
    dv_write_u8(stream, (world->host.save ? HAS_HOST : 0) | (has_terrain ? HAS_TERRAIN : 0) |
                            (has_fields ? HAS_FIELDS : 0) |
                            (world->timers.count > 0 ? HAS_TIMERS : 0) |
                            (has_links ? HAS_LINKS : 0));
    if (has_terrain)
        dv_write_terrain(stream, world);
    if (has_fields)
        dv_write_fields(stream, world);
    if (world->timers.count > 0)
        dv_write_timers(stream, world);
    if (has_links)
        dv_write_links(stream, world);
    if (world->host.save)
        return world->host.save(world->host.context, world, stream, error);
    return DV_OK;
}

static void hash_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_hash_add(stream->context, bytes, count);
}

dv_result dv_world_hash(const dv_world *world, uint64_t *hash, dv_error *error) {
    dv_hash sum;
    dv_hash_begin(&sum);
    dv_stream stream = {.write = hash_bytes, .context = &sum};
    dv_result result = write_content(world, &stream, error);
    uint64_t all = dv_hash_end(&sum);
    if (result == DV_OK)
        *hash = all;
    return result;
}

typedef struct memory {
    unsigned char *bytes;
    size_t size, capacity;
} memory;

static void remember_bytes(dv_stream *stream, const void *bytes, size_t count) {
    memory *m = stream->context;
    if (m->size + count > m->capacity) {
        size_t capacity = m->capacity ? m->capacity * 2 : 1 << 16;
        while (capacity < m->size + count)
            capacity *= 2;
        void *larger = dv_resize(m->bytes, capacity);
        if (!larger) {
            stream->result = DV_ERROR_MEMORY;
            return;
        }
        m->bytes = larger;
        m->capacity = capacity;
    }
    memcpy(m->bytes + m->size, bytes, count);
    m->size += count;
}

/// Write the header and the size of the content.
static void put_sizes(memory *m, uint64_t content, uint32_t mark) {
    memcpy(m->bytes + HEADER_SIZE, &content, sizeof content);
    uint64_t size = m->size - HEADER_SIZE;
    uint64_t hash = dv_hash_bytes(m->bytes + HEADER_SIZE, (size_t)size);
    uint32_t version = SNAPSHOT_VERSION;
    memcpy(m->bytes, magic, sizeof magic);
    memcpy(m->bytes + VERSION_AT, &version, sizeof version);
    memcpy(m->bytes + MARK_AT, &mark, sizeof mark);
    memcpy(m->bytes + 16, &size, sizeof size);
    memcpy(m->bytes + 24, &hash, sizeof hash);
}

/// Snapshots live long, so give back memory that is reserved beyond the content.
static void trim_memory(memory *m) {
    void *smaller = m->capacity - m->size > m->size / 8 ? dv_resize(m->bytes, m->size) : NULL;
    if (smaller)
        m->bytes = smaller;
}

static void write_origin(dv_stream *s, dv_place origin) {
    dv_write_f64(s, origin.x);
    dv_write_f64(s, origin.y);
    dv_write_f64(s, origin.z);
}

dv_result dv_world_take_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error) {
    *snapshot = (dv_snapshot){0};
    return dv_world_fill_snapshot(world, snapshot, error);
}

dv_result dv_world_fill_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error) {
    memory m = {.bytes = snapshot->bytes, .capacity = snapshot->size};
    dv_stream stream = {.write = remember_bytes, .context = &m};
    static const unsigned char room[CONTENT_AT] = {0};
    *snapshot = (dv_snapshot){0};
    dv_write_bytes(&stream, room, sizeof room);
    dv_result result = write_content(world, &stream, error);
    size_t content = m.size - CONTENT_AT;
    write_origin(&stream, world->program->origin);
    dv_write_planned(&stream, world);
    if (result == DV_OK && world->host.save_code)
        result = world->host.save_code(world->host.context, world, &stream, error);
    if (result == DV_OK && stream.result != DV_OK)
        result = dv_fail(error, stream.result, "out of memory");
    if (result != DV_OK) {
        dv_free(m.bytes);
        return result;
    }
    put_sizes(&m, content, dv_limbo_mark(world->limbo));
    trim_memory(&m);
    *snapshot = (dv_snapshot){m.bytes, m.size};
    return DV_OK;
}

void dv_snapshot_free(dv_snapshot *snapshot) {
    dv_free(snapshot->bytes);
    *snapshot = (dv_snapshot){0};
}

uint64_t dv_snapshot_hash(const dv_snapshot *snapshot) {
    const unsigned char *bytes = snapshot->bytes;
    uint64_t size;
    memcpy(&size, bytes + HEADER_SIZE, sizeof size);
    return dv_hash_bytes(bytes + CONTENT_AT, (size_t)size);
}

void dv_snapshot_forget_mark(dv_snapshot *snapshot) {
    uint32_t mark = DV_NO_MARK;
    memcpy((unsigned char *)snapshot->bytes + MARK_AT, &mark, sizeof mark);
}

dv_result dv_world_save(const dv_world *world, const char *path, dv_error *error) {
    dv_snapshot snapshot;
    dv_result result = dv_world_take_snapshot(world, &snapshot, error);
    if (result == DV_OK)
        dv_snapshot_forget_mark(&snapshot);
    if (result == DV_OK)
        result = dv_file_replace(path, snapshot.bytes, snapshot.size, error);
    dv_snapshot_free(&snapshot);
    return result;
}

static uint32_t version_of(const dv_snapshot *snapshot) {
    uint32_t version;
    memcpy(&version, (const unsigned char *)snapshot->bytes + VERSION_AT, sizeof version);
    return version;
}

/// `name` identifies the snapshot in messages: its path in quotes, or a description.
static dv_result check_header(const dv_snapshot *snapshot, const char *name, dv_error *error) {
    uint64_t content = 0, hash = 0;
    const unsigned char *bytes = snapshot->bytes;
    size_t size = snapshot->size;
    if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
        return dv_fail(error, DV_ERROR_FORMAT, "%s is not a snapshot", name);
    uint32_t version = version_of(snapshot);
    memcpy(&content, bytes + 16, sizeof content);
    memcpy(&hash, bytes + 24, sizeof hash);
    if (version < VERSION_OF_CONTENT || version > SNAPSHOT_VERSION)
        return dv_fail(error, DV_ERROR_FORMAT, "%s is a snapshot of version %u, not %u", name,
                       version, SNAPSHOT_VERSION);
    if (content != size - HEADER_SIZE ||
        hash != dv_hash_bytes(bytes + HEADER_SIZE, size - HEADER_SIZE))
        return dv_fail(error, DV_ERROR_FORMAT, "%s is damaged: its checksum is wrong", name);
    return DV_OK;
}

static dv_result explain_failure(const dv_loading *l, dv_error *error) {
    if (l->out_of_memory)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (*l->reason.message)
        return dv_fail(error, DV_ERROR_FORMAT, "the snapshot is damaged: %s: %s", l->part,
                       l->reason.message);
    return dv_fail(error, DV_ERROR_FORMAT, "the snapshot is damaged: in its %s", l->part);
}

/// Create a world from the snapshot's names and data.
static dv_result read_world(dv_loading *l, dv_error *error) {
    l->part = "names";
    dv_read_names(l);
    if (dv_usable(l))
        l->part = "clock";
    dv_clock c = dv_read_clock(l);
    if (dv_usable(l))
        dv_note(l, dv_world_check_def(&c.def, &l->reason));
    if (!dv_usable(l))
        return explain_failure(l, error);
    l->world = dv_world_create(&c.def, l->names, error);
    if (!l->world)
        return DV_ERROR_MEMORY;
    dv_world *world = l->world;
    dv_limbo_destroy(world->limbo);
    world->limbo = l->limbo;
    l->own_id = world->id;
    if (l->keeps_handles)
        world->id = l->id;
    world->tick = c.tick;
    world->random_count = c.random_count;
    world->visibility = c.visibility;
    world->mouse_is_here = c.mouse_is_here;
    world->mouse = c.mouse;
    for (uint32_t i = 0; i < l->names->setting_count; i++)
        world->settings[i] = l->settings[i];
    if (c.finished)
        dv_world_finish(world, c.reason);
    static const struct {
        const char *name;
        void (*read)(dv_loading *l);
    } parts[] = {
        {"agents", dv_read_agents},       {"groups", dv_read_groups},
        {"obstacles", dv_read_obstacles}, {"surfaces", dv_read_surfaces},
        {"paths", dv_read_paths},         {"flows", dv_read_flows},
        {"regions", dv_read_regions},     {"events", dv_read_events},
    };
    for (size_t i = 0; dv_usable(l) && i < sizeof parts / sizeof *parts; i++) {
        l->part = parts[i].name;
        parts[i].read(l);
    }
    return dv_usable(l) ? DV_OK : explain_failure(l, error);
}

/// Find the content of a snapshot whose header is valid, and what follows it: which paths were
/// planned, unless the version has no such list, and the code section. False when the sizes do not
/// fit.
static bool find_parts(const dv_snapshot *snapshot, dv_reader *content, dv_reader *code) {
    const unsigned char *bytes = snapshot->bytes;
    uint64_t size;
    if (version_of(snapshot) == VERSION_OF_CONTENT) {
        *content = (dv_reader){.bytes = bytes + HEADER_SIZE, .size = snapshot->size - HEADER_SIZE};
        *code = (dv_reader){0};
        return true;
    }
    if (snapshot->size < CONTENT_AT)
        return false;
    memcpy(&size, bytes + HEADER_SIZE, sizeof size);
    if (size > snapshot->size - CONTENT_AT)
        return false;
    *content = (dv_reader){.bytes = bytes + CONTENT_AT, .size = (size_t)size};
    *code = (dv_reader){.bytes = content->bytes + size, .size = snapshot->size - CONTENT_AT - size};
    return true;
}

/// Read the optional parts, and then the host's. `l->world` already has the snapshot's names.
/// `code` has no bytes if the snapshot has no code section.
static dv_result read_rest(const dv_world *world, dv_loading *l, dv_reader *code, dv_error *error) {
    l->part = dv_usable(l) ? "terrain" : l->part;
    uint8_t parts = dv_read_u8(l->reader);
    bool has_host_part = parts & HAS_HOST;
    dv_damaged_unless(l, parts <= KNOWN_PARTS);
    static const struct {
        uint8_t flag;
        const char *name;
        void (*read)(dv_loading *l);
    } optional[] = {{HAS_TERRAIN, "terrain", dv_read_terrain},
                    {HAS_FIELDS, "fields", dv_read_fields},
                    {HAS_TIMERS, "timers", dv_read_timers},
                    {HAS_LINKS, "links", dv_read_links}};
    for (size_t i = 0; dv_usable(l) && i < sizeof optional / sizeof *optional; i++) {
        l->part = optional[i].name;
        if (parts & optional[i].flag)
            optional[i].read(l);
    }
    if (!dv_usable(l))
        return explain_failure(l, error);
    if (has_host_part != (world->host.load != NULL))
        return dv_fail(error, DV_ERROR_FORMAT,
                       has_host_part ? "the snapshot was made by a scripted world"
                                     : "the snapshot was made without scripts");
    return has_host_part ? world->host.load(world->host.context, l->world, l->reader,
                                            code->bytes ? code : NULL, error)
                         : DV_OK;
}

/// Swap everything except what runs a world: its host, user data, limbo, jobs, threads, and what
/// it keeps to explain.
static void take_content(dv_world *world, dv_world *fresh) {
    dv_world old = *world;
    *world = *fresh;
    *fresh = old;
    fresh->host = world->host;
    fresh->user = world->user;
    fresh->jobs = world->jobs;
    fresh->limbo = world->limbo;
    fresh->threads = world->threads;
    fresh->stopping = world->stopping;
    fresh->most_agents = world->most_agents;
    fresh->transitions = world->transitions;
    fresh->incidents = world->incidents;
    world->host = old.host;
    world->user = old.user;
    world->jobs = old.jobs;
    world->limbo = old.limbo;
    world->threads = old.threads;
    world->stopping = old.stopping;
    dv_stopping_forget(world);
    world->most_agents = old.most_agents;
    world->transitions = old.transitions;
    world->incidents = old.incidents;
    dv_explain_return(world, old.tick);
}

/// Give the running program to the world that was read.
static dv_result fit_program(dv_loading *l, dv_program *program, dv_error *error) {
    dv_result result = dv_world_swap_program(l->world, program, NULL, error);
    l->part = "agents";
    if (result == DV_OK)
        dv_check_fitted_agents(l);
    return result == DV_OK && !dv_usable(l) ? explain_failure(l, error) : result;
}

/// Check that the program has the snapshot's origin, which `reader` is at.
static dv_result check_origin(const dv_snapshot *snapshot, dv_reader *reader,
                              const dv_program *program, dv_error *error) {
    const dv_place *own = &program->origin;
    dv_place read = {0, 0, 0};
    if (version_of(snapshot) > VERSION_OF_PLANNED) {
        read.x = dv_read_f64(reader);
        read.y = dv_read_f64(reader);
        read.z = dv_read_f64(reader);
    }
    if (reader->damaged)
        return dv_fail(error, DV_ERROR_FORMAT, "the snapshot is damaged: in its origin");
    if (read.x == own->x && read.y == own->y && read.z == own->z)
        return DV_OK;
    return dv_fail(error, DV_ERROR_FORMAT,
                   "the snapshot has the origin { %.0f, %.0f, %.0f }, the scenario "
                   "{ %.0f, %.0f, %.0f }: give the scenario that of the snapshot",
                   read.x, read.y, read.z, own->x, own->y, own->z);
}

static dv_result read_content(dv_world *world, const dv_snapshot *snapshot, dv_program *program,
                              bool keeps_handles, dv_error *error) {
    dv_reader reader, code;
    if (!find_parts(snapshot, &reader, &code))
        return dv_fail(error, DV_ERROR_FORMAT, "the snapshot is damaged: in its sizes");
    dv_loading l = {.reader = &reader,
                    .names = dv_program_create(),
                    .keeps_handles = keeps_handles,
                    .id = world->id,
                    .limbo = world->limbo};
    dv_result result = check_origin(snapshot, &code, program, error);
    if (result != DV_OK || !l.names) {
        dv_program_release(l.names);
        return result != DV_OK ? result : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    l.names->origin = program->origin;
    uint32_t mark, mark_before = dv_limbo_mark(world->limbo);
    memcpy(&mark, (const unsigned char *)snapshot->bytes + MARK_AT, sizeof mark);
    dv_limbo_begin(world->limbo);
    dv_limbo_return_to(world->limbo, mark);
    result = read_world(&l, error);
    if (result == DV_OK && version_of(snapshot) > VERSION_OF_CODE)
        dv_read_planned(&l, &code);
    if (result == DV_OK)
        result = read_rest(world, &l, &code, error);
    if (result == DV_OK)
        result = fit_program(&l, program, error);
    if (world->host.loaded)
        world->host.loaded(world->host.context, result == DV_OK);
    if (result == DV_OK) {
        take_content(world, l.world);
    } else {
        dv_limbo_begin(world->limbo);
        dv_limbo_return_to(world->limbo, mark_before);
    }
    if (l.world)
        l.world->limbo = NULL; // `world` owns it
    if (l.world && keeps_handles)
        l.world->id = l.own_id;
    dv_world_destroy(l.world);
    dv_program_release(l.names);
    return result;
}

dv_result dv_world_load_snapshot(dv_world *world, const dv_snapshot *snapshot, dv_error *error) {
    dv_result result = check_header(snapshot, "what was given", error);
    return result == DV_OK ? read_content(world, snapshot, world->program, false, error) : result;
}

dv_result dv_world_return_with(dv_world *world, const dv_snapshot *snapshot, dv_program *program,
                               dv_error *error) {
    dv_result result = check_header(snapshot, "what was given", error);
    return result == DV_OK ? read_content(world, snapshot, program, true, error) : result;
}

dv_result dv_world_return_to(dv_world *world, const dv_snapshot *snapshot, dv_error *error) {
    return dv_world_return_with(world, snapshot, world->program, error);
}

dv_result dv_snapshot_read(const char *path, dv_snapshot *snapshot, dv_error *error) {
    unsigned char *bytes;
    size_t size;
    char name[DV_ERROR_CAPACITY];
    *snapshot = (dv_snapshot){0};
    dv_result result = dv_file_read(path, SNAPSHOT_LIMIT, &bytes, &size, error);
    if (result != DV_OK)
        return result;
    *snapshot = (dv_snapshot){bytes, size};
    snprintf(name, sizeof name, "'%s'", path);
    result = check_header(snapshot, name, error);
    if (result != DV_OK)
        dv_snapshot_free(snapshot);
    return result;
}

dv_result dv_world_load(dv_world *world, const char *path, dv_error *error) {
    dv_snapshot snapshot;
    dv_result result = dv_snapshot_read(path, &snapshot, error);
    if (result == DV_OK)
        result = read_content(world, &snapshot, world->program, false, error);
    dv_snapshot_free(&snapshot);
    return result;
}
