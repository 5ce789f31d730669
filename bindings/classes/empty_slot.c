// What to add to the error of a function that found nil in a slot.
#include "classes/empty_slot.h"

#include <stdio.h>
#include <string.h>

void dv_explain_empty_slot(const dv_world *world, dv_agent agent, const char *message,
                           char text[DV_EMPTY_SLOT_TEXT]) {
    static const char before[] = "a nil value (field '";
    char name[64];
    text[0] = '\0';
    const char *field = strstr(message, before);
    if (!field)
        return;
    field += strlen(before);
    size_t length = strcspn(field, "'");
    if (length >= sizeof name)
        return;
    snprintf(name, sizeof name, "%.*s", (int)length, field);
    const dv_program *program = dv_world_program(world);
    int32_t slot = dv_program_slot_named(program, dv_agent_kind(world, agent), name);
    if (slot >= 0 && !dv_agent_slot(world, agent, (uint32_t)slot).is_set)
        snprintf(text, DV_EMPTY_SLOT_TEXT, "; its slot '%s' is empty", name);
}
