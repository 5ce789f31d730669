// Values that depend on the agent: properties, bound numbers, and slots.
#include "base/result.h"
#include "program/catalogue.h"
#include "program/value_rows.h"
#include "world/stopping.h"
#include "world/terrain.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

#define PACE_BLOCK 256

double dv_bound_number(const dv_world *world, uint32_t agent, const dv_bound *bound) {
    switch ((dv_source)bound->source) {
    case DV_SOURCE_LITERAL:
        return bound->number;
    case DV_SOURCE_SETTING:
        return world->settings[bound->index];
    case DV_SOURCE_SLOT:
    case DV_SOURCE_GROUP_SLOT: {
        dv_slot_type type;
        dv_slot leader;
        const dv_slot *slot = dv_bound_slot(world, agent, bound, &type, &leader);
        return slot && slot->is_set ? dv_slot_number(slot) : (double)NAN;
    }
    default:
        return (double)NAN;
    }
}

static const dv_group_record *group_of(const dv_world *world, uint32_t agent) {
    uint32_t group = world->agents.group[agent];
    return group ? &world->groups[group - 1] : NULL;
}

const dv_slot *dv_bound_slot(const dv_world *world, uint32_t agent, const dv_bound *bound,
                             dv_slot_type *type, dv_slot *leader) {
    *type = (dv_slot_type)bound->slot_type;
    if (bound->source == DV_SOURCE_SLOT)
        return dv_slots_of(world, agent) + bound->index;
    const dv_group_record *group = group_of(world, agent);
    if (!group)
        return NULL;
    if (bound->source == DV_SOURCE_GROUP_LEADER) {
        *leader = (dv_slot){0};
        if (group->leader)
            dv_slot_set_word(leader, group->leader);
        return leader;
    }
    if (bound->source != DV_SOURCE_GROUP_SLOT || bound->group_slots[group->type] < 0)
        return NULL;
    return &group->slots[bound->group_slots[group->type]];
}

bool dv_bound_agent(const dv_world *world, uint32_t agent, const dv_bound *bound, uint32_t *other) {
    dv_slot_type type;
    dv_slot leader;
    const dv_slot *slot = dv_bound_slot(world, agent, bound, &type, &leader);
    return slot && slot->is_set && type == DV_SLOT_AGENT &&
           dv_agent_index(world, dv_slot_word(slot), other);
}

uint64_t dv_bound_word(const dv_world *world, uint32_t agent, const dv_bound *bound) {
    dv_slot_type type;
    dv_slot leader;
    const dv_slot *slot = dv_bound_slot(world, agent, bound, &type, &leader);
    return slot && slot->is_set ? dv_slot_word(slot) : 0;
}

uint64_t dv_bound_handle(const dv_world *world, uint32_t agent, const dv_bound *bound) {
    dv_slot_type type;
    dv_slot leader;
    const dv_slot *slot = dv_bound_slot(world, agent, bound, &type, &leader);
    if (!slot)
        return 0;
    dv_slot_value value = dv_living_value(world, type, slot);
    return value.is_set ? value.as.handle : 0;
}

float dv_bound_half_cosine(const dv_world *world, uint32_t agent, const dv_bound *bound) {
    if (bound->source == DV_SOURCE_LITERAL)
        return bound->half_cosine;
    double angle = dv_bound_number(world, agent, bound);
    return angle >= 0 && angle < 2 * DV_PI ? (float)dv_cos(angle / 2) : -1.0f;
}

float dv_varying_property_of(const dv_world *world, uint32_t agent, dv_property property) {
    const float *own = world->own_properties[property];
    if (own && !isnan(own[agent]))
        return own[agent];
    const dv_bound *bound = &dv_kind_of(world, agent)->properties[property];
    if (bound->source == DV_SOURCE_LITERAL)
        return (float)bound->number;
    // Clamp a setting or slot to the range; an empty slot counts as the default.
    const dv_parameter *parameter = &dv_properties[property];
    double value = dv_bound_number(world, agent, bound);
    if (isnan(value))
        return (float)parameter->fallback;
    return (float)(value < parameter->minimum   ? parameter->minimum
                   : value > parameter->maximum ? parameter->maximum
                                                : value);
}

float dv_cap_of(const dv_world *world, uint32_t agent) {
    float max_speed = dv_property_of(world, agent, DV_MAX_SPEED);
    dv_state *state = &dv_kind_of(world, agent)->states[world->agents.state[agent]];
    const dv_bound *speed = &state->speed;
    float pace = world->agents.pace[agent];
    float cap = max_speed;
    if (speed->source != DV_SOURCE_ABSENT) {
        double own = dv_bound_number(world, agent, speed);
        cap = own >= 0 && own < (double)max_speed ? (float)own : max_speed;
        if (isnan(own) && !atomic_load_explicit(&state->lacked_speed, memory_order_relaxed))
            atomic_store_explicit(&state->lacked_speed, true, memory_order_relaxed);
    }
    if (pace == 0)
        return cap;
    cap *= 1 + pace;
    return cap < max_speed ? cap : max_speed;
}

static bool is_shared(const dv_bound *bound) {
    return bound->source == DV_SOURCE_LITERAL || bound->source == DV_SOURCE_SETTING ||
           bound->source == DV_SOURCE_ABSENT;
}

bool dv_is_shared(const dv_world *world, uint32_t kind, dv_property property) {
    return !world->own_properties[property] &&
           is_shared(&world->program->kinds[kind].properties[property]);
}

bool dv_kind_may_be_solid(const dv_world *world, uint32_t kind) {
    const dv_kind *k = &world->program->kinds[kind];
    const dv_bound *solid = &k->properties[DV_SOLID];
    if (k->locomotion->stays)
        return false;
    return world->own_properties[DV_SOLID] || solid->source != DV_SOURCE_LITERAL ||
           solid->number != DV_SOLID_FOR_NOTHING;
}

bool dv_kind_may_keep_apart(const dv_world *world, uint32_t kind) {
    const dv_bound *solid = &world->program->kinds[kind].properties[DV_SOLID];
    return world->own_properties[DV_SOLID] || solid->source != DV_SOURCE_LITERAL ||
           solid->number == DV_SOLID_FOR_AGENTS;
}

bool dv_caps_are_shared(const dv_world *world, uint32_t kind, uint32_t state) {
    const dv_kind *k = &world->program->kinds[kind];
    return !world->has_paces && dv_is_shared(world, kind, DV_MAX_SPEED) &&
           is_shared(&k->states[state].speed);
}

static bool property_varies(const dv_world *world, uint32_t kind, dv_property property) {
    return world->own_properties[property] ||
           world->program->kinds[kind].properties[property].source != DV_SOURCE_LITERAL;
}

static void note_largest(dv_world *world, dv_property property, float *largest) {
    bool any_varies = false;
    for (uint32_t k = 0; k < world->program->kind_count; k++) {
        bool one_varies = property_varies(world, k, property);
        largest[k] = one_varies ? 0 : (float)dv_kind_property(world, k, property);
        any_varies = any_varies || one_varies;
    }
    for (uint32_t i = 0; any_varies && i < world->agents.limit; i++) {
        uint32_t kind = world->agents.kind[i];
        if (!(world->agents.flags[i] & DV_AGENT_ALIVE) || !property_varies(world, kind, property))
            continue;
        float value = dv_property_of(world, i, property);
        largest[kind] = value > largest[kind] ? value : largest[kind];
    }
}

void dv_note_largest(dv_world *world) {
    note_largest(world, DV_RADIUS, world->largest_radius);
    note_largest(world, DV_SIGHT_RANGE, world->largest_sight);
}

float dv_largest_of(const dv_world *world, const float *largest, const dv_kind_set *kinds) {
    float most = 0;
    for (uint32_t k = 0; k < world->program->kind_count; k++)
        if (dv_has_kind(kinds, k) && largest[k] > most)
            most = largest[k];
    return most;
}

static void note_pace(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    for (uint32_t rank = first; rank < last; rank++) {
        uint32_t agent = world->sensed.records[rank].agent;
        world->agents.pace[agent] =
            dv_pace_at(world, world->agents.kind[agent], dv_position_of(world, agent)) - 1;
    }
}

void dv_note_paces(dv_world *world) {
    bool any = false, had = world->has_paces;
    for (uint32_t i = 0; i < world->regions.ids.count; i++) {
        const dv_region_record *region = &world->regions.records[i];
        bool is_alive = world->regions.ids.alive[i];
        any = any || (is_alive && region->speed != 1) ||
              (is_alive && region->laid && dv_terrain_changes_pace(world, region->terrain));
    }
    world->has_paces = any;
    if (any)
        dv_share(world, world->sensed.count, PACE_BLOCK, note_pace, world);
    else if (had && world->agents.limit)
        memset(world->agents.pace, 0, world->agents.limit * sizeof *world->agents.pace);
}

double dv_agent_property(const dv_world *world, dv_agent agent, dv_property property) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? (double)dv_property_of(world, i, property) : 0;
}

double dv_kind_property(const dv_world *world, uint32_t kind, dv_property property) {
    const dv_bound *bound = &world->program->kinds[kind].properties[property];
    if (bound->source == DV_SOURCE_LITERAL)
        return bound->number;
    return bound->source == DV_SOURCE_SETTING ? world->settings[bound->index]
                                              : dv_properties[property].fallback;
}

static bool has_of_its_own(const dv_locomotion_type *model, dv_property property) {
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i] == property)
            return true;
    return false;
}

bool dv_kind_has_property(const dv_world *world, uint32_t kind, dv_property property) {
    bool is_common = true;
    const dv_table *models = &world->program->catalogue->locomotion;
    for (uint32_t i = 0; i < dv_table_count(models); i++)
        is_common = is_common &&
                    !has_of_its_own((const dv_locomotion_type *)dv_table_at(models, i), property);
    return is_common || has_of_its_own(world->program->kinds[kind].locomotion, property);
}

dv_slot_value dv_living_value(const dv_world *world, dv_slot_type type, const dv_slot *slot) {
    dv_slot_value value = dv_slot_unpack(type, slot);
    if (!value.is_set)
        return value;
    bool living = type == DV_SLOT_AGENT   ? dv_agent_alive(world, (dv_agent){value.as.handle})
                  : type == DV_SLOT_GROUP ? dv_group_alive(world, (dv_group){value.as.handle})
                  : type == DV_SLOT_OBSTACLE
                      ? dv_obstacle_alive(world, (dv_obstacle){value.as.handle})
                  : type == DV_SLOT_SURFACE ? dv_surface_alive(world, (dv_surface){value.as.handle})
                  : type == DV_SLOT_PATH    ? dv_path_alive(world, (dv_path){value.as.handle})
                  : type == DV_SLOT_FLOW    ? dv_flow_alive(world, (dv_flow){value.as.handle})
                  : type == DV_SLOT_REGION  ? dv_region_alive(world, (dv_region){value.as.handle})
                                            : true;
    return living ? value : (dv_slot_value){0};
}

static dv_result check_value(const dv_world *world, const char *name, dv_slot_type type,
                             dv_slot_value value, dv_error *error) {
    static const dv_handle_type handles[DV_SLOT_TYPE_COUNT] = {
        [DV_SLOT_AGENT] = DV_HANDLE_AGENT,       [DV_SLOT_GROUP] = DV_HANDLE_GROUP,
        [DV_SLOT_OBSTACLE] = DV_HANDLE_OBSTACLE, [DV_SLOT_SURFACE] = DV_HANDLE_SURFACE,
        [DV_SLOT_PATH] = DV_HANDLE_PATH,         [DV_SLOT_FLOW] = DV_HANDLE_FLOW,
        [DV_SLOT_REGION] = DV_HANDLE_REGION};
    if (!value.is_set)
        return DV_OK;
    switch (type) {
    case DV_SLOT_NUMBER:
        return dv_check_row(name, DV_ROW_NUMBER_SLOT, value.as.number, error);
    case DV_SLOT_POINT:
        return dv_check_vector(name, DV_ROW_POINT_SLOT, value.as.point, error);
    case DV_SLOT_VECTOR:
        return dv_check_vector(name, DV_ROW_VECTOR_SLOT, value.as.point, error);
    case DV_SLOT_POSE: {
        dv_result result = dv_check_vector(name, DV_ROW_POINT_SLOT, value.as.pose.position, error);
        return result == DV_OK
                   ? dv_check_row(name, DV_ROW_POSE_HEADING, (double)value.as.pose.heading, error)
                   : result;
    }
    default:
        break;
    }
    if (dv_handle_type_of(value.as.handle) != handles[type])
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s: %s %s expected", name,
                       type == DV_SLOT_AGENT || type == DV_SLOT_OBSTACLE ? "an" : "a",
                       dv_slot_type_name(type));
    if (dv_handle_world(value.as.handle) != world->id)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s: not of this world", name);
    return DV_OK;
}

dv_result dv_check_slots(const dv_world *world, const dv_slot_def *defs, uint32_t count,
                         const dv_slot *slots, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < count; i++) {
        dv_slot_value value = dv_slot_unpack(defs[i].type, &slots[i]);
        dv_slot plain = dv_slot_pack(defs[i].type, value);
        if (memcmp(&plain, &slots[i], sizeof plain) != 0)
            result = dv_fail(error, DV_ERROR_FORMAT, "%s: no %s", defs[i].name,
                             dv_slot_type_name(defs[i].type));
        else
            result = check_value(world, defs[i].name, defs[i].type, value, error);
    }
    return result;
}

dv_slot_value dv_agent_slot(const dv_world *world, dv_agent agent, uint32_t slot) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i) || slot >= dv_kind_of(world, i)->slot_count)
        return (dv_slot_value){0};
    return dv_living_value(world, dv_kind_of(world, i)->slots[slot].type,
                           dv_slots_of(world, i) + slot);
}

dv_result dv_agent_set_slot(dv_world *world, dv_agent agent, uint32_t slot, dv_slot_value value,
                            dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    return dv_write_slot(world, i, slot, value, error);
}

dv_result dv_write_slot(const dv_world *world, uint32_t i, uint32_t slot, dv_slot_value value,
                        dv_error *error) {
    if (slot >= dv_kind_of(world, i)->slot_count)
        return dv_fail(error, DV_ERROR_NAME, "no slot number %u", slot);
    const dv_slot_def *def = &dv_kind_of(world, i)->slots[slot];
    dv_result result = check_value(world, def->name, def->type, value, error);
    if (result == DV_OK)
        result = dv_model_check(dv_kind_of(world, i), slot, value, error);
    if (result != DV_OK)
        return result;
    dv_slots_of(world, i)[slot] = dv_slot_pack(def->type, value);
    dv_model_follow(dv_kind_of(world, i), slot, dv_slots_of(world, i));
    return DV_OK;
}

dv_slot_value dv_group_slot(const dv_world *world, dv_group group, uint32_t slot) {
    if (!dv_group_alive(world, group))
        return (dv_slot_value){0};
    const dv_group_record *record = &world->groups[dv_handle_index(group.bits)];
    const dv_group_kind *type = &world->program->group_types[record->type];
    return slot < type->slot_count
               ? dv_living_value(world, type->slots[slot].type, &record->slots[slot])
               : (dv_slot_value){0};
}

dv_result dv_group_set_slot(dv_world *world, dv_group group, uint32_t slot, dv_slot_value value,
                            dv_error *error) {
    if (!dv_group_alive(world, group))
        return dv_fail(error, DV_ERROR_STALE, "the group is gone");
    dv_group_record *record = &world->groups[dv_handle_index(group.bits)];
    const dv_group_kind *type = &world->program->group_types[record->type];
    if (slot >= type->slot_count)
        return dv_fail(error, DV_ERROR_NAME, "no slot number %u", slot);
    const dv_slot_def *def = &type->slots[slot];
    dv_result result = check_value(world, def->name, def->type, value, error);
    if (result == DV_OK)
        record->slots[slot] = dv_slot_pack(def->type, value);
    return result;
}
