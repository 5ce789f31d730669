// Opening and closing a scenario.
#include "building.h"
#include "calls/calls.h"
#include "calls/dispatch.h"
#include "calls/reasons.h"
#include "calls/stops.h"
#include "check/check.h"
#include "classes/data.h"
#include "classes/draw.h"
#include "classes/geometry.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/vector.h"
#include "classes/world.h"
#include "memory/memory.h"
#include "modules/modules.h"
#include "reload/further.h"
#include "reload/generation.h"
#include "reload/restart.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "values.h"
#include "warnings.h"

#include "base/alloc.h"
#include "base/random.h"
#include "base/result.h"
#include "scripts.h"

#include <stdio.h>

#define MEMORY_CAP ((size_t)256 << 20)
#define MEMORY_PER_AGENT ((size_t)1 << 10)
#define STREAM_LOADING 3u

static _Thread_local char open_traceback[4096], open_further[DV_FURTHER_TEXT];

dv_scenario_options dv_scenario_options_default(void) {
    return (dv_scenario_options){.threads = 1};
}

const char *dv_scenario_open_traceback(void) { return open_traceback; }

const char *dv_scenario_open_further(void) { return open_further; }

// Opening

static void print_line(void *context, const char *line, size_t length) {
    dv_scenario *scenario = context;
    (void)length;
    if (scenario->options.print)
        scenario->options.print(scenario->options.print_context, line);
    else
        printf("%s\n", line);
}

/// math.random draws from the world's stream. While modules load, it draws from a stream that
/// starts over with each load, so that a reload gets the same numbers. Code that may only read must
/// not draw, since results must not depend on how often a monitor is evaluated; −1 refuses it.
static double draw_random(void *context) {
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
    dv_open_images(L);
    dv_open_geometries(L);
    dv_open_data(L);
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

/// Create a weak table; `mode` says whether its keys ("k") or values ("v") are weak.
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
    scenario->turning = new_registry_table(L);
    scenario->warned = new_registry_table(L);
    scenario->read_memory = new_registry_table(L);
    scenario->fills = new_registry_table(L);
    scenario->callbacks = new_registry_table(L);
    scenario->unused_guards = new_registry_table(L);
    scenario->images = new_weak_registry_table(L, "v");
    scenario->guards = new_weak_registry_table(L, "v");
    scenario->parts = new_weak_registry_table(L, "k");
    scenario->keys = new_registry_table(L);
    dv_push_draw(L);
    scenario->draw_object = luaL_ref(L, LUA_REGISTRYINDEX);
    dv_open_handles(L);
    dv_open_world(L);
    dv_push_drover(L);
    static const char *const parts[] = {"steer", "blend", "when",    "schema",
                                        "goap",  "tree",  "utility", "subsumption"};
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

/// Bytes that Lua may hold beyond the cap. While memory is read from a snapshot, the old memory
/// still exists, and both may be as large as their limits.
static size_t extra_memory(void *context) {
    const dv_scenario *scenario = context;
    size_t extra = memory_of_agents(scenario, scenario->world);
    if (!scenario->restored)
        return extra;
    size_t cap = scenario->options.memory_cap ? scenario->options.memory_cap : MEMORY_CAP;
    return extra + cap + memory_of_agents(scenario, scenario->restored);
}

static uint64_t memory_of_world(void *context) {
    const dv_scenario *scenario = context;
    return scenario->world ? dv_world_charged(scenario->world) : 0;
}

static dv_result create_sandbox(dv_scenario *scenario, dv_error *error) {
    size_t cap = scenario->options.memory_cap;
    char text[64] = "256 MiB and 1 KiB per agent (--lua-memory)";
    if (cap)
        snprintf(text, sizeof text, "%zu MiB (--lua-memory)", cap >> 20);
    dv_sandbox_limit limit = {
        .cap = cap ? cap : MEMORY_CAP,
        .extra = extra_memory,
        .outside = memory_of_world,
        .context = scenario,
        .text = text,
    };
    scenario->sandbox = dv_sandbox_create_within(&limit, error);
    return scenario->sandbox ? DV_OK : DV_ERROR_MEMORY;
}

static dv_result open_sandbox(dv_scenario *scenario, const char *path, const char *entry,
                              dv_error *error) {
    if (create_sandbox(scenario, error) != DV_OK)
        return DV_ERROR_MEMORY;
    scenario->state = dv_sandbox_state(scenario->sandbox);
    dv_sandbox_set_owner(scenario->sandbox, scenario);
    dv_sandbox_set_print(scenario->sandbox, print_line, scenario);
    dv_sandbox_set_random(scenario->sandbox, draw_random, scenario);
    dv_modules_def def = {.sandbox = scenario->sandbox,
                          .scenario = path,
                          .entry = entry,
                          .library = dv_library_scripts,
                          .library_count = dv_library_scripts_count,
                          .reader = scenario->options.reader,
                          .lister = scenario->options.lister,
                          .reader_context = scenario->options.reader_context,
                          .mods = scenario->options.mods,
                          .mod_count = scenario->options.mod_count};
    scenario->modules = dv_modules_create(&def, error);
    if (!scenario->modules)
        return DV_ERROR_IO;
    lua_pushcfunction(scenario->state, open_classes);
    dv_result result = dv_call(scenario, 0, 1, DV_LOADING, scenario->load_seconds, error);
    return result == DV_OK ? dv_modules_provide(scenario->modules, "drover", error) : result;
}

static dv_result run_modules(dv_scenario *scenario, dv_error *error) {
    scenario->activity = DV_LOADING;
    dv_begin_loading(scenario);
    dv_result result = dv_modules_load(scenario->modules, scenario->load_seconds, error);
    scenario->activity = DV_IDLE;
    if (result != DV_OK)
        snprintf(scenario->traceback, sizeof scenario->traceback, "%s",
                 dv_sandbox_traceback(scenario->sandbox));
    return result;
}

static dv_result load_code(dv_scenario *scenario, dv_error *error) {
    dv_result result = run_modules(scenario, error);
    if (result != DV_OK)
        return result;
    scenario->generation = dv_generation_create(scenario, error);
    return scenario->generation ? DV_OK : DV_ERROR_SCRIPT;
}

static dv_result load_modules(dv_scenario *scenario, dv_error *error) {
    dv_error own = {0};
    error = error ? error : &own;
    dv_result result = load_code(scenario, error);
    if (result == DV_ERROR_SCRIPT)
        dv_find_further(scenario, error->message);
    if (result != DV_OK)
        return result;
    scenario->start = scenario->generation->start;
    scenario->start->references++;
    dv_warn_of_fixed_bodies(scenario);
    result = dv_warn_of_unused_guards(scenario, error);
    return result == DV_OK ? dv_check_scripts(scenario, error) : result;
}

static dv_result make_world(dv_scenario *scenario, dv_error *error) {
    dv_world_def def = scenario->generation->world;
    def.threads = scenario->options.threads;
    def.vector_bits = scenario->options.vector_bits;
    def.most_agents = scenario->options.most_agents;
    if (scenario->options.seed)
        def.seed = *scenario->options.seed;
    scenario->world = dv_world_create(&def, scenario->generation->program, error);
    if (!scenario->world)
        return DV_ERROR_ARGUMENT;
    dv_host host = dv_scenario_host(scenario);
    dv_world_set_host(scenario->world, &host);
    return dv_choose_settings(scenario, error);
}

static int run_setup(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    lua_Integer function = lua_tointeger(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    lua_getiuservalue(L, -1, 1);
    lua_call(L, 2, 0);
    dv_check_all_memory(L);
    return 0;
}

static dv_result call_setup(dv_scenario *scenario, dv_function function, dv_error *error) {
    if (!function)
        return DV_OK;
    dv_lift_budget(scenario);
    lua_pushcfunction(scenario->state, run_setup);
    lua_pushinteger(scenario->state, (lua_Integer)function);
    scenario->is_setting_up = true;
    dv_result result = dv_call_function(scenario, function, 1, 0, DV_SETUP, error);
    scenario->is_setting_up = false;
    return result;
}

static dv_result set_up(dv_scenario *scenario, dv_error *error) {
    const dv_generation *generation = scenario->generation;
    dv_begin_budget(scenario);
    dv_begin_planning(scenario);
    if (scenario->options.check_only)
        return DV_OK;
    dv_result result = call_setup(scenario, generation->setup, error);
    for (uint32_t i = 0; result == DV_OK && i < generation->mod_count; i++)
        result = call_setup(scenario, generation->mods[i].setup, error);
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

static dv_scenario *create_scenario(const dv_scenario_options *options, dv_error *error) {
    open_traceback[0] = open_further[0] = '\0';
    dv_scenario *scenario = dv_alloc(sizeof *scenario);
    if (!scenario) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    scenario->options = *options;
    scenario->acting = DV_NOBODY;
    scenario->call_seconds = dv_call_seconds_of(options);
    scenario->load_seconds = dv_load_seconds_of(options);
    return scenario;
}

static dv_scenario *end_opening(dv_scenario *scenario, dv_result result) {
    // These belong to the caller.
    scenario->options.settings = NULL;
    scenario->options.seed = NULL;
    scenario->options.mods = NULL;
    if (result == DV_OK)
        return scenario;
    snprintf(open_traceback, sizeof open_traceback, "%s", scenario->traceback);
    snprintf(open_further, sizeof open_further, "%s", scenario->further);
    dv_scenario_close(scenario);
    return NULL;
}

dv_scenario *dv_scenario_open(const char *path, const dv_scenario_options *options,
                              dv_error *error) {
    const dv_scenario_options usual = dv_scenario_options_default();
    dv_scenario *scenario = create_scenario(options ? options : &usual, error);
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
    dv_scenario *scenario = create_scenario(options, error);
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
    dv_free(scenario->written_data.bytes);
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
    dv_free_part_notes(&scenario->notes);
    dv_sketch_destroy(scenario->of_tick.sketch);
    dv_sketch_destroy(scenario->of_callbacks.sketch);
    dv_free(scenario);
}
