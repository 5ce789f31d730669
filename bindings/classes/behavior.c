// How agents act, as one number per kind and state; see behavior.h.
//
// A number is the hash of everything that the record of a kind or state leads to: the behaviors it
// composes, its functions with their bytecode, and the values of the locals that these functions
// capture, including other functions. Line numbers are left out, so comments and lines added above
// change nothing.
#include "classes/behavior.h"

#include "reload/coverage.h"
#include "reload/generation_data.h"
#include "reload/value_hashes.h"
#include "scenario_data.h"

#include "base/hash.h"
#include "base/name_list.h"

#include <stdio.h>
#include <string.h>

/// How many values are visited for a kind. Anything beyond that, in large tables of data, does not
/// count.
#define MAX_VALUES 100000
#define DEEPEST 60

typedef struct walk {
    lua_State *L;
    int seen; ///< stack index of a table: the number of each function and table visited so far
    uint32_t left, depth;
    dv_host_code code;
} walk;

static uint64_t number_of(walk *w, int index);

/// Whether a key of a record has no influence on how living agents act.
static bool is_skipped(const char *key) {
    static const char *const keys[] = {"where",   "declared_at", "def",     "look",
                                       "draw",    "init",        "migrate", "name",
                                       "initial", "memory",      "slots",   "renamed_from"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/// The sum over the pairs of the table at an index, independent of their order. In a record, the
/// keys that have no influence and the states are left out.
static uint64_t of_pairs(walk *w, int index, bool is_record) {
    lua_State *L = w->L;
    uint64_t sum = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        bool is_left_out = strcmp(key, "where") == 0 ||
                           (is_record && (is_skipped(key) || strcmp(key, "states") == 0));
        if (!is_left_out)
            sum += dv_hash_join(number_of(w, lua_gettop(L) - 1), number_of(w, lua_gettop(L)));
        lua_pop(L, 1);
    }
    return sum;
}

/// From the function's bytecode and the values of its upvalues.
static uint64_t of_function(walk *w, int index) {
    lua_State *L = w->L;
    if (lua_iscfunction(L, index))
        return 1;
    uint64_t sum = dv_hash_function(L, index);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, index, i)); i++) {
        if (strcmp(name, "_ENV") != 0)
            sum = dv_hash_join(sum, number_of(w, lua_gettop(L)));
        lua_pop(L, 1);
    }
    return sum;
}

/// The number of a function or table, computed once. While it is being computed it counts as 0,
/// which ends cycles.
static uint64_t of_shared(walk *w, int index) {
    lua_State *L = w->L;
    lua_pushvalue(L, index);
    if (lua_rawget(L, w->seen) == LUA_TNUMBER) {
        uint64_t known = (uint64_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
        return known;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    lua_pushinteger(L, 0);
    lua_rawset(L, w->seen);
    uint64_t number = lua_isfunction(L, index) ? of_function(w, index) : of_pairs(w, index, false);
    lua_pushvalue(L, index);
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawset(L, w->seen);
    return number;
}

static uint64_t number_of(walk *w, int index) {
    lua_State *L = w->L;
    int type = lua_type(L, index);
    uint64_t number = 0;
    if (w->left == 0 || w->depth == DEEPEST)
        return 0;
    w->left--;
    w->depth++;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (type == LUA_TFUNCTION || type == LUA_TTABLE)
        number = of_shared(w, index);
    else if (type == LUA_TUSERDATA)
        number = dv_hash_userdata(L, index, &w->code);
    else
        number = dv_hash_plain(L, index);
    w->depth--;
    return dv_hash_join((uint64_t)type, number);
}

/// The number of the function that a custom behavior, guard, or stress calls.
static uint64_t of_callback(void *context, int32_t callback) {
    walk *w = context;
    lua_State *L = w->L;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->callbacks);
    lua_rawgeti(L, -1, callback);
    uint64_t number = number_of(w, lua_gettop(L));
    lua_pop(L, 2);
    return number;
}

static void begin_walk(walk *w, lua_State *L) {
    *w = (walk){.L = L, .left = MAX_VALUES, .code = {.of = of_callback, .context = w}};
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    w->seen = lua_gettop(L);
}

uint64_t dv_behavior_of_function(lua_State *L) {
    int function = lua_gettop(L);
    walk w;
    begin_walk(&w, L);
    uint64_t number = number_of(&w, function);
    lua_settop(L, function);
    return number;
}

void dv_note_behavior(lua_State *L, uint64_t *acts) {
    int record = lua_gettop(L);
    walk w;
    begin_walk(&w, L);
    uint64_t kind = of_pairs(&w, record, true);
    lua_getfield(L, record, "states");
    lua_Unsigned count = lua_rawlen(L, -1);
    acts[0] = kind;
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        acts[i] = dv_hash_join(kind, of_pairs(&w, lua_gettop(L), true));
        lua_pop(L, 1);
    }
    lua_settop(L, record);
}

// What a reload changed

/// Shorten a place for people: "kind deer, state grazing.step" becomes "deer grazing.step".
static void name_place(const char *place, char name[256]) {
    static const char kind[] = "kind ", state[] = ", state ";
    const char *rest = strncmp(place, kind, strlen(kind)) == 0 ? place + strlen(kind) : place;
    const char *found = strstr(rest, state);
    if (strncmp(rest, "scenario.", 9) == 0)
        rest += 9;
    if (found)
        snprintf(name, 256, "%.*s %s", (int)(found - rest), rest, found + strlen(state));
    else
        snprintf(name, 256, "%s", rest);
}

static void name_functions(const dv_generation *from, const dv_generation *to,
                           dv_reload_report *report) {
    dv_name_list list = {.text = report->functions, .size = sizeof report->functions};
    dv_function near = 1;
    for (dv_function function = 1; function <= to->function_count; function++, near++) {
        const dv_function_code *code = &to->code[function];
        char name[256];
        dv_function former = dv_function_at(from, code->place, near);
        near = former ? former : near;
        if (former && from->code[former].hash == code->hash)
            continue;
        name_place(code->place, name);
        dv_list_add(&list, "%s", name);
    }
    dv_list_end(&list);
}

static void mark_state(dv_reload_report *report, uint32_t kind, uint32_t state,
                       bool acts_otherwise) {
    uint64_t bit = (uint64_t)1 << (state % 64);
    if (acts_otherwise)
        report->otherwise[kind][state / 64] |= bit;
    else
        report->otherwise[kind][state / 64] &= ~bit;
}

static void compare_states(const dv_scenario *scenario, const dv_generation *to, uint32_t kind,
                           uint32_t kept, dv_reload_report *report) {
    const dv_generation *from = scenario->generation;
    const char *const kinds[2] = {dv_program_kind_name(from->program, kind),
                                  dv_program_kind_name(to->program, kept)};
    for (uint32_t i = 0; i < dv_program_state_count(from->program, kind); i++) {
        const char *state = dv_program_state_name(from->program, kind, i);
        int32_t after = dv_world_state_after(scenario->world, to->program, kinds, state);
        if (after >= 0)
            mark_state(report, kept, (uint32_t)after,
                       from->kinds[kind].acts[i] != to->kinds[kept].acts[after]);
    }
}

void dv_name_changed_behavior(const dv_scenario *scenario, const dv_generation *staged,
                              dv_reload_report *report) {
    const dv_program *program = scenario->generation->program;
    name_functions(scenario->generation, staged, report);
    // States that are new count as different.
    for (uint32_t i = 0; i < dv_program_kind_count(staged->program); i++)
        for (uint32_t state = 0; state < dv_program_state_count(staged->program, i); state++)
            mark_state(report, i, state, true);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++) {
        const char *name = dv_program_kind_name(program, i);
        int32_t kept = dv_world_after(scenario->world, staged->program, DV_FAMILY_KIND, name);
        if (kept >= 0)
            compare_states(scenario, staged, i, (uint32_t)kept, report);
    }
}
