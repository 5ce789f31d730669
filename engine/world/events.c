// Events: emitted in one tick, heard in the next.
#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/incidents.h"
#include "world/world_data.h"

/// Whether a handle is 0, or of this type and world. It may be stale.
static bool is_of(const dv_world *world, uint64_t bits, dv_handle_type type) {
    return !bits || (dv_handle_type_of(bits) == type && dv_handle_world(bits) == world->id);
}

dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error) {
    if (dv_check_vector(NULL, DV_ROW_EVENT_PLACE, event->position, error) != DV_OK ||
        dv_check_row(NULL, DV_ROW_EVENT_RADIUS, (double)event->radius, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (!is_of(world, event->source.bits, DV_HANDLE_AGENT) ||
        !is_of(world, event->about.bits, DV_HANDLE_AGENT) ||
        !is_of(world, event->among.bits, DV_HANDLE_GROUP))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "emit: source and about must be agents of this world, among a group of it");
    dv_result result = dv_ask_for(world, DV_WEIGHT_OF_EVENT, error);
    if (result != DV_OK)
        return result;
    dv_event_list *list = &world->pending;
    if (!dv_reserve((void **)&list->events, &list->capacity, list->count + 1, sizeof *event))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    list->events[list->count++] = *event;
    dv_note_event(world, event);
    return DV_OK;
}
