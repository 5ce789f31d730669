// Groups, obstacles, surfaces and events in a snapshot.
#include "base/alloc.h"
#include "record/snapshot_parts.h"

#include <math.h>

static void write_handle(dv_stream *s, uint64_t bits) { dv_write_u64(s, bits & ~DV_WORLD_BITS); }

void dv_write_groups(dv_stream *s, const dv_world *world) {
    dv_write_u32(s, world->group_count);
    for (uint32_t i = 0; i < world->group_count; i++) {
        const dv_group_record *group = &world->groups[i];
        const dv_group_kind *type = &world->program->group_types[group->type];
        dv_write_u32(s, group->type);
        write_handle(s, group->leader);
        dv_write_slots(s, type->slots, type->slot_count, group->slots);
    }
}

static void read_members(dv_loading *l) {
    dv_world *world = l->world;
    for (uint32_t i = 0; dv_usable(l) && i < world->agents.limit; i++) {
        uint32_t group = world->agents.group[i];
        world->agents.group[i] = 0;
        if (!group)
            continue;
        dv_damaged_unless(l, group <= world->group_count);
        dv_agent agent = dv_world_agent_at(world, i);
        if (dv_usable(l) &&
            dv_agent_set_group(world, agent, dv_world_group_at(world, group - 1), NULL) != DV_OK)
            l->out_of_memory = true;
    }
}

void dv_read_groups(dv_loading *l) {
    dv_world *world = l->world;
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_group group;
        uint32_t type = dv_read_u32(l->reader);
        uint64_t leader = dv_read_u64(l->reader);
        dv_damaged_unless(l, type < world->program->group_type_count);
        if (!dv_usable(l))
            return;
        l->out_of_memory = dv_group_create(world, type, &group, NULL) != DV_OK;
        if (!dv_usable(l))
            return;
        dv_group_record *record = &world->groups[i];
        record->leader = leader ? (leader & ~DV_WORLD_BITS) | (uint64_t)world->id << 46 : 0;
        const dv_group_kind *declared = &world->program->group_types[type];
        dv_read_slots(l, declared->slots, declared->slot_count, record->slots);
    }
    read_members(l);
}

void dv_write_obstacle(dv_stream *s, const dv_obstacle_record *o) {
    const dv_outline *outline = o->outline;
    dv_write_u32(s, o->generation);
    // One that blocks all is written as it was before obstacles could let anything pass.
    uint32_t lets_pass = o->alive ? DV_BLOCKS_ALL & ~(uint32_t)o->blocks : 0;
    dv_write_u8(s, (uint8_t)(o->alive | lets_pass << 1));
    if (!o->alive)
        return;
    const float sizes[] = {o->heading, o->radius, o->half_height, outline ? outline->width : 0,
                           outline ? outline->depth : 0};
    dv_box box = dv_obstacle_box(o);
    dv_write_u8(s, (uint8_t)o->shape);
    dv_write_u32(s, o->color);
    dv_write_vector(s, o->position);
    dv_write_bytes(s, sizes, sizeof sizes);
    dv_write_vector(s, box.low);
    dv_write_vector(s, box.high);
    dv_write_u32(s, dv_outline_count(o));
    // The outline as it stands, then about the position.
    if (outline)
        dv_write_bytes(s, outline->points, (size_t)outline->count * 2 * sizeof *outline->points);
}

void dv_write_obstacles(dv_stream *s, const dv_world *world) {
    const dv_obstacles *obstacles = &world->obstacles;
    dv_write_u32(s, obstacles->count);
    for (uint32_t i = 0; i < obstacles->count; i++)
        dv_write_obstacle(s, &obstacles->records[i]);
    dv_write_u32(s, obstacles->free_count);
    dv_write_bytes(s, obstacles->free_indices,
                   obstacles->free_count * sizeof *obstacles->free_indices);
}

// Further out than obstacles can be made, and near enough to count cells.
#define FARTHEST 1e10f

static bool is_near(float x, float y) { return fabsf(x) <= FARTHEST && fabsf(y) <= FARTHEST; }

static bool is_right_obstacle(const dv_obstacle_record *o, const float sizes[5],
                              const dv_box *box) {
    return o->shape <= DV_CYLINDER && dv_is_finite(o->position) && is_near(o->heading, o->radius) &&
           o->radius >= 0 && o->half_height >= 0 && is_near(sizes[3], sizes[4]) &&
           is_near(o->position.x, o->position.y) && is_near(box->low.x, box->low.y) &&
           is_near(box->high.x, box->high.y) && box->low.x <= box->high.x &&
           box->low.y <= box->high.y && !isnan(box->low.z) && !isnan(box->high.z);
}

static bool is_same(dv_vec3 a, dv_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// What is round has no sizes but those of its record.
static void check_round(dv_loading *l, const dv_obstacle_record *o, const float sizes[5],
                        const dv_box *box) {
    dv_box own = dv_obstacle_box(o);
    dv_damaged_unless(l, sizes[3] == 0 && sizes[4] == 0 && is_same(own.low, box->low) &&
                             is_same(own.high, box->high));
}

static void read_outline(dv_loading *l, dv_obstacle_record *o, const float sizes[5],
                         const dv_box *box) {
    uint32_t count = dv_read_u32(l->reader);
    static const uint32_t fewest[] = {
        [DV_SPHERE] = 0, [DV_BOX] = 4, [DV_POLYGON] = 3, [DV_WALL] = 2, [DV_CYLINDER] = 0};
    static const uint32_t most[] = {[DV_SPHERE] = 0,
                                    [DV_BOX] = 4,
                                    [DV_POLYGON] = DV_MAX_POLYGON_POINTS,
                                    [DV_WALL] = 2,
                                    [DV_CYLINDER] = 0};
    if (!dv_usable(l))
        return;
    dv_damaged_unless(l, count >= fewest[o->shape] && count <= most[o->shape]);
    if (!dv_usable(l) || count == 0) {
        if (dv_usable(l))
            check_round(l, o, sizes, box);
        return;
    }
    dv_outline *outline = dv_alloc(sizeof *outline + 2 * (size_t)count * sizeof *outline->points);
    l->out_of_memory = !outline;
    if (!dv_usable(l))
        return;
    o->outline = outline;
    *outline = (dv_outline){.box = *box, .width = sizes[3], .depth = sizes[4], .count = count};
    dv_read_bytes(l->reader, outline->points, 2 * (size_t)count * sizeof *outline->points);
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        dv_damaged_unless(l, dv_is_finite(outline->points[i]) &&
                                 is_near(outline->points[i].x, outline->points[i].y));
}

void dv_read_obstacle(dv_loading *l, dv_obstacle_record *o) {
    float sizes[5];
    *o = (dv_obstacle_record){0};
    uint32_t generation = dv_read_u32(l->reader);
    dv_damaged_unless(l, generation <= DV_LAST_GENERATION);
    o->generation = generation & DV_LAST_GENERATION;
    uint8_t flags = dv_read_u8(l->reader);
    o->alive = flags & 1;
    dv_damaged_unless(l, o->alive ? flags >> 1 <= DV_BLOCKS_ALL && generation < DV_LAST_GENERATION
                                  : flags == 0);
    if (!o->alive)
        return;
    o->blocks = DV_BLOCKS_ALL & ~((uint32_t)flags >> 1);
    uint8_t shape = dv_read_u8(l->reader);
    dv_damaged_unless(l, shape <= DV_CYLINDER);
    o->shape = shape & 15;
    o->color = dv_read_u32(l->reader);
    o->position = dv_read_vector(l->reader);
    dv_read_bytes(l->reader, sizes, sizeof sizes);
    o->heading = sizes[0];
    o->radius = sizes[1];
    o->half_height = sizes[2];
    dv_vec3 low = dv_read_vector(l->reader);
    dv_box box = {low, dv_read_vector(l->reader)};
    dv_damaged_unless(l, is_right_obstacle(o, sizes, &box));
    read_outline(l, o, sizes, &box);
}

void dv_read_obstacles(dv_loading *l) {
    dv_obstacles *obstacles = &l->world->obstacles;
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= 1u << DV_HANDLE_INDEX_BITS);
    if (!dv_usable(l) || !dv_read_fits(l->reader, count, 5))
        return;
    l->out_of_memory = !dv_reserve((void **)&obstacles->records, &obstacles->capacity, count + 1,
                                   sizeof *obstacles->records) ||
                       !dv_reserve((void **)&obstacles->free_indices, &obstacles->free_capacity,
                                   count + 1, sizeof *obstacles->free_indices);
    uint32_t used_up = 0;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        obstacles->count = i + 1;
        dv_read_obstacle(l, &obstacles->records[i]);
        obstacles->alive_count += obstacles->records[i].alive;
        used_up += obstacles->records[i].generation == DV_LAST_GENERATION;
    }
    uint32_t free_count = dv_read_u32(l->reader);
    dv_damaged_unless(l, free_count == obstacles->count - obstacles->alive_count - used_up);
    if (!dv_usable(l))
        return;
    obstacles->index_is_stale = true;
    obstacles->free_count = free_count;
    dv_read_bytes(l->reader, obstacles->free_indices, free_count * sizeof(uint32_t));
    // Each that is neither alive nor used up stands there once: it is marked when it is met.
    for (uint32_t i = 0; dv_usable(l) && i < free_count; i++) {
        uint32_t index = obstacles->free_indices[i];
        bool is_free = index < count && !obstacles->records[index].alive &&
                       obstacles->records[index].generation != DV_LAST_GENERATION &&
                       obstacles->records[index].color == 0;
        dv_damaged_unless(l, is_free);
        if (is_free)
            obstacles->records[index].color = 1;
    }
    for (uint32_t i = 0; dv_usable(l) && i < free_count; i++)
        obstacles->records[obstacles->free_indices[i]].color = 0;
}

void dv_write_surfaces(dv_stream *s, const dv_world *world) {
    dv_write_u32(s, world->surfaces.count);
    for (uint32_t i = 0; i < world->surfaces.count; i++)
        dv_write_u32(s, world->surfaces.records[i].type);
}

void dv_read_surfaces(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_surface surface;
        dv_note(l, dv_surface_create(l->world, dv_read_u32(l->reader), &surface, NULL));
    }
}

void dv_write_events(dv_stream *s, const dv_world *world) {
    const dv_event_list *list = &world->pending;
    dv_write_u32(s, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const dv_event *event = &list->events[i];
        dv_write_u64(s, event->name);
        write_handle(s, event->source.bits);
        write_handle(s, event->about.bits);
        write_handle(s, event->among.bits);
        dv_write_vector(s, event->position);
        dv_write_bytes(s, &event->radius, sizeof event->radius);
    }
}

static uint64_t read_handle(dv_loading *l) {
    uint64_t bits = dv_read_u64(l->reader) & ~DV_WORLD_BITS;
    return bits ? bits | (uint64_t)l->world->id << 46 : 0;
}

void dv_read_events(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_event event = {.name = dv_read_u64(l->reader)};
        event.source.bits = read_handle(l);
        event.about.bits = read_handle(l);
        event.among.bits = read_handle(l);
        event.position = dv_read_vector(l->reader);
        dv_read_bytes(l->reader, &event.radius, sizeof event.radius);
        dv_note(l, dv_world_emit(l->world, &event, NULL));
    }
}
