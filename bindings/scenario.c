// Opening, stepping and looking into a scenario.
#include "scenario.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/random.h"
#include "base/result.h"
#include "check/check.h"
#include "script.h"
#include "scripts.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_CAP ((size_t)256 << 20)
#define MEMORY_PER_AGENT ((size_t)1 << 10)
#define STREAM_LOADING 3u

static _Thread_local char open_traceback[4096];

dv_scenario_options dv_scenario_options_default(void) {
    return (dv_scenario_options){.threads = 1};
}

const char *dv_scenario_open_traceback(void) { return open_traceback; }

// Opening

static void print(void *context, const char *line, size_t length) {
    dv_scenario *scenario = context;
    (void)length;
    if (scenario->options.print)
        scenario->options.print(scenario->options.print_context, line);
    else
        printf("%s\n", line);
}

/// math.random: the world's stream; while modules load, one of their own that begins anew with each
/// load, so that a reload finds the numbers it found before. Who may only read may not draw either:
/// how often a monitor is asked must not matter.
static double draw(void *context) {
    dv_scenario *scenario = context;
    if (scenario->activity == DV_READING)
        return -1;
    if (scenario->world && scenario->activity != DV_LOADING)
        return dv_world_random(scenario->world);
    dv_random_key key = {.stream = STREAM_LOADING};
    return dv_random_unit(key, scenario->load_draws++);
}

void dv_push_drover(lua_State *L) {
    lua_newtable(L);
    lua_pushliteral(L, DV_VERSION);
    lua_setfield(L, -2, "version");
    dv_open_vectors(L);
    dv_open_values(L);
    dv_open_steering(L);
    dv_open_guards(L);
    dv_open_stress(L);
    dv_open_definitions(L);
}

static int new_registry_table(lua_State *L) {
    lua_newtable(L);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

/// `mode`: "k" or "v", what is weak.
static int new_weak_registry_table(lua_State *L, const char *mode) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open_classes(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    scenario->memory = new_registry_table(L);
    scenario->group_memory = new_registry_table(L);
    dv_open_world_memory(L);
    dv_open_memory_check(L);
    scenario->labels = new_registry_table(L);
    scenario->warned = new_registry_table(L);
    scenario->read_memory = new_registry_table(L);
    scenario->fills = new_registry_table(L);
    scenario->callbacks = new_registry_table(L);
    scenario->unused_guards = new_registry_table(L);
    scenario->guards = new_weak_registry_table(L, "v");
    scenario->parts = new_weak_registry_table(L, "k");
    scenario->keys = new_registry_table(L);
    dv_push_draw(L);
    scenario->draw_object = luaL_ref(L, LUA_REGISTRYINDEX);
    dv_open_handles(L);
    dv_open_world(L);
    dv_push_drover(L);
    static const char *const parts[] = {"steer", "blend",   "when",       "schema",
                                        "tree",  "utility", "subsumption"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        lua_getfield(L, -1, parts[i]);
        const char *name = lua_pushfstring(L, "drover.%s", parts[i]);
        lua_insert(L, -2);
        dv_sandbox_push_read_only(L, name);
        lua_setfield(L, -3, parts[i]);
        lua_pop(L, 1);
    }
    dv_forbid_unknown_members(L, "drover");
    dv_sandbox_push_read_only(L, "drover");
    return 1;
}

static size_t memory_of_agents(const dv_scenario *scenario, const dv_world *world) {
    return scenario->options.memory_cap || !world ? 0
                                                  : dv_world_agent_count(world) * MEMORY_PER_AGENT;
}

/// What Lua may hold beside the cap. While memory comes back from a snapshot the old one is still
/// there, and both are within their limits.
static size_t extra_memory(void *context) {
    const dv_scenario *scenario = context;
    size_t extra = memory_of_agents(scenario, scenario->world);
    if (!scenario->restored)
        return extra;
    size_t cap = scenario->options.memory_cap ? scenario->options.memory_cap : MEMORY_CAP;
    return extra + cap + memory_of_agents(scenario, scenario->restored);
}

static dv_result create_sandbox(dv_scenario *scenario, dv_error *error) {
    size_t cap = scenario->options.memory_cap;
    char text[64] = "256 MiB and 1 KiB per agent (--lua-memory)";
    if (cap)
        snprintf(text, sizeof text, "%zu MiB (--lua-memory)", cap >> 20);
    dv_sandbox_limit limit = {
        .cap = cap ? cap : MEMORY_CAP, .extra = extra_memory, .context = scenario, .text = text};
    scenario->sandbox = dv_sandbox_create_within(&limit, error);
    return scenario->sandbox ? DV_OK : DV_ERROR_MEMORY;
}

static dv_result open_sandbox(dv_scenario *scenario, const char *path, const char *entry,
                              dv_error *error) {
    if (create_sandbox(scenario, error) != DV_OK)
        return DV_ERROR_MEMORY;
    scenario->state = dv_sandbox_state(scenario->sandbox);
    dv_sandbox_set_owner(scenario->sandbox, scenario);
    dv_sandbox_set_print(scenario->sandbox, print, scenario);
    dv_sandbox_set_random(scenario->sandbox, draw, scenario);
    dv_modules_def def = {.sandbox = scenario->sandbox,
                          .scenario = path,
                          .entry = entry,
                          .library = dv_library_scripts,
                          .library_count = dv_library_scripts_count,
                          .reader = scenario->options.reader,
                          .reader_context = scenario->options.reader_context};
    scenario->modules = dv_modules_create(&def, error);
    if (!scenario->modules)
        return DV_ERROR_IO;
    lua_pushcfunction(scenario->state, open_classes);
    dv_result result = dv_call(scenario, 0, 1, DV_LOADING, scenario->call_seconds, error);
    return result == DV_OK ? dv_modules_provide(scenario->modules, "drover", error) : result;
}

static dv_result run_modules(dv_scenario *scenario, dv_error *error) {
    scenario->activity = DV_LOADING;
    scenario->load_draws = 0;
    dv_begin_loading(scenario);
    dv_result result = dv_modules_load(scenario->modules, scenario->call_seconds, error);
    scenario->activity = DV_IDLE;
    if (result != DV_OK)
        snprintf(scenario->traceback, sizeof scenario->traceback, "%s",
                 dv_sandbox_traceback(scenario->sandbox));
    return result;
}

static dv_result load_modules(dv_scenario *scenario, dv_error *error) {
    dv_result result = run_modules(scenario, error);
    if (result != DV_OK)
        return result;
    scenario->generation = dv_generation_create(scenario, error);
    if (!scenario->generation)
        return DV_ERROR_SCRIPT;
    scenario->start = scenario->generation->start;
    scenario->start->references++;
    result = dv_warn_of_unused_guards(scenario, error);
    return result == DV_OK ? dv_check_scripts(scenario, error) : result;
}

static const dv_setting_def *find_setting(const dv_scenario *scenario, const char *name,
                                          uint32_t *setting, dv_error *error) {
    const dv_program *program = scenario->generation->program;
    int32_t found = dv_program_setting_named(program, name);
    if (found < 0) {
        const char *nearest = dv_program_nearest_setting(program, name);
        dv_fail(error, DV_ERROR_NAME, "no setting '%s'%s%s%s", name, nearest ? " (" : "",
                nearest ? nearest : "", nearest ? "?)" : "");
        return NULL;
    }
    *setting = (uint32_t)found;
    return dv_program_setting(program, *setting);
}

static dv_result parse_number(const dv_setting_def *def, const char *text, double *value,
                              dv_error *error) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || *end || errno == ERANGE || !isfinite(*value))
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': '%s' is not a number", def->name,
                       text);
    return DV_OK;
}

static dv_result parse_setting(const dv_setting_def *def, const char *text, double *value,
                               dv_error *error) {
    if (def->type == DV_SLIDER)
        return parse_number(def, text, value, error);
    if (def->type == DV_TOGGLE) {
        *value = strcmp(text, "true") == 0;
        if (*value != 0 || strcmp(text, "false") == 0)
            return DV_OK;
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': true or false expected, got '%s'",
                       def->name, text);
    }
    for (uint32_t i = 0; i < def->option_count; i++)
        if (strcmp(def->options[i], text) == 0) {
            *value = i;
            return DV_OK;
        }
    const char *nearest = dv_nearest_name(text, def->options, def->option_count);
    return dv_fail(error, DV_ERROR_NAME, "setting '%s' has no option '%s'%s%s%s", def->name, text,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

static dv_result choose_settings(dv_scenario *scenario, dv_error *error) {
    for (uint32_t i = 0; i < scenario->options.setting_count; i++) {
        const dv_setting_choice *choice = &scenario->options.settings[i];
        uint32_t setting;
        double value;
        const dv_setting_def *def = find_setting(scenario, choice->name, &setting, error);
        if (!def)
            return DV_ERROR_NAME;
        dv_result result = parse_setting(def, choice->value, &value, error);
        if (result == DV_OK)
            result = dv_world_set_setting(scenario->world, setting, value, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

static dv_result make_world(dv_scenario *scenario, dv_error *error) {
    dv_world_def def = scenario->generation->world;
    def.threads = scenario->options.threads;
    def.vector_bits = scenario->options.vector_bits;
    if (scenario->options.seed)
        def.seed = *scenario->options.seed;
    scenario->world = dv_world_create(&def, scenario->generation->program, error);
    if (!scenario->world)
        return DV_ERROR_ARGUMENT;
    dv_host host = dv_scenario_host(scenario);
    dv_world_set_host(scenario->world, &host);
    return choose_settings(scenario, error);
}

static int run_setup(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)scenario->generation->setup);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    lua_getiuservalue(L, -1, 1);
    lua_call(L, 2, 0);
    dv_check_all_memory(L);
    return 0;
}

static dv_result set_up(dv_scenario *scenario, dv_error *error) {
    dv_result result = DV_OK;
    dv_begin_budget(scenario);
    dv_begin_planning(scenario);
    if (scenario->options.check_only)
        return DV_OK;
    if (scenario->generation->setup) {
        dv_lift_budget(scenario);
        lua_pushcfunction(scenario->state, run_setup);
        result = dv_call_function(scenario, scenario->generation->setup, 0, 0, DV_SETUP, error);
    }
    dv_begin_budget(scenario);
    if (result == DV_OK)
        dv_world_elect(scenario->world);
    return result;
}

static dv_result open_sketches(dv_scenario *scenario, dv_error *error) {
    if (!scenario->options.shown)
        return DV_OK;
    scenario->of_tick.sketch = dv_sketch_create();
    scenario->of_callbacks.sketch = dv_sketch_create();
    if (scenario->of_tick.sketch && scenario->of_callbacks.sketch)
        return DV_OK;
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static dv_scenario *create(const dv_scenario_options *options, dv_error *error) {
    open_traceback[0] = '\0';
    dv_scenario *scenario = dv_alloc(sizeof *scenario);
    if (!scenario) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    scenario->options = *options;
    scenario->acting = DV_NOBODY;
    scenario->call_seconds = dv_call_seconds_of(options);
    return scenario;
}

static dv_scenario *end_opening(dv_scenario *scenario, dv_result result) {
    // Choices and seed were the caller's.
    scenario->options.settings = NULL;
    scenario->options.seed = NULL;
    if (result == DV_OK)
        return scenario;
    snprintf(open_traceback, sizeof open_traceback, "%s", scenario->traceback);
    dv_scenario_close(scenario);
    return NULL;
}

dv_scenario *dv_scenario_open(const char *path, const dv_scenario_options *options,
                              dv_error *error) {
    dv_scenario *scenario = create(options, error);
    if (!scenario)
        return NULL;
    dv_result result = open_sketches(scenario, error);
    if (result == DV_OK)
        result = open_sandbox(scenario, path, NULL, error);
    if (result == DV_OK)
        result = load_modules(scenario, error);
    if (result == DV_OK)
        result = make_world(scenario, error);
    if (result == DV_OK)
        result = set_up(scenario, error);
    return end_opening(scenario, result);
}

dv_scenario *dv_scenario_open_module(const char *folder, const char *file,
                                     const dv_scenario_options *options, dv_error *error) {
    dv_scenario *scenario = create(options, error);
    if (!scenario)
        return NULL;
    dv_result result = open_sandbox(scenario, folder, file, error);
    if (result == DV_OK)
        result = run_modules(scenario, error);
    return end_opening(scenario, result);
}

void dv_scenario_close(dv_scenario *scenario) {
    if (!scenario)
        return;
    while (scenario->trial_count > 0)
        dv_scenario_pass_trial(scenario);
    dv_free(scenario->trials);
    dv_free(scenario->dropped_data.bytes);
    dv_free(scenario->aside);
    dv_free_packed(scenario);
    dv_world_destroy(scenario->world);
    dv_generation_destroy(scenario, scenario->generation);
    dv_start_release(scenario->start);
    dv_modules_destroy(scenario->modules);
    dv_sandbox_destroy(scenario->sandbox);
    dv_free(scenario->callback_code);
    dv_free(scenario->loading_parts);
    dv_reasons_free(&scenario->reasons);
    dv_sketch_destroy(scenario->of_tick.sketch);
    dv_sketch_destroy(scenario->of_callbacks.sketch);
    dv_free(scenario);
}

// Running

dv_result dv_scenario_step(dv_scenario *scenario, dv_error *error) {
    if (scenario->trial_failed)
        dv_scenario_roll_back(scenario);
    dv_trials_pass_due(scenario);
    dv_forget_strokes(scenario);
    dv_begin_budget(scenario);
    dv_begin_planning(scenario);
    dv_result result = dv_world_step(scenario->world, error);
    dv_begin_budget(scenario); // of what is asked and done until the next tick
    dv_begin_planning(scenario);
    dv_warn_of_lacking_speeds(scenario);
    if (result == DV_OK)
        dv_trials_check_population(scenario);
    if (result != DV_OK || !scenario->failed)
        return result;
    if (error)
        *error = scenario->failure;
    return DV_ERROR_SCRIPT;
}

dv_world *dv_scenario_world(dv_scenario *scenario) { return scenario->world; }

const char *dv_scenario_title(const dv_scenario *scenario) { return scenario->generation->title; }

const char *dv_scenario_folder(const dv_scenario *scenario) {
    return dv_modules_folder(scenario->modules);
}

const char *dv_scenario_traceback(const dv_scenario *scenario) { return scenario->traceback; }

typedef struct setting_call {
    uint32_t setting;
} setting_call;

static int run_setting(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    const setting_call *call = lua_touserdata(L, 1);
    const dv_program *program = dv_world_program(scenario->world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)scenario->generation->setting);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    lua_pushstring(L, dv_program_setting(program, call->setting)->name);
    dv_push_setting(L, scenario->world, call->setting);
    lua_call(L, 3, 0);
    return 0;
}

void dv_call_setting(dv_scenario *scenario, uint32_t setting) {
    setting_call call = {setting};
    dv_function function = scenario->generation->setting;
    dv_error error;
    if (!function || dv_is_stopped(scenario, function))
        return;
    lua_pushcfunction(scenario->state, run_setting);
    lua_pushlightuserdata(scenario->state, &call);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) != DV_OK &&
        dv_note_stop(scenario, function, &error))
        dv_script_failed(scenario, error.message);
}

dv_result dv_scenario_set(dv_scenario *scenario, const char *name, const char *value,
                          dv_error *error) {
    uint32_t setting, before = dv_world_agent_count(scenario->world);
    double number;
    const dv_setting_def *def = find_setting(scenario, name, &setting, error);
    if (!def)
        return DV_ERROR_NAME;
    dv_result result = parse_setting(def, value, &number, error);
    if (result == DV_OK)
        result = dv_world_set_setting(scenario->world, setting, number, error);
    if (result != DV_OK)
        return result;
    dv_call_setting(scenario, setting);
    dv_trials_count_act(scenario, before);
    return DV_OK;
}

uint32_t dv_scenario_monitor_count(const dv_scenario *scenario) {
    return scenario->generation->monitor_count;
}

const char *dv_scenario_monitor_name(const dv_scenario *scenario, uint32_t monitor) {
    return scenario->generation->monitors[monitor].name;
}

/// What a monitor returned, at the top of the stack, is no number.
static void refuse_monitor(dv_scenario *scenario, dv_monitor *monitor) {
    char place[128], message[DV_ERROR_CAPACITY];
    dv_place_of_function(scenario, monitor->function, place);
    snprintf(message, sizeof message, "%smonitors.%.80s: a number expected, got %s", place,
             monitor->name, dv_type_name(scenario->state, -1));
    scenario->traceback[0] = '\0';
    monitor->failed = true;
    dv_script_failed(scenario, message);
}

double dv_scenario_monitor(dv_scenario *scenario, uint32_t monitor) {
    dv_monitor *m = &scenario->generation->monitors[monitor];
    lua_State *L = scenario->state;
    dv_error error;
    if (m->failed || dv_is_stopped(scenario, m->function))
        return (double)NAN;
    dv_push_function(scenario, m->function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    if (dv_call_function(scenario, m->function, 1, 1, DV_READING, &error) != DV_OK) {
        if (dv_note_stop(scenario, m->function, &error)) {
            m->failed = true;
            dv_script_failed(scenario, error.message);
        }
        return (double)NAN;
    }
    bool is_number = lua_type(L, -1) == LUA_TNUMBER;
    double value = is_number ? lua_tonumber(L, -1) : (double)NAN;
    if (!is_number)
        refuse_monitor(scenario, m);
    lua_pop(L, 1);
    return value;
}

bool dv_scenario_has_failed(const dv_scenario *scenario) { return scenario->generation->failed; }

const char *dv_scenario_banner(const dv_scenario *scenario) {
    return *scenario->banner ? scenario->banner : NULL;
}

const char *dv_scenario_banner_line(const dv_scenario *scenario) { return scenario->banner_line; }

uint32_t dv_scenario_generation(const dv_scenario *scenario) {
    return dv_modules_generation(scenario->modules);
}

uint32_t dv_scenario_module_count(const dv_scenario *scenario) {
    return dv_modules_count(scenario->modules);
}

const char *dv_scenario_module_path(const dv_scenario *scenario, uint32_t module) {
    return dv_modules_path(scenario->modules, module);
}

dv_scenario_module dv_scenario_module_at(const dv_scenario *scenario, uint32_t module) {
    const dv_modules *modules = scenario->modules;
    dv_scenario_module m = {.path = dv_modules_path(modules, module),
                            .hash = dv_modules_hash(modules, module),
                            .is_library = dv_modules_is_library(modules, module),
                            .is_fresh = dv_modules_is_changed(modules, module)};
    m.source = dv_modules_source(modules, module, &m.size);
    return m;
}

// Measuring

size_t dv_scenario_lua_bytes(const dv_scenario *scenario) {
    return dv_sandbox_memory(scenario->sandbox);
}

void dv_scenario_collect(dv_scenario *scenario, bool stay_off) {
    lua_gc(scenario->state, LUA_GCCOLLECT);
    lua_gc(scenario->state, stay_off ? LUA_GCSTOP : LUA_GCRESTART);
}

// Looking inside

typedef struct description {
    dv_agent agent;
    void (*each)(void *context, const char *name, const char *value);
    void *context;
} description;

#define LONGEST_TEXT 200

static void push_short_text(lua_State *L, int index, int depth);

/// A table as people read it: { 1, 2, hunger = 3 }, cut when it grows long.
static void push_table_text(lua_State *L, int table, int depth) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, table);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L), text = keys + 1;
    lua_Unsigned count = lua_rawlen(L, keys);
    lua_pushliteral(L, "{");
    for (lua_Unsigned i = 1; i <= count && lua_rawlen(L, text) < LONGEST_TEXT; i++) {
        lua_pushvalue(L, text);
        lua_pushstring(L, i > 1 ? ", " : " ");
        if (lua_rawgeti(L, keys, (lua_Integer)i) == LUA_TSTRING)
            lua_pushliteral(L, " = ");
        else
            lua_pop(L, 1);
        lua_rawgeti(L, keys, (lua_Integer)i);
        lua_rawget(L, table);
        push_short_text(L, lua_gettop(L), depth + 1);
        lua_remove(L, -2);
        lua_concat(L, lua_gettop(L) - text);
        lua_replace(L, text);
    }
    lua_pushstring(L, lua_rawlen(L, text) >= LONGEST_TEXT ? " …" : " }");
    lua_concat(L, 2);
    lua_remove(L, keys);
}

static void push_short_text(lua_State *L, int index, int depth) {
    if (lua_istable(L, index) && depth < 3)
        push_table_text(L, index, depth);
    else if (lua_istable(L, index))
        lua_pushliteral(L, "{ … }");
    else if (lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index)) {
        char number[40];
        snprintf(number, sizeof number, "%.4g", lua_tonumber(L, index));
        lua_pushstring(L, number);
    } else
        luaL_tolstring(L, index, NULL);
}

void dv_push_short_text(lua_State *L, int index) { push_short_text(L, index, 0); }

static int describe(lua_State *L) {
    const description *d = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    if (!dv_agent_alive(scenario->world, d->agent))
        return 0;
    uint32_t kind = dv_agent_kind(scenario->world, d->agent);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->names);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_rawgeti(L, -2, 2 * (lua_Integer)kind + 1);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        dv_push_handle(L, d->agent.bits);
        lua_pushvalue(L, -2);
        lua_gettable(L, -2);
        dv_push_short_text(L, lua_gettop(L));
        d->each(d->context, lua_tostring(L, keys + 1), lua_tostring(L, -1));
        lua_settop(L, keys);
    }
    return 0;
}

void dv_scenario_describe(dv_scenario *scenario, dv_agent agent,
                          void (*each)(void *context, const char *name, const char *value),
                          void *context) {
    description d = {agent, each, context};
    lua_pushcfunction(scenario->state, describe);
    lua_pushlightuserdata(scenario->state, &d);
    dv_call(scenario, 1, 0, DV_READING, scenario->call_seconds, NULL);
}

typedef struct type_listing {
    uint32_t kind;
    void (*each)(void *context, const char *name, const char *type);
    void *context;
} type_listing;

/// The type of a default, at the top.
static const char *annotated_type(lua_State *L) {
    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        return "number";
    case LUA_TBOOLEAN:
        return "boolean";
    case LUA_TSTRING:
        return "string";
    case LUA_TTABLE:
        return "table";
    default:
        return luaL_testudata(L, -1, DV_VECTOR_CLASS) ? "drover.vector" : "any";
    }
}

static int list_memory_types(lua_State *L) {
    const type_listing *listing = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_rawgeti(L, -2, 2 * (lua_Integer)listing->kind + 2);
    int defaults = 3;
    lua_pushvalue(L, -1);
    lua_insert(L, defaults);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        lua_pushvalue(L, -1);
        lua_rawget(L, defaults);
        listing->each(listing->context, lua_tostring(L, -2), annotated_type(L));
        lua_settop(L, keys);
    }
    return 0;
}

void dv_scenario_memory_types(dv_scenario *scenario, uint32_t kind,
                              void (*each)(void *context, const char *name, const char *type),
                              void *context) {
    type_listing listing = {kind, each, context};
    lua_pushcfunction(scenario->state, list_memory_types);
    lua_pushlightuserdata(scenario->state, &listing);
    dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, NULL);
}
