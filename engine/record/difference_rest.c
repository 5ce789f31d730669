// Compare everything but the agents of two worlds; see difference.h.
#include "record/difference_private.h"

#include "base/hash.h"

#include <stdio.h>

static bool do_settings_differ(dv_worlds_compared *c) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    for (uint32_t i = 0; i < a->program->setting_count; i++) {
        const dv_setting_def *def = &a->program->settings[i];
        int32_t place = dv_program_setting_named(b->program, def->name);
        if (place < 0 || b->program->settings[place].type != def->type ||
            a->settings[i] == b->settings[place])
            continue;
        char field[DV_DIFFERENCE_NAME];
        snprintf(field, sizeof field, "setting %.100s", def->name);
        return dv_find_number(c, field, a->settings[i], b->settings[place]);
    }
    return false;
}

static bool is_group(const dv_world *world, uint32_t i) {
    return i < world->group_count && !dv_group_is_gone(&world->groups[i]);
}

static bool does_group_differ(dv_worlds_compared *c, uint32_t i) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    bool lives[2] = {is_group(a, i), is_group(b, i)};
    if (!lives[0] && !lives[1])
        return false;
    dv_group_text(lives[0] ? a : b, i, c->found->whose);
    if (lives[0] != lives[1])
        return dv_find_truth(c, "alive", lives[0]);
    const dv_group_record *group = &a->groups[i], *other = &b->groups[i];
    const dv_group_kind *type = &a->program->group_types[group->type];
    const dv_group_kind *other_type = &b->program->group_types[other->type];
    if (dv_world_counterpart(a, b, DV_FAMILY_GROUP, other->type) != (int32_t)group->type)
        return dv_find_field(c, "type", type->name, other_type->name);
    if (!dv_are_same_handles(group->leader, other->leader)) {
        char texts[2][DV_DIFFERENCE_VALUE];
        dv_handle_text(a, group->leader, texts[0]);
        dv_handle_text(b, other->leader, texts[1]);
        return dv_find_field(c, "leader", texts[0], texts[1]);
    }
    dv_slot_list slots = {type->slots, type->slot_count, group->slots};
    return dv_do_slots_differ(
        c, slots, (dv_slot_list){other_type->slots, other_type->slot_count, other->slots});
}

static bool do_groups_differ(dv_worlds_compared *c) {
    uint32_t count = c->worlds[0]->group_count;
    count = count > c->worlds[1]->group_count ? count : c->worlds[1]->group_count;
    for (uint32_t i = 0; i < count; i++)
        if (does_group_differ(c, i))
            return true;
    c->found->whose[0] = '\0';
    return false;
}

static void hash_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_hash_add(stream->context, bytes, count);
}

static uint64_t hash_of(const dv_world *world,
                        void (*write)(dv_stream *stream, const dv_world *world)) {
    dv_hash sum;
    dv_hash_begin(&sum);
    dv_stream stream = {.write = hash_bytes, .context = &sum};
    write(&stream, world);
    return dv_hash_end(&sum);
}

static bool has_same_names(const dv_worlds_compared *c, dv_family family) {
    const dv_program *a = c->worlds[0]->program, *b = c->worlds[1]->program;
    uint32_t count = dv_program_name_count(a, family);
    bool same = count == dv_program_name_count(b, family);
    for (uint32_t i = 0; same && i < count; i++)
        same = strcmp(dv_program_name(a, family, i), dv_program_name(b, family, i)) == 0;
    return same;
}

/// Compare things that have no fields that scripts can name; only the type of thing is reported.
static bool do_things_differ(dv_worlds_compared *c) {
    static const struct {
        const char *name;
        void (*write)(dv_stream *stream, const dv_world *world);
        dv_family
            family; ///< compared only if both programs declare the same; DV_FAMILY_COUNT: none
    } parts[] = {
        {"obstacles", dv_write_obstacles, DV_FAMILY_COUNT},
        {"paths", dv_write_paths, DV_FAMILY_COUNT},
        {"regions", dv_write_regions, DV_FAMILY_COUNT},
        {"terrain", dv_write_terrain, DV_FAMILY_COUNT},
        {"flows", dv_write_flows, DV_FAMILY_FLOW},
        {"fields", dv_write_fields, DV_FAMILY_FIELD},
        {"events", dv_write_events, DV_FAMILY_COUNT},
        {"timers", dv_write_timers, DV_FAMILY_COUNT},
        {"links", dv_write_links, DV_FAMILY_LINK},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((parts[i].family == DV_FAMILY_COUNT || has_same_names(c, parts[i].family)) &&
            hash_of(c->worlds[0], parts[i].write) != hash_of(c->worlds[1], parts[i].write))
            return dv_find_field(c, parts[i].name, "", "");
    return false;
}

bool dv_world_rest_differs(const dv_world *world, const dv_world *other, dv_difference *found) {
    dv_worlds_compared c = {.worlds = {world, other}, .found = found};
    *found = (dv_difference){0};
    if (do_settings_differ(&c) || do_groups_differ(&c))
        return true;
    if (world->visibility != other->visibility)
        return dv_find_number(&c, "visibility", world->visibility, other->visibility);
    if (!world->finish_reason != !other->finish_reason)
        return dv_find_truth(&c, "finished", world->finish_reason);
    if (do_things_differ(&c))
        return true;
    if (world->random_count != other->random_count)
        return dv_find_number(&c, "random numbers drawn", (double)world->random_count,
                              (double)other->random_count);
    return false;
}
