// Names in a snapshot: kinds with their slots, states and blends, groups, settings; and the clock.
#include "base/alloc.h"
#include "record/snapshot_parts.h"

#include <math.h>

static void write_slot_defs(dv_stream *s, const dv_slot_def *slots, uint32_t count) {
    dv_write_u32(s, count);
    for (uint32_t i = 0; i < count; i++) {
        dv_write_text(s, slots[i].name);
        dv_write_u8(s, (uint8_t)slots[i].type);
    }
}

static void write_kind(dv_stream *s, const dv_kind *kind, const dv_layout *layout) {
    dv_write_text(s, kind->name);
    write_slot_defs(s, kind->slots, kind->slot_count);
    dv_write_u32(s, kind->state_count);
    for (uint32_t i = 0; i < kind->state_count; i++)
        dv_write_text(s, kind->states[i].name);
    dv_write_u32(s, kind->blend_count);
    for (uint32_t i = 0; i < kind->blend_count; i++)
        dv_write_text(s, kind->blends[i].name);
    dv_write_u32(s, layout->kind_bytes);
    dv_write_u32(s, layout->state_bytes);
    dv_write_u32(s, layout->common_bytes);
    dv_write_u32(s, layout->count);
    for (uint32_t i = 0; i < layout->count; i++) {
        dv_write_u64(s, layout->entries[i].identity);
        dv_write_u32(s, layout->entries[i].scope);
        dv_write_u32(s, layout->entries[i].offset);
        dv_write_u32(s, layout->entries[i].size);
    }
}

static void write_settings(dv_stream *s, const dv_world *world) {
    dv_write_u32(s, world->program->setting_count);
    for (uint32_t i = 0; i < world->program->setting_count; i++) {
        const dv_setting_def *def = &world->program->settings[i];
        dv_write_text(s, def->name);
        dv_write_u8(s, (uint8_t)def->type);
        dv_write_f64(s, world->settings[i]);
    }
}

void dv_write_names(dv_stream *s, const dv_world *world) {
    const dv_program *program = world->program;
    dv_write_u32(s, program->kind_count);
    for (uint32_t i = 0; i < program->kind_count; i++)
        write_kind(s, &program->kinds[i], &world->stores[i].layout);
    dv_write_u32(s, program->group_type_count);
    for (uint32_t i = 0; i < program->group_type_count; i++) {
        dv_write_text(s, program->group_types[i].name);
        write_slot_defs(s, program->group_types[i].slots, program->group_types[i].slot_count);
    }
    dv_write_u32(s, program->surface_type_count);
    for (uint32_t i = 0; i < program->surface_type_count; i++)
        dv_write_text(s, program->surface_types[i].name);
    dv_write_u32(s, program->flow_type_count);
    for (uint32_t i = 0; i < program->flow_type_count; i++)
        dv_write_text(s, program->flow_types[i].name);
    write_settings(s, world);
}

static void *take_items(dv_loading *l, uint64_t count, size_t size) {
    // Every item took at least a byte in the file, so a damaged count cannot ask for much memory.
    if (!dv_read_fits(l->reader, count, 1))
        return NULL;
    void *block = dv_arena_alloc(&l->names->memory, (size_t)(count + 1) * size);
    l->out_of_memory = l->out_of_memory || !block;
    return block;
}

/// Like dv_arena_reserve, with room for at least one item.
static bool reserve_items(dv_loading *l, void **items, uint32_t *capacity, uint32_t count,
                          size_t size) {
    l->out_of_memory = !dv_arena_reserve(&l->names->memory, items, capacity, count + 1, size);
    return !l->out_of_memory;
}

const char *dv_read_text(dv_loading *l) {
    size_t length;
    const char *string = dv_read_string(l->reader, &length);
    char *name = take_items(l, 0, length + 1);
    if (!name)
        return "";
    memcpy(name, string, length);
    return name;
}

static dv_slot_def *read_slot_defs(dv_loading *l, uint32_t *count) {
    *count = dv_read_u32(l->reader);
    dv_slot_def *slots = take_items(l, *count, sizeof *slots);
    for (uint32_t i = 0; slots && dv_usable(l) && i < *count; i++) {
        slots[i].name = dv_read_text(l);
        slots[i].type = (dv_slot_type)dv_read_u8(l->reader);
        dv_damaged_unless(l, slots[i].type > DV_SLOT_NONE && slots[i].type < DV_SLOT_TYPE_COUNT);
    }
    return slots;
}

static bool are_aligned(uint32_t a, uint32_t b) {
    return a % DV_STATE_ALIGNMENT == 0 && b % DV_STATE_ALIGNMENT == 0;
}

static void read_layout(dv_loading *l, dv_layout *layout) {
    layout->memory = &l->names->memory;
    layout->kind_bytes = dv_read_u32(l->reader);
    layout->state_bytes = dv_read_u32(l->reader);
    layout->common_bytes = dv_read_u32(l->reader);
    uint32_t count = dv_read_u32(l->reader);
    uint64_t size = (uint64_t)layout->kind_bytes + layout->state_bytes + layout->common_bytes;
    dv_damaged_unless(l, size < 1u << 20 && are_aligned(layout->kind_bytes, layout->state_bytes) &&
                             are_aligned(layout->common_bytes, 0));
    if (!dv_read_fits(l->reader, count, 20))
        return;
    if (!reserve_items(l, (void **)&layout->entries, &layout->capacity, count,
                       sizeof *layout->entries))
        return;
    layout->count = count;
    for (uint32_t i = 0; i < count; i++) {
        dv_layout_entry *entry = &layout->entries[i];
        entry->identity = dv_read_u64(l->reader);
        entry->scope = dv_read_u32(l->reader);
        entry->offset = dv_read_u32(l->reader);
        entry->size = dv_read_u32(l->reader);
        dv_damaged_unless(l, entry->offset <= size && entry->size <= size - entry->offset &&
                                 are_aligned(entry->offset, entry->size));
    }
}

static void read_kind(dv_loading *l, dv_kind *kind) {
    kind->name = dv_read_text(l);
    kind->slots = read_slot_defs(l, &kind->slot_count);
    kind->state_count = dv_read_u32(l->reader);
    dv_damaged_unless(l, kind->state_count > 0 && kind->state_count <= DV_MAX_STATES);
    kind->states = take_items(l, kind->state_count, sizeof *kind->states);
    for (uint32_t i = 0; dv_usable(l) && i < kind->state_count; i++)
        kind->states[i].name = dv_read_text(l);
    kind->blend_count = dv_read_u32(l->reader);
    kind->blends = take_items(l, kind->blend_count, sizeof *kind->blends);
    for (uint32_t i = 0; dv_usable(l) && i < kind->blend_count; i++)
        kind->blends[i].name = dv_read_text(l);
    if (dv_usable(l))
        read_layout(l, &kind->layout);
}

static void read_settings(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    l->settings = take_items(l, count, sizeof *l->settings);
    if (!dv_usable(l) ||
        !reserve_items(l, (void **)&l->names->settings, &l->names->setting_capacity, count,
                       sizeof *l->names->settings))
        return;
    l->names->setting_count = count;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        l->names->settings[i].name = dv_read_text(l);
        l->names->settings[i].type = (dv_setting_type)dv_read_u8(l->reader);
        l->settings[i] = dv_read_f64(l->reader);
        dv_damaged_unless(l, !isnan(l->settings[i]) && l->names->settings[i].type <= DV_CHOICE);
    }
}

static void read_group_types(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= DV_MAX_GROUP_TYPES);
    if (!dv_usable(l) ||
        !reserve_items(l, (void **)&l->names->group_types, &l->names->group_type_capacity, count,
                       sizeof *l->names->group_types))
        return;
    l->names->group_type_count = count;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        l->names->group_types[i].name = dv_read_text(l);
        l->names->group_types[i].slots = read_slot_defs(l, &l->names->group_types[i].slot_count);
    }
}

/// Read names only: surfaces get the shapes that the running program declares.
static void read_surface_types(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_surface_def def = {.name = dv_read_text(l), .normal = {0, 0, 1}};
        dv_note(l, dv_program_add_surface(l->names, &def, NULL));
    }
}

static void read_flow_types(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= DV_MAX_FLOW_TYPES);
    if (!dv_usable(l) ||
        !reserve_items(l, (void **)&l->names->flow_types, &l->names->flow_type_capacity, count,
                       sizeof *l->names->flow_types))
        return;
    l->names->flow_type_count = count;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++)
        l->names->flow_types[i].name = dv_read_text(l);
}

void dv_read_names(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= DV_MAX_KINDS);
    l->names->kinds = take_items(l, count, sizeof *l->names->kinds);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        l->names->kind_count = i + 1;
        read_kind(l, &l->names->kinds[i]);
    }
    if (dv_usable(l))
        read_group_types(l);
    if (dv_usable(l))
        read_surface_types(l);
    if (dv_usable(l))
        read_flow_types(l);
    if (dv_usable(l))
        read_settings(l);
    l->names->finished = true;
}

void dv_write_clock(dv_stream *s, const dv_world *world) {
    dv_write_u64(s, world->seed);
    dv_write_f64(s, world->tick_rate);
    dv_write_u8(s, (uint8_t)world->space);
    dv_write_vector(s, world->bounds.min);
    dv_write_vector(s, world->bounds.max);
    dv_write_u8(s, (uint8_t)world->bounds.edge);
    dv_write_u64(s, world->tick);
    dv_write_f64(s, world->visibility);
    dv_write_u8(s, world->mouse_is_here);
    dv_write_vector(s, world->mouse);
    dv_write_u64(s, world->random_count);
    dv_write_u8(s, world->finish_reason != NULL);
    dv_write_text(s, world->finish_reason);
}

dv_clock dv_read_clock(dv_loading *l) {
    dv_clock c = {.def = dv_world_def_default()};
    c.def.seed = dv_read_u64(l->reader);
    c.def.tick_rate = dv_read_f64(l->reader);
    c.def.space = (dv_space)dv_read_u8(l->reader);
    c.def.bounds.min = dv_read_vector(l->reader);
    c.def.bounds.max = dv_read_vector(l->reader);
    c.def.bounds.edge = (dv_edge)dv_read_u8(l->reader);
    c.tick = dv_read_u64(l->reader);
    c.visibility = dv_read_f64(l->reader);
    c.mouse_is_here = dv_read_u8(l->reader) != 0;
    c.mouse = dv_read_vector(l->reader);
    c.random_count = dv_read_u64(l->reader);
    c.finished = dv_read_u8(l->reader) != 0;
    c.reason = dv_read_text(l);
    if (dv_usable(l))
        dv_note(l, dv_check_row(NULL, DV_ROW_VISIBILITY, c.visibility, &l->reason));
    if (dv_usable(l))
        dv_note(l, dv_check_vector(NULL, DV_ROW_MOUSE, c.mouse, &l->reason));
    dv_damaged_unless(l, c.tick <= DV_LAST_TICK && (c.mouse_is_here || dv_is_zero(c.mouse)));
    return c;
}
