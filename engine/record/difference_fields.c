// Turn fields and their values into text; see difference_private.h.
#include "record/difference_private.h"

#include "record/text_file.h"

#include <inttypes.h>
#include <stdio.h>

void dv_agent_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]) {
    snprintf(text, DV_DIFFERENCE_NAME, "%.100s#%" PRIu32, dv_kind_of(world, index)->name,
             index + 1);
}

void dv_group_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]) {
    const dv_group_record *group = &world->groups[index];
    snprintf(text, DV_DIFFERENCE_NAME, "%.100s#%" PRIu32,
             world->program->group_types[group->type].name, index + 1);
}

// Values as text

static void number_text(double value, char text[DV_DIFFERENCE_VALUE]) {
    char number[DV_NUMBER_TEXT];
    dv_double_text(value, number);
    snprintf(text, DV_DIFFERENCE_VALUE, "%s", number);
}

static void float_text(float value, char text[DV_DIFFERENCE_VALUE]) {
    char number[DV_NUMBER_TEXT];
    dv_float_text(value, number);
    snprintf(text, DV_DIFFERENCE_VALUE, "%s", number);
}

static void vector_text(const dv_world *world, dv_vec3 v, char text[DV_DIFFERENCE_VALUE]) {
    char x[DV_NUMBER_TEXT], y[DV_NUMBER_TEXT], z[DV_NUMBER_TEXT];
    dv_float_text(v.x, x);
    dv_float_text(v.y, y);
    dv_float_text(v.z, z);
    if (world->space == DV_PLANE && v.z == 0)
        snprintf(text, DV_DIFFERENCE_VALUE, "(%s, %s)", x, y);
    else
        snprintf(text, DV_DIFFERENCE_VALUE, "(%s, %s, %s)", x, y, z);
}

/// The place of a position.
static void place_text(const dv_world *world, dv_vec3 v, char text[DV_DIFFERENCE_VALUE]) {
    const dv_place *origin = &world->program->origin;
    char x[DV_NUMBER_TEXT], y[DV_NUMBER_TEXT], z[DV_NUMBER_TEXT];
    dv_place place = dv_world_place(world, v);
    if (origin->x == 0 && origin->y == 0 && origin->z == 0) {
        vector_text(world, v, text);
        return;
    }
    dv_double_text(place.x, x);
    dv_double_text(place.y, y);
    dv_double_text(place.z, z);
    if (world->space == DV_PLANE)
        snprintf(text, DV_DIFFERENCE_VALUE, "(%s, %s)", x, y);
    else
        snprintf(text, DV_DIFFERENCE_VALUE, "(%s, %s, %s)", x, y, z);
}

void dv_handle_text(const dv_world *world, uint64_t bits, char text[DV_DIFFERENCE_VALUE]) {
    static const char *const words[] = {
        [DV_HANDLE_AGENT] = "agent",       [DV_HANDLE_GROUP] = "group",
        [DV_HANDLE_OBSTACLE] = "obstacle", [DV_HANDLE_PATH] = "path",
        [DV_HANDLE_FLOW] = "flow",         [DV_HANDLE_REGION] = "region",
        [DV_HANDLE_SURFACE] = "surface",   [DV_HANDLE_FIELD] = "field"};
    dv_handle_type type = dv_handle_type_of(bits);
    uint32_t index;
    if (!bits)
        snprintf(text, DV_DIFFERENCE_VALUE, "nil");
    else if (dv_agent_index(world, bits, &index))
        dv_agent_text(world, index, text);
    else
        snprintf(text, DV_DIFFERENCE_VALUE, "%s#%" PRIu32 "%s",
                 type <= DV_HANDLE_FIELD && words[type] ? words[type] : "handle",
                 dv_handle_index(bits) + 1, type == DV_HANDLE_AGENT ? " (gone)" : "");
}

static void slot_text(const dv_world *world, dv_slot_type type, const dv_slot *slot,
                      char text[DV_DIFFERENCE_VALUE]) {
    dv_slot_value value = dv_slot_unpack(type, slot);
    char heading[DV_NUMBER_TEXT];
    if (!slot->is_set) {
        snprintf(text, DV_DIFFERENCE_VALUE, "nil");
    } else if (dv_slot_holds_handle(type)) {
        dv_handle_text(world, dv_slot_word(slot), text);
    } else if (type == DV_SLOT_NUMBER) {
        number_text(value.as.number, text);
    } else if (type == DV_SLOT_POSE) {
        place_text(world, value.as.pose.position, text);
        dv_float_text(slot->as.point[3], heading);
        size_t used = strlen(text);
        snprintf(text + used, DV_DIFFERENCE_VALUE - used, " heading %s", heading);
    } else if (type == DV_SLOT_POINT) {
        place_text(world, value.as.point, text);
    } else {
        vector_text(world, value.as.point, text);
    }
}

bool dv_find_field(dv_worlds_compared *c, const char *field, const char *value, const char *other) {
    dv_difference *d = c->found;
    bool reads_alike = strcmp(value, other) == 0;
    snprintf(d->field, sizeof d->field, "%.*s", (int)sizeof d->field - 1, field);
    snprintf(d->values[0], sizeof d->values[0], "%s", reads_alike ? "" : value);
    snprintf(d->values[1], sizeof d->values[1], "%s", reads_alike ? "" : other);
    return true;
}

bool dv_find_number(dv_worlds_compared *c, const char *field, double value, double other) {
    char texts[2][DV_DIFFERENCE_VALUE];
    number_text(value, texts[0]);
    number_text(other, texts[1]);
    return dv_find_field(c, field, texts[0], texts[1]);
}

bool dv_find_float(dv_worlds_compared *c, const char *field, float value, float other) {
    char texts[2][DV_DIFFERENCE_VALUE];
    float_text(value, texts[0]);
    float_text(other, texts[1]);
    return dv_find_field(c, field, texts[0], texts[1]);
}

bool dv_find_vector(dv_worlds_compared *c, const char *field, dv_vec3 value, dv_vec3 other) {
    char texts[2][DV_DIFFERENCE_VALUE];
    vector_text(c->worlds[0], value, texts[0]);
    vector_text(c->worlds[1], other, texts[1]);
    return dv_find_field(c, field, texts[0], texts[1]);
}

bool dv_find_place(dv_worlds_compared *c, const char *field, dv_vec3 position, dv_vec3 other) {
    char texts[2][DV_DIFFERENCE_VALUE];
    place_text(c->worlds[0], position, texts[0]);
    place_text(c->worlds[1], other, texts[1]);
    return dv_find_field(c, field, texts[0], texts[1]);
}

bool dv_find_truth(dv_worlds_compared *c, const char *field, bool value) {
    return dv_find_field(c, field, value ? "true" : "false", value ? "false" : "true");
}

// Slots

static bool are_same_slots(dv_slot_type type, const dv_slot *a, const dv_slot *b) {
    if (!a->is_set || !b->is_set)
        return !a->is_set == !b->is_set;
    if (dv_slot_holds_handle(type))
        return dv_are_same_handles(dv_slot_word(a), dv_slot_word(b));
    return type == DV_SLOT_NUMBER ? dv_slot_number(a) == dv_slot_number(b)
                                  : memcmp(&a->as, &b->as, sizeof a->as) == 0;
}

static int32_t slot_named(const dv_slot_def *defs, uint32_t count, const dv_slot_def *wanted) {
    for (uint32_t i = 0; i < count; i++)
        if (defs[i].type == wanted->type && strcmp(defs[i].name, wanted->name) == 0)
            return (int32_t)i;
    return -1;
}

bool dv_do_slots_differ(dv_worlds_compared *c, dv_slot_list list, dv_slot_list other) {
    for (uint32_t i = 0; i < list.count; i++) {
        const dv_slot_def *def = &list.defs[i];
        // The same slot nearly always has the same index in both lists.
        bool in_place = i < other.count && other.defs[i].type == def->type &&
                        strcmp(other.defs[i].name, def->name) == 0;
        int32_t place = in_place ? (int32_t)i : slot_named(other.defs, other.count, def);
        if (place < 0 || are_same_slots(def->type, &list.slots[i], &other.slots[place]))
            continue;
        char texts[2][DV_DIFFERENCE_VALUE];
        slot_text(c->worlds[0], def->type, &list.slots[i], texts[0]);
        slot_text(c->worlds[1], def->type, &other.slots[place], texts[1]);
        return dv_find_field(c, def->name, texts[0], texts[1]);
    }
    return false;
}
