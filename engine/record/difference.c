// Compare the agents of two worlds; see difference.h.
#include "record/difference_private.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *name_of(const dv_program *program, dv_family family, uint32_t index) {
    switch (family) {
    case DV_FAMILY_KIND:
        return dv_program_kind_name(program, index);
    case DV_FAMILY_GROUP:
        return dv_program_group_type_name(program, index);
    default:
        return NULL;
    }
}

int32_t dv_world_counterpart(const dv_world *world, const dv_world *other, dv_family family,
                             uint32_t index) {
    const char *name = name_of(other->program, family, index);
    return name ? dv_world_after(world, world->program, family, name) : DV_GONE;
}

static bool are_same_state(const dv_worlds_compared *c, uint32_t i) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    const dv_kind *kind = dv_kind_of(a, i), *other = dv_kind_of(b, i);
    const char *name = kind->states[a->agents.state[i]].name;
    const char *other_name = other->states[b->agents.state[i]].name;
    if (strcmp(name, other_name) == 0)
        return true;
    const char *const kinds[2] = {other->name, kind->name};
    return dv_world_state_after(a, a->program, kinds, other_name) == (int32_t)a->agents.state[i];
}

/// Equal as scripts see them: 0 and -0 are the same.
static bool are_same_vectors(dv_vec3 a, dv_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_alive(const dv_world *world, uint32_t i) {
    return i < world->agents.limit && world->agents.flags[i] & DV_AGENT_ALIVE;
}

static bool do_decisions_differ(dv_worlds_compared *c, uint32_t i) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    const dv_columns *x = &a->agents, *y = &b->agents;
    const dv_kind *kind = dv_kind_of(a, i), *other = dv_kind_of(b, i);
    c->found->is_decided = true;
    if (c->kinds[y->kind[i]] != x->kind[i])
        return dv_find_field(c, "kind", kind->name, other->name);
    if (!are_same_state(c, i))
        return dv_find_field(c, "state", kind->states[x->state[i]].name,
                             other->states[y->state[i]].name);
    if ((x->flags[i] ^ y->flags[i]) & DV_AGENT_SUSPENDED)
        return dv_find_truth(c, "suspended", x->flags[i] & DV_AGENT_SUSPENDED);
    c->found->is_decided = false;
    if (x->entered[i] != y->entered[i])
        return dv_find_number(c, "state_time", (double)((uint32_t)a->tick - x->entered[i]) * a->dt,
                              (double)((uint32_t)b->tick - y->entered[i]) * b->dt);
    if (x->born[i] != y->born[i] || x->generation[i] != y->generation[i])
        return dv_find_number(c, "tick of spawning", x->born[i], y->born[i]);
    if (x->group[i] != y->group[i]) {
        char texts[2][DV_DIFFERENCE_VALUE] = {"nil", "nil"};
        for (int side = 0; side < 2; side++)
            if (c->worlds[side]->agents.group[i])
                dv_group_text(c->worlds[side], c->worlds[side]->agents.group[i] - 1, texts[side]);
        return dv_find_field(c, "group", texts[0], texts[1]);
    }
    dv_slot_list slots = {kind->slots, kind->slot_count, dv_slots_of(a, i)};
    return dv_do_slots_differ(c, slots,
                              (dv_slot_list){other->slots, other->slot_count, dv_slots_of(b, i)});
}

static float own_property(const dv_world *world, int property, uint32_t i) {
    const float *own = world->own_properties[property];
    return own ? own[i] : NAN;
}

static uint32_t own_color(const dv_world *world, uint32_t i) {
    return world->own_colors ? world->own_colors[i] : 0;
}

static bool do_own_values_differ(dv_worlds_compared *c, uint32_t i) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    for (int p = 0; p < DV_OWN_PROPERTY_COUNT; p++) {
        float value = own_property(a, p, i), other = own_property(b, p, i);
        if (!(isnan(value) && isnan(other)) && value != other)
            return dv_find_float(c, dv_properties[p].name, dv_property_of(a, i, (dv_property)p),
                                 dv_property_of(b, i, (dv_property)p));
    }
    char texts[2][DV_DIFFERENCE_VALUE];
    if (own_color(a, i) == own_color(b, i))
        return false;
    for (int side = 0; side < 2; side++) {
        const dv_world *world = c->worlds[side];
        uint32_t color =
            own_color(world, i) ? own_color(world, i) : dv_kind_of(world, i)->look.color;
        snprintf(texts[side], sizeof texts[side], "#%08" PRIx32, color);
    }
    return dv_find_field(c, "color", texts[0], texts[1]);
}

static dv_vec3 acceleration_of(const dv_world *world, uint32_t i) {
    const dv_columns *c = &world->agents;
    return c->has_inertia ? dv_vec(c->ax[i], c->ay[i], c->az[i]) : dv_vec(0, 0, 0);
}

static float kept_of(const dv_world *world, uint32_t i) {
    return world->agents.has_inertia ? world->agents.kept[i] : 0;
}

static const char *name_of_kept(const dv_world *world, uint32_t i) {
    const dv_parameter *row = dv_kind_of(world, i)->locomotion->kept;
    return row ? row->doc : "locomotion";
}

static bool do_motions_differ(dv_worlds_compared *c, uint32_t i) {
    const dv_world *a = c->worlds[0], *b = c->worlds[1];
    const struct {
        const char *field;
        dv_vec3 value, other;
    } vectors[] = {
        {"acceleration", acceleration_of(a, i), acceleration_of(b, i)},
        {"velocity", dv_velocity_of(a, i), dv_velocity_of(b, i)},
        {"forward", dv_forward_of(a, i), dv_forward_of(b, i)},
        {"up", dv_up_of(a, i), dv_up_of(b, i)},
    };
    if (kept_of(a, i) != kept_of(b, i))
        return dv_find_float(c, name_of_kept(a, i), kept_of(a, i), kept_of(b, i));
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (!are_same_vectors(vectors[k].value, vectors[k].other))
            return dv_find_vector(c, vectors[k].field, vectors[k].value, vectors[k].other);
    return !are_same_vectors(dv_position_of(a, i), dv_position_of(b, i)) &&
           dv_find_place(c, "position", dv_position_of(a, i), dv_position_of(b, i));
}

static bool does_agent_differ(dv_worlds_compared *c, uint32_t i) {
    bool lives[2] = {is_alive(c->worlds[0], i), is_alive(c->worlds[1], i)};
    if (!lives[0] && !lives[1])
        return false;
    if (lives[0] != lives[1])
        return dv_find_truth(c, "alive", lives[0]);
    return do_decisions_differ(c, i) || do_own_values_differ(c, i) || do_motions_differ(c, i);
}

bool dv_world_agents_differ(const dv_world *world, const dv_world *other, dv_difference *found) {
    dv_worlds_compared c = {.worlds = {world, other}, .found = found};
    *found = (dv_difference){0};
    for (uint32_t kind = 0; kind < other->program->kind_count; kind++)
        c.kinds[kind] = dv_world_counterpart(world, other, DV_FAMILY_KIND, kind);
    uint32_t limit = world->agents.limit;
    limit = limit > other->agents.limit ? limit : other->agents.limit;
    for (uint32_t i = 0; i < limit; i++) {
        if (!does_agent_differ(&c, i))
            continue;
        found->agent = i + 1;
        dv_agent_text(is_alive(world, i) ? world : other, i, found->whose);
        return true;
    }
    return false;
}
