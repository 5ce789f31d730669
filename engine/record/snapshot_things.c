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
    dv_write_u32(s, o->generation);
    // One that blocks all is written as it was before obstacles could let anything pass.
    uint32_t lets_pass = o->alive ? DV_BLOCKS_ALL & ~(uint32_t)o->blocks : 0;
    dv_write_u8(s, (uint8_t)(o->alive | lets_pass << 1));
    if (!o->alive)
        return;
    const float sizes[] = {o->heading, o->radius, o->half_height, o->width, o->depth};
    dv_write_u8(s, (uint8_t)o->shape);
    dv_write_u32(s, o->color);
    dv_write_vector(s, o->position);
    dv_write_bytes(s, sizes, sizeof sizes);
    dv_write_vector(s, o->low);
    dv_write_vector(s, o->high);
    dv_write_u32(s, o->point_count);
    // The outline as it stands, then about the position.
    dv_write_bytes(s, o->points, (size_t)o->point_count * 2 * sizeof *o->points);
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

static bool is_right_obstacle(const dv_obstacle_record *o) {
    return o->shape <= DV_CYLINDER && dv_is_finite(o->position) && is_near(o->heading, o->radius) &&
           o->radius >= 0 && o->half_height >= 0 && is_near(o->width, o->depth) &&
           is_near(o->position.x, o->position.y) && is_near(o->low.x, o->low.y) &&
           is_near(o->high.x, o->high.y) && o->low.x <= o->high.x && o->low.y <= o->high.y &&
           !isnan(o->low.z) && !isnan(o->high.z);
}

static void read_outline(dv_loading *l, dv_obstacle_record *o) {
    o->point_count = dv_read_u32(l->reader);
    static const uint32_t fewest[] = {
        [DV_SPHERE] = 0, [DV_BOX] = 4, [DV_POLYGON] = 3, [DV_WALL] = 2, [DV_CYLINDER] = 0};
    static const uint32_t most[] = {[DV_SPHERE] = 0,
                                    [DV_BOX] = 4,
                                    [DV_POLYGON] = DV_MAX_POLYGON_POINTS,
                                    [DV_WALL] = 2,
                                    [DV_CYLINDER] = 0};
    if (!dv_usable(l))
        return;
    dv_damaged_unless(l, o->point_count >= fewest[o->shape] && o->point_count <= most[o->shape]);
    if (!dv_usable(l) || o->point_count == 0)
        return;
    size_t count = (size_t)o->point_count * 2;
    o->points = dv_alloc(count * sizeof *o->points);
    l->out_of_memory = !o->points;
    if (!dv_usable(l))
        return;
    dv_read_bytes(l->reader, o->points, count * sizeof *o->points);
    for (size_t i = 0; i < count; i++)
        dv_damaged_unless(l, dv_is_finite(o->points[i]) && is_near(o->points[i].x, o->points[i].y));
}

void dv_read_obstacle(dv_loading *l, dv_obstacle_record *o) {
    float sizes[5];
    *o = (dv_obstacle_record){0};
    o->generation = dv_read_u32(l->reader);
    dv_damaged_unless(l, !(o->generation >> DV_HANDLE_GENERATION_BITS));
    uint8_t flags = dv_read_u8(l->reader);
    o->alive = flags & 1;
    dv_damaged_unless(l, o->alive ? flags >> 1 <= DV_BLOCKS_ALL : flags == 0);
    if (!o->alive)
        return;
    o->blocks = (uint8_t)(DV_BLOCKS_ALL & ~(flags >> 1));
    o->shape = (dv_obstacle_shape)dv_read_u8(l->reader);
    o->color = dv_read_u32(l->reader);
    o->position = dv_read_vector(l->reader);
    dv_read_bytes(l->reader, sizes, sizeof sizes);
    o->heading = sizes[0];
    o->radius = sizes[1];
    o->half_height = sizes[2];
    o->width = sizes[3];
    o->depth = sizes[4];
    o->low = dv_read_vector(l->reader);
    o->high = dv_read_vector(l->reader);
    dv_damaged_unless(l, is_right_obstacle(o));
    read_outline(l, o);
}

void dv_read_obstacles(dv_loading *l) {
    dv_obstacles *obstacles = &l->world->obstacles;
    uint32_t count = dv_read_u32(l->reader);
    if (!dv_read_fits(l->reader, count, 5))
        return;
    l->out_of_memory = !dv_reserve((void **)&obstacles->records, &obstacles->capacity, count + 1,
                                   sizeof *obstacles->records) ||
                       !dv_reserve((void **)&obstacles->free_indices, &obstacles->free_capacity,
                                   count + 1, sizeof *obstacles->free_indices);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        obstacles->count = i + 1;
        dv_read_obstacle(l, &obstacles->records[i]);
        obstacles->alive_count += obstacles->records[i].alive;
    }
    uint32_t free_count = dv_read_u32(l->reader);
    dv_damaged_unless(l, free_count == obstacles->count - obstacles->alive_count);
    if (!dv_usable(l))
        return;
    obstacles->index_is_stale = true;
    obstacles->free_count = free_count;
    dv_read_bytes(l->reader, obstacles->free_indices, free_count * sizeof(uint32_t));
    // Each that is not alive stands there once: it is marked when it is met.
    for (uint32_t i = 0; dv_usable(l) && i < free_count; i++) {
        uint32_t index = obstacles->free_indices[i];
        bool is_free = index < count && !obstacles->records[index].alive &&
                       obstacles->records[index].point_count == 0;
        dv_damaged_unless(l, is_free);
        if (is_free)
            obstacles->records[index].point_count = 1;
    }
    for (uint32_t i = 0; dv_usable(l) && i < free_count; i++)
        obstacles->records[obstacles->free_indices[i]].point_count = 0;
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
