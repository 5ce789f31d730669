// Agents at exactly one place. They are all in one cell, and each is a neighbor of all others.
#include "drover/queries.h"
#include "world/world_data.h"

static uint32_t fullest_cell(const dv_grid *grid) {
    uint32_t cells = dv_grid_cell_count(grid), fullest = 0;
    for (uint32_t cell = 1; cell < cells; cell++)
        if (grid->start[cell + 1] - grid->start[cell] >
            grid->start[fullest + 1] - grid->start[fullest])
            fullest = cell;
    return fullest;
}

static bool is_at(const dv_record *record, const dv_record *other) {
    return record->x == other->x && record->y == other->y && record->z == other->z;
}

/// The place that more than half of some records have, if there is one (Boyer and Moore 1981).
static const dv_record *majority(const dv_record *records, uint32_t count) {
    const dv_record *candidate = records;
    uint32_t lead = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (lead == 0)
            candidate = &records[i];
        if (is_at(&records[i], candidate))
            lead++;
        else
            lead--;
    }
    return candidate;
}

uint32_t dv_world_pile(const dv_world *world, uint32_t least, dv_vec3 *place, dv_agent *one) {
    const dv_sensed *s = &world->sensed;
    if (s->count < least || s->count == 0)
        return 0;
    uint32_t cell = fullest_cell(&s->grid), first = s->grid.start[cell], pile = 0;
    uint32_t count = s->grid.start[cell + 1] - first;
    if (count < least || count == 0)
        return 0;
    const dv_record *records = &s->records[first], *most = majority(records, count);
    for (uint32_t i = 0; i < count; i++)
        pile += is_at(&records[i], most);
    if (pile < least)
        return 0;
    *place = dv_record_position(most);
    *one = (dv_agent){dv_agent_bits(world, most->agent)};
    return pile;
}
