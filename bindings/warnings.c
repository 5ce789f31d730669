// Mistakes that do not stop a run: guards that are built but never used, and speeds that are not
// set.
//
// Invariant: `unused_guards` has an entry for each guard that the loading modules built and did not
// use yet. `guards` refers to each of these guards weakly.
#include "warnings.h"

#include "building.h"
#include "calls/calls.h"
#include "modules/modules.h"
#include "scenario_data.h"

#include "guards/chance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void dv_warn(const dv_scenario *scenario, const char *message) {
    if (scenario->options.warn)
        scenario->options.warn(scenario->options.warn_context, message);
    else
        fprintf(stderr, "warning: %s\n", message);
}

void dv_warn_once_of(lua_State *L, const char *subject, const char *message) {
    const dv_scenario *scenario = dv_scenario_of(L);
    luaL_checkstack(L, 3, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->warned);
    bool is_new = lua_getfield(L, -1, subject) == LUA_TNIL;
    lua_pushboolean(L, true);
    lua_setfield(L, -3, subject);
    lua_pop(L, 2);
    if (is_new)
        dv_warn(scenario, message);
}

void dv_warn_once(lua_State *L, const char *message) { dv_warn_once_of(L, message, message); }

// Places

#define FAR 32768.0 ///< m; positions beyond are rounded to 4 mm and more

void dv_warn_if_far(lua_State *L, const char *what, dv_vec3 position) {
    double x = fabs((double)position.x), y = fabs((double)position.y), far = fmax(x, y);
    char message[DV_ERROR_CAPACITY];
    if (!(far >= FAR) || !isfinite(far))
        return;
    dv_place place = dv_world_place(dv_scenario_of(L)->world, position);
    dv_place origin = dv_origin_between(place, place);
    const char *subject = lua_pushfstring(L, "%s: %s", dv_push_where(L, 1), what);
    snprintf(message, sizeof message,
             "%.256s: (%.9g, %.9g) is %.0f km from the world's origin, and positions there are "
             "rounded to %.2g m: give the scenario bounds around it, or origin = { %.0f, %.0f }. "
             "Other places of this line are rounded without a warning",
             subject, place.x, place.y, hypot(x, y) / 1000, ldexp(1, ilogb(far) - 23), origin.x,
             origin.y);
    dv_warn_once_of(L, subject, message);
    lua_pop(L, 2);
}

// Guards

lua_Integer dv_note_guard(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    if (!dv_modules_loading(scenario->modules))
        return 0;
    int guard = lua_gettop(L);
    lua_Integer number = ++scenario->guard_count;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->guards);
    lua_pushvalue(L, guard);
    lua_rawseti(L, -2, number);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->unused_guards);
    dv_push_where(L, 1);
    lua_rawseti(L, -2, number);
    lua_settop(L, guard);
    return number;
}

void dv_note_guard_use(lua_State *L, lua_Integer number) {
    if (number == 0)
        return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->unused_guards);
    lua_pushnil(L);
    lua_rawseti(L, -2, number);
    lua_pop(L, 1);
}

void dv_warn_of_chance_at_event(lua_State *L, const dv_guard *guard) {
    dv_joined_chance found;
    char message[DV_ERROR_CAPACITY];
    if (!dv_find_joined_chance(guard, &found))
        return;
    snprintf(message, sizeof message,
             "%.512s%swhen.chance, joined with when.%s, counts per second and not per event: write "
             "when.%s(…, { chance = p }) instead, which is drawn once per event",
             found.where, *found.where ? ": " : "", found.event, found.event);
    dv_warn_once(L, message);
}

// Removing an entry allocates nothing.
static void forget_guards(lua_State *L, int reference, lua_Integer first, lua_Integer last) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    for (lua_Integer number = first; number <= last; number++) {
        lua_pushnil(L);
        lua_rawseti(L, -2, number);
    }
    lua_pop(L, 1);
}

void dv_begin_loading(dv_scenario *scenario) {
    scenario->has_map = false;
    lua_Integer first = scenario->loaded_guards + 1, last = scenario->guard_count;
    forget_guards(scenario->state, scenario->guards, first, last);
    forget_guards(scenario->state, scenario->unused_guards, first, last);
    scenario->loaded_guards = last;
    scenario->loaded_callbacks = scenario->callback_count;
    scenario->loaded_parts += scenario->loading_part_count;
    scenario->loading_part_count = 0;
    scenario->load_draws = scenario->load_built = 0;
}

static bool has_entry(lua_State *L, int table, lua_Integer number) {
    bool found = lua_rawgeti(L, table, number) != LUA_TNIL;
    lua_pop(L, 1);
    return found;
}

static void warn_of_guard(lua_State *L, int unused, lua_Integer number, const char **before) {
    char message[DV_ERROR_CAPACITY];
    lua_rawgeti(L, unused, number);
    const char *where = lua_tostring(L, -1); // `unused` keeps it alive until all warnings are out
    lua_pop(L, 1);
    if (*before && strcmp(*before, where) == 0)
        return;
    *before = where;
    snprintf(message, sizeof message,
             "%.512s: a guard is built here and never used ('and' and 'or' keep one of two guards "
             "and drop the other: write & and |)",
             where);
    dv_warn(dv_scenario_of(L), message);
}

static int check_guards(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    lua_Integer first = scenario->loaded_guards + 1, last = scenario->guard_count;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->guards);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->unused_guards);
    int guards = lua_gettop(L) - 1, unused = guards + 1;
    bool any = false;
    for (lua_Integer number = first; number <= last && !any; number++)
        any = has_entry(L, unused, number);
    if (!any)
        return 0;
    // Only the collector can tell whether a script can still reach a guard.
    lua_gc(L, LUA_GCCOLLECT);
    const char *before = NULL;
    for (lua_Integer number = first; number <= last; number++)
        if (has_entry(L, unused, number) && !has_entry(L, guards, number))
            warn_of_guard(L, unused, number, &before);
    return 0;
}

dv_result dv_warn_of_unused_guards(dv_scenario *scenario, dv_error *error) {
    lua_pushcfunction(scenario->state, check_guards);
    return dv_call(scenario, 0, 0, DV_LOADING, (double)INFINITY, error);
}

// Speeds

static void warn_of_speed(const dv_scenario *scenario, uint32_t kind, uint32_t state) {
    const dv_program *program = scenario->generation->program;
    const char *name = dv_program_state_name(program, kind, state);
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message,
             "%.256s: speed: the number slot '%.128s' of kind '%.128s' is not set%s%.128s%s, so "
             "agents move at max_speed: set it in spawn or in init",
             scenario->generation->kinds[kind].where, dv_program_speed_slot(program, kind, state),
             dv_program_kind_name(program, kind), *name ? " in state '" : "", name,
             *name ? "'" : "");
    dv_warn(scenario, message);
}

void dv_warn_of_lacking_speeds(dv_scenario *scenario) {
    const dv_program *program = scenario->generation->program;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        bool *warned = scenario->generation->kinds[kind].warned_of_speed;
        for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++) {
            if (warned[state] || !dv_program_lacked_speed(program, kind, state))
                continue;
            warned[state] = true;
            if (dv_program_speed_slot(program, kind, state))
                warn_of_speed(scenario, kind, state);
        }
    }
}

// Bodies that stay

static void warn_of_fixed_body(const dv_scenario *scenario, uint32_t kind, uint32_t state) {
    const dv_program *program = scenario->generation->program;
    const char *name = dv_program_state_name(program, kind, state);
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message,
             "%.256s: steer: no behavior moves kind '%.128s'%s%.128s%s, whose body has locomotion "
             "= \"fixed\": give it another locomotion, or leave steer out",
             scenario->generation->kinds[kind].where, dv_program_kind_name(program, kind),
             *name ? " in state '" : "", name, *name ? "'" : "");
    dv_warn(scenario, message);
}

void dv_warn_of_fixed_bodies(const dv_scenario *scenario) {
    const dv_program *program = scenario->generation->program;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++)
            if (dv_program_steers_in_vain(program, kind, state)) {
                warn_of_fixed_body(scenario, kind, state);
                break;
            }
}

static const char *name_of_shape(dv_obstacle_shape shape) {
    static const char *const names[] = {[DV_SPHERE] = "sphere",
                                        [DV_BOX] = "box",
                                        [DV_POLYGON] = "polygon",
                                        [DV_WALL] = "wall",
                                        [DV_CYLINDER] = "cylinder"};
    return names[shape];
}

static void warn_of_inside(const dv_scenario *scenario, uint32_t kind, dv_agent agent,
                           dv_obstacle obstacle) {
    const dv_world *world = scenario->world;
    dv_place middle = dv_world_place(world, dv_obstacle_position(world, obstacle)),
             place = dv_world_place(world, dv_agent_position(world, agent));
    char message[DV_ERROR_CAPACITY];
    snprintf(
        message, sizeof message,
        "%.256s: agent %u of kind '%.128s' was inside an obstacle, the %s at (%.9g, %.9g), and was "
        "moved out to (%.9g, %.9g): spawn it elsewhere, or give its body solid = false. Others of "
        "this kind are moved out without a message",
        scenario->generation->kinds[kind].where, dv_agent_id(agent),
        dv_program_kind_name(scenario->generation->program, kind),
        name_of_shape(dv_obstacle_shape_of(world, obstacle)), middle.x, middle.y, place.x, place.y);
    dv_warn(scenario, message);
}

void dv_warn_of_bodies_inside(dv_scenario *scenario) {
    dv_agent agent;
    dv_obstacle obstacle;
    for (uint32_t kind = 0; kind < dv_program_kind_count(scenario->generation->program); kind++) {
        bool *warned = &scenario->generation->kinds[kind].warned_of_inside;
        if (!dv_world_take_inside(scenario->world, kind, &agent, &obstacle) || *warned)
            continue;
        *warned = true;
        warn_of_inside(scenario, kind, agent, obstacle);
    }
}

static void warn_of_strained(const dv_scenario *scenario, const dv_strain *strain) {
    const dv_world *world = scenario->world;
    const dv_link_def *def = dv_program_link_def(scenario->generation->program, strain->link.type);
    dv_agent ends[2] = {strain->link.from, strain->link.to};
    char message[DV_ERROR_CAPACITY], names[2][160];
    for (int i = 0; i < 2; i++)
        snprintf(names[i], sizeof names[i], "%.128s#%u",
                 dv_program_kind_name(scenario->generation->program, dv_agent_kind(world, ends[i])),
                 dv_agent_id(ends[i]));
    snprintf(message, sizeof message,
             "%.256s: link '%.128s': the spring between %s and %s is too strong for their masses "
             "and a tick of %.3g s: only %.3g %% of its stiffness and %.3g %% of its damping are "
             "used. Lower these, make the bodies heavier, give each fewer links, or raise "
             "tick_rate. Other springs of this type are weakened without a warning",
             def->where, def->name, names[0], names[1], dv_world_dt(world), 100 * strain->stiffness,
             100 * strain->damping);
    dv_warn(scenario, message);
}

void dv_warn_of_strained(dv_scenario *scenario) {
    dv_generation *generation = scenario->generation;
    dv_strain strain;
    for (uint32_t type = 0; type < dv_program_link_type_count(generation->program); type++) {
        if (!dv_world_take_strained(scenario->world, type, &strain) ||
            generation->warned_of_link[type])
            continue;
        generation->warned_of_link[type] = true;
        warn_of_strained(scenario, &strain);
    }
}

static void warn_of_lost(const dv_scenario *scenario, uint32_t kind, dv_agent agent,
                         const char *reason) {
    dv_place place = dv_world_place(scenario->world, dv_agent_position(scenario->world, agent));
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message,
             "%.256s: wayfinding of agent %u of kind '%.128s' at (%.9g, %.9g): %.255s, so it goes "
             "straight ahead. Others of this kind do so without a message",
             scenario->generation->kinds[kind].where, dv_agent_id(agent),
             dv_program_kind_name(scenario->generation->program, kind), place.x, place.y, reason);
    dv_warn(scenario, message);
}

void dv_warn_of_lost(dv_scenario *scenario) {
    dv_agent agent;
    dv_error reason;
    for (uint32_t kind = 0; kind < dv_program_kind_count(scenario->generation->program); kind++) {
        bool *warned = &scenario->generation->kinds[kind].warned_of_lost;
        if (!dv_world_take_lost(scenario->world, kind, &agent, &reason) || *warned)
            continue;
        *warned = true;
        warn_of_lost(scenario, kind, agent, reason.message);
    }
}

// Piles

#define PILE 1000  ///< agents at one place: they slow a tick down by milliseconds
#define LOOK_IN 16 ///< look in each of so many ticks at first, and then in one of so many

void dv_warn_of_pile(dv_scenario *scenario) {
    const dv_world *world = scenario->world;
    uint64_t tick = dv_world_tick(world);
    dv_vec3 at;
    dv_agent one;
    if (scenario->warned_of_pile || (tick > LOOK_IN && tick % LOOK_IN != 0))
        return;
    uint32_t count = dv_world_pile(world, PILE, &at, &one);
    if (count == 0 || !dv_agent_alive(world, one))
        return;
    scenario->warned_of_pile = true;
    uint32_t kind = dv_agent_kind(world, one);
    dv_place place = dv_world_place(world, at);
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message,
             "%.256s: %u agents are at (%.9g, %.9g), agent %u of kind '%.128s' among them. Each is "
             "a neighbor of all others there, which makes ticks slow: spawn them apart, as "
             "world:scatter does. Other places are not reported",
             scenario->generation->kinds[kind].where, count, place.x, place.y, dv_agent_id(one),
             dv_program_kind_name(scenario->generation->program, kind));
    dv_warn(scenario, message);
}
