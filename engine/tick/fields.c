// Fields: agents leave amounts in the cells that they stand on. Then what was added in the tick
// arrives, spreads, and evaporates.
#include "world/fields.h"

#include "tick/phases.h"
#include "world/kernels.h"
#include "world/stopping.h"
#include "world/world_data.h"

#include <math.h>

/// What an agent leaves in one field. The same for all agents in its state if `is_known`.
typedef struct trace {
    dv_field_record *field;
    const dv_bound *rate;
    bool is_known;
    int64_t units; ///< in a tick
} trace;

/// What agents in a state leave.
typedef struct traces {
    const dv_state *state; ///< NULL: not looked up yet
    trace each[DV_MAX_FIELDS];
} traces;

/// Nothing if the rate is unknown.
static int64_t units_left(const dv_world *world, const trace *t, uint32_t agent) {
    double amount = dv_bound_number(world, agent, t->rate) * world->dt;
    return isfinite(amount) ? dv_field_units(t->field, amount) : 0;
}

static void look_up(dv_world *world, const dv_state *state, uint32_t agent, traces *all) {
    all->state = state;
    for (uint32_t i = 0; i < state->leaving_count; i++) {
        const dv_leaving *leaving = &state->leaves[i];
        trace *t = &all->each[i];
        *t = (trace){.field = dv_field_to_change(world, leaving->field),
                     .rate = &leaving->rate,
                     .is_known = leaving->rate.source == DV_SOURCE_LITERAL};
        if (t->is_known)
            t->units = units_left(world, t, agent);
    }
}

static void leave(dv_world *world, uint32_t agent, traces *all) {
    const dv_state *state = &dv_kind_of(world, agent)->states[world->agents.state[agent]];
    dv_vec3 place = dv_position_of(world, agent);
    // Agents in one state mostly follow each other.
    if (state != all->state)
        look_up(world, state, agent, all);
    for (uint32_t i = 0; i < state->leaving_count; i++) {
        const trace *t = &all->each[i];
        dv_field_grid *grid = &t->field->grid;
        uint32_t column, row;
        if (dv_cells_find(&grid->layout, (double)place.x, (double)place.y, &column, &row))
            dv_cells_add(grid, column, row, t->is_known ? t->units : units_left(world, t, agent));
    }
}

static void leave_all(dv_world *world) {
    traces all;
    all.state = NULL;
    for (uint32_t i = 0; i < world->active_count; i++)
        if (world->agents.flags[world->active[i]] & DV_AGENT_ALIVE)
            leave(world, world->active[i], &all);
}

static void advance(const dv_world *world, dv_field_record *record) {
    const dv_field_def *def = &world->program->fields[record->type];
    dv_field_rates rates =
        dv_cells_rates_of(&record->grid.layout, def->evaporation, def->diffusion, world->dt);
    dv_cells_settle(&record->grid);
    dv_cells_advance(&record->grid, rates, world->kernels->field_spread);
}

void dv_tick_fields(dv_world *world) {
    if (world->program->has_leaving)
        leave_all(world);
    for (uint32_t i = 0; i < world->fields.ids.count && !dv_tick_is_stopped(world); i++)
        if (world->fields.ids.alive[i])
            advance(world, &world->fields.records[i]);
}
