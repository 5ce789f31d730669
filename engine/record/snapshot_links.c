// Links in a snapshot: the name of each type and whether it is directed, and then for each link its
// type and the agents that it leads from and to, in the order in which they were linked.
#include "record/snapshot_parts.h"
#include "world/links/links.h"

void dv_write_links(dv_stream *s, const dv_world *world) {
    const dv_program *program = world->program;
    dv_link link;
    dv_write_u32(s, program->link_count);
    for (uint32_t i = 0; i < program->link_count; i++) {
        dv_write_text(s, program->links[i].name);
        dv_write_u8(s, program->links[i].is_directed);
    }
    dv_write_u32(s, world->links.count);
    for (uint32_t i = 0; i < dv_world_link_limit(world); i++) {
        if (!dv_world_link_at(world, i, &link))
            continue;
        dv_write_u32(s, link.type);
        dv_write_u64(s, dv_handle_in_world(link.from.bits, 0));
        dv_write_u64(s, dv_handle_in_world(link.to.bits, 0));
    }
}

/// Name a type in the program of names.
static void read_type(dv_loading *l) {
    dv_link_def def = dv_link_def_default();
    def.name = dv_read_text(l);
    uint8_t is_directed = dv_read_u8(l->reader);
    def.is_directed = is_directed;
    dv_damaged_unless(l, is_directed <= 1 && *def.name);
    if (dv_usable(l))
        dv_note(l, dv_program_add_link(l->names, &def, &l->reason));
}

/// Duplicate links are refused: the world would not hash to the same value.
static void read_link(dv_loading *l) {
    dv_world *world = l->world;
    uint32_t type = dv_read_u32(l->reader);
    dv_agent from = {dv_handle_in_world(dv_read_u64(l->reader), world->id)};
    dv_agent to = {dv_handle_in_world(dv_read_u64(l->reader), world->id)};
    uint32_t before = world->links.count;
    if (!dv_usable(l))
        return;
    dv_note(l, dv_agent_link(world, from, type, to, &l->reason));
    dv_damaged_unless(l, world->links.count > before);
}

void dv_read_links(dv_loading *l) {
    uint32_t types = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < types; i++)
        read_type(l);
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++)
        read_link(l);
}
