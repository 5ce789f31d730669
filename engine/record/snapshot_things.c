// Groups, obstacles, surfaces and events in a snapshot.
#include "base/alloc.h"
#include "record/snapshot_parts.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

#include <math.h>

static void write_handle(dv_stream *s, uint64_t bits) { dv_write_u64(s, bits & ~DV_WORLD_BITS); }

void dv_write_groups(dv_stream *s, const dv_world *world) {
    dv_write_u32(s, world->group_count);
    for (uint32_t i = 0; i < world->group_count; i++) {
        const dv_group_record *group = &world->groups[i];
        dv_write_u32(s, group->type);
        if (dv_group_is_gone(group))
            continue;
        const dv_group_kind *type = &world->program->group_types[group->type];
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
        if (!dv_usable(l))
            return;
        dv_agent agent = dv_world_agent_at(world, i);
        dv_group joined = dv_world_group_at(world, group - 1);
        dv_damaged_unless(l, joined.bits);
        if (!dv_usable(l))
            return;
        dv_note(l, dv_agent_set_group(world, agent, joined, &l->reason));
    }
}

/// Set a group's leader, which must be a living member.
static void set_leader(dv_loading *l, uint32_t group) {
    dv_agent leader = {l->world->groups[group].leader}; // 0 for a leader that is gone
    l->world->groups[group].leader = 0;
    if (leader.bits)
        dv_note(l, dv_group_set_leader(l->world, dv_world_group_at(l->world, group), leader,
                                       &l->reason));
}

void dv_read_groups(dv_loading *l) {
    dv_world *world = l->world;
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_group group;
        uint32_t type = dv_read_u32(l->reader);
        if (type == DV_NO_GROUP_TYPE) {
            l->out_of_memory = !dv_group_add_gone(world);
            continue;
        }
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
    if (dv_usable(l))
        read_members(l);
    for (uint32_t i = 0; dv_usable(l) && i < world->group_count; i++)
        set_leader(l, i);
}

void dv_write_obstacle(dv_stream *s, const dv_obstacle_record *o) {
    const dv_outline *outline = o->outline;
    dv_write_u32(s, o->generation);
    // Store what an obstacle lets pass, so that one that blocks everything is written as in older
    // versions, when all did. None was hollow then.
    uint32_t lets_pass = o->alive ? DV_BLOCKS_ALL & ~(uint32_t)o->blocks : 0;
    dv_write_u8(s, (uint8_t)(o->alive | lets_pass << 1 | (uint32_t)o->hollow << 4));
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
    // The outline's points in the world, then relative to its position.
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

static bool is_same_box(const dv_box *a, const dv_box *b) { return memcmp(a, b, sizeof *a) == 0; }

static bool is_of_row(dv_loading *l, const char *of, dv_row row, double value) {
    dv_note(l, dv_check_row(of, row, value, &l->reason));
    return dv_usable(l);
}

/// A finite half height is half of a valid height; all other shapes have an infinite one.
static bool check_half_height(dv_loading *l, const dv_obstacle_record *o) {
    bool has_height =
        l->world->space == DV_VOLUME && (o->shape == DV_BOX || o->shape == DV_CYLINDER);
    if (has_height)
        return is_of_row(l, NULL, DV_ROW_HEIGHT, 2 * (double)o->half_height);
    dv_damaged_unless(l, o->half_height == INFINITY);
    return dv_usable(l);
}

static bool check_sizes(dv_loading *l, const dv_obstacle_record *o, const float sizes[5]) {
    bool is_round = o->shape == DV_SPHERE || o->shape == DV_CYLINDER;
    bool is_box = o->shape == DV_BOX;
    if (is_round && !is_of_row(l, NULL, DV_ROW_RADIUS, (double)o->radius))
        return false;
    if (is_box && (!is_of_row(l, NULL, DV_ROW_WIDTH, (double)sizes[3]) ||
                   !is_of_row(l, NULL, DV_ROW_DEPTH, (double)sizes[4])))
        return false;
    dv_damaged_unless(l,
                      (is_round || o->radius == 0) && (is_box || (sizes[3] == 0 && sizes[4] == 0)));
    return dv_usable(l) && check_half_height(l, o);
}

static bool check_obstacle(dv_loading *l, const dv_obstacle_record *o, const float sizes[5]) {
    dv_note(l, dv_check_vector(NULL, DV_ROW_SHAPE_POSITION, o->position, &l->reason));
    dv_damaged_unless(l, l->world->space == DV_VOLUME || o->position.z == 0);
    return dv_usable(l) && is_of_row(l, NULL, DV_ROW_SHAPE_HEADING, (double)o->heading) &&
           check_sizes(l, o, sizes);
}

/// The points relative to the position determine the points in the world and the box to the last
/// bit: compute both again and compare.
static void check_outline(dv_loading *l, dv_obstacle_record *o, const dv_box *box) {
    dv_outline *outline = o->outline;
    uint32_t count = outline->count;
    dv_vec3 *read = dv_alloc(2 * (size_t)count * sizeof *read);
    l->out_of_memory = !read;
    if (!read)
        return;
    memcpy(read, outline->points, 2 * (size_t)count * sizeof *read);
    // Points lie within reach of their centroid, which lies among them.
    for (uint32_t i = 0; i < count; i++)
        dv_damaged_unless(l, dv_row_holds(DV_ROW_SHAPE_POINT, dv_scale(read[count + i], 0.4f)));
    if (dv_usable(l))
        dv_obstacle_place(o, o->position, o->heading);
    dv_damaged_unless(l, dv_usable(l) && is_same_box(box, &outline->box) &&
                             memcmp(read, outline->points, 2 * (size_t)count * sizeof *read) == 0);
    if (dv_usable(l))
        dv_note(l, dv_check_outline(o, &l->reason));
    dv_free(read);
}

static void read_outline(dv_loading *l, dv_obstacle_record *o, const float sizes[5],
                         const dv_box *box) {
    static const uint32_t fewest[] = {
        [DV_SPHERE] = 0, [DV_BOX] = 4, [DV_POLYGON] = 3, [DV_WALL] = 2, [DV_CYLINDER] = 0};
    static const uint32_t most[] = {[DV_SPHERE] = 0,
                                    [DV_BOX] = 4,
                                    [DV_POLYGON] = DV_MAX_POLYGON_POINTS,
                                    [DV_WALL] = 2,
                                    [DV_CYLINDER] = 0};
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count >= fewest[o->shape] && count <= most[o->shape]);
    if (!dv_usable(l))
        return;
    if (count == 0) {
        dv_box own = dv_obstacle_box(o);
        dv_damaged_unless(l, is_same_box(box, &own));
        return;
    }
    dv_outline *outline = dv_alloc(sizeof *outline + 2 * (size_t)count * sizeof *outline->points);
    l->out_of_memory = !outline;
    if (!dv_usable(l))
        return;
    o->outline = outline;
    *outline = (dv_outline){.width = sizes[3], .depth = sizes[4], .count = count};
    dv_read_bytes(l->reader, outline->points, 2 * (size_t)count * sizeof *outline->points);
    if (dv_usable(l))
        check_outline(l, o, box);
}

void dv_read_obstacle(dv_loading *l, dv_obstacle_record *o) {
    float sizes[5];
    *o = (dv_obstacle_record){0};
    uint32_t generation = dv_read_u32(l->reader);
    dv_damaged_unless(l, generation <= DV_LAST_GENERATION);
    o->generation = generation & DV_LAST_GENERATION;
    uint8_t flags = dv_read_u8(l->reader);
    o->alive = flags & 1;
    dv_damaged_unless(l,
                      o->alive ? flags >> 5 == 0 && generation < DV_LAST_GENERATION : flags == 0);
    if (!o->alive)
        return;
    o->blocks = DV_BLOCKS_ALL & ~((uint32_t)flags >> 1);
    o->hollow = flags >> 4;
    uint8_t shape = dv_read_u8(l->reader);
    dv_damaged_unless(l, shape <= DV_CYLINDER);
    o->shape = shape & 15;
    dv_damaged_unless(l, !o->hollow || shape != DV_WALL);
    o->color = dv_read_u32(l->reader);
    o->position = dv_read_vector(l->reader);
    dv_read_bytes(l->reader, sizes, sizeof sizes);
    o->heading = sizes[0];
    o->radius = sizes[1];
    o->half_height = sizes[2];
    dv_vec3 low = dv_read_vector(l->reader);
    dv_box box = {low, dv_read_vector(l->reader)};
    if (dv_usable(l) && check_obstacle(l, o, sizes))
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
    // Every index that is neither alive nor used up is in the list once. Mark each one when it
    // comes up, to catch a second.
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
        dv_surfaces *surfaces = &l->world->surfaces;
        dv_surface surface;
        uint32_t type = dv_read_u32(l->reader);
        if (type != DV_NO_SURFACE_TYPE) {
            dv_note(l, dv_surface_create(l->world, type, &surface, &l->reason));
            continue;
        }
        l->out_of_memory = !dv_reserve((void **)&surfaces->records, &surfaces->capacity,
                                       surfaces->count + 1, sizeof *surfaces->records);
        if (dv_usable(l))
            surfaces->records[surfaces->count++].type = DV_NO_SURFACE_TYPE;
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
        dv_note(l, dv_world_emit(l->world, &event, &l->reason));
    }
}
