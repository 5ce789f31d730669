// Worlds: creating and destroying them, and their clocks and settings.
#include "drover/world.h"

#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/fields.h"
#include "world/flows.h"
#include "world/incidents.h"
#include "world/links/links.h"
#include "world/obstacles.h"
#include "world/paths.h"
#include "world/regions.h"
#include "world/stopping.h"
#include "world/timers.h"
#include "world/transitions.h"
#include "world/world_data.h"

#include <math.h>
#include <stdatomic.h>

#define MAX_WORLDS (1u << DV_HANDLE_WORLD_BITS)

static atomic_uchar world_ids[MAX_WORLDS];
static atomic_uint next_world_id;

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// Take the next free id. Ids are reused as late as possible, so a handle from a destroyed world
/// isn't valid in the next ones.
static bool take_world_id(uint32_t *id) {
    for (uint32_t i = 0; i < MAX_WORLDS; i++) {
        unsigned char unused = 0;
        uint32_t next = atomic_fetch_add(&next_world_id, 1) % MAX_WORLDS;
        if (atomic_compare_exchange_strong(&world_ids[next], &unused, 1)) {
            *id = next;
            return true;
        }
    }
    return false;
}

dv_world_def dv_world_def_default(void) {
    return (dv_world_def){.seed = 1,
                          .tick_rate = 60,
                          .space = DV_PLANE,
                          .bounds = {.min = {-50, -50, -50}, .max = {50, 50, 50}},
                          .threads = 1};
}

dv_result dv_world_check_def(const dv_world_def *def, dv_error *error) {
    const dv_bounds *b = &def->bounds;
    if (dv_check_row(NULL, DV_ROW_TICK_RATE, def->tick_rate, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if ((unsigned)def->space > DV_VOLUME || (unsigned)b->edge > DV_EDGE_WRAP)
        return dv_fail(error, DV_ERROR_ARGUMENT, "space, bounds.edge: no such value");
    if (def->threads < 1 || def->threads > DV_MAX_THREADS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "threads: %d is not in 1 to %d", def->threads,
                       DV_MAX_THREADS);
    if (def->vector_bits != 0 && def->vector_bits != 128 && def->vector_bits != 256 &&
        def->vector_bits != 512)
        return dv_fail(error, DV_ERROR_ARGUMENT, "vector_bits: %u is not 0, 128, 256 or 512",
                       def->vector_bits);
    if (def->most_agents > DV_MAX_AGENTS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "most_agents: %u is not in 0 to %u",
                       def->most_agents, DV_MAX_AGENTS);
    if (dv_check_vector(NULL, DV_ROW_BOUNDS, b->min, error) != DV_OK ||
        dv_check_vector(NULL, DV_ROW_BOUNDS, b->max, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (!(b->min.x < b->max.x) || !(b->min.y < b->max.y) ||
        (def->space == DV_VOLUME && !(b->min.z < b->max.z)))
        return dv_fail(error, DV_ERROR_ARGUMENT, "bounds: min must be below max along every axis");
    return DV_OK;
}

static void end_program(dv_world *world) {
    if (!world->program)
        return;
    for (uint32_t i = 0; world->stores && i < world->program->kind_count; i++)
        dv_store_end(&world->stores[i]);
    dv_free(world->stores);
    dv_free(world->settings);
    for (uint32_t i = 0; i < world->late_count; i++)
        dv_steering_release(world->late_bindings[i].steering);
    world->late_count = 0;
    world->applied_count = 0;
    dv_arena_free(&world->late_memory);
    dv_program_release(world->program);
    world->stores = NULL;
    world->settings = NULL;
    world->program = NULL;
}

dv_result dv_world_begin_program(dv_world *world, dv_program *program, dv_error *error) {
    world->program = dv_program_retain(program);
    world->stores = dv_alloc((program->kind_count + 1) * sizeof *world->stores);
    world->settings = dv_alloc((program->setting_count + 1) * sizeof *world->settings);
    bool made = world->stores && world->settings &&
                (!program->has_inertia || dv_columns_have_inertia(&world->agents));
    for (uint32_t i = 0; made && i < program->kind_count; i++)
        made = dv_store_begin(&world->stores[i], &program->kinds[i]);
    if (!made) {
        end_program(world);
        return out_of_memory(error);
    }
    for (uint32_t i = 0; i < program->setting_count; i++)
        world->settings[i] = program->settings[i].fallback;
    return DV_OK;
}

dv_world *dv_world_create_with(const dv_kernels *kernels, const dv_world_def *def,
                               dv_program *program, dv_error *error) {
    if (dv_world_check_def(def, error) != DV_OK)
        return NULL;
    if (!program->finished) {
        dv_fail(error, DV_ERROR_ARGUMENT, "the program is not finished");
        return NULL;
    }
    dv_world *world = dv_alloc(sizeof *world);
    if (!world) {
        out_of_memory(error);
        return NULL;
    }
    if (!take_world_id(&world->id)) {
        dv_free(world);
        dv_fail(error, DV_ERROR_LIMIT, "more than %u worlds", MAX_WORLDS);
        return NULL;
    }
    world->seed = def->seed;
    world->tick_rate = def->tick_rate;
    world->dt = 1 / def->tick_rate;
    world->space = def->space;
    world->agents.of_volume = def->space == DV_VOLUME;
    world->bounds = def->bounds;
    if (def->bounds.edge == DV_EDGE_WRAP) {
        dv_vec3 span = dv_subtract(def->bounds.max, def->bounds.min);
        world->obstacles.span = dv_vec(span.x, span.y, def->space == DV_VOLUME ? span.z : 0);
    }
    world->visibility = INFINITY;
    world->threads = def->threads;
    world->most_agents = def->most_agents ? def->most_agents : DV_MAX_AGENTS;
    world->kernels = kernels;
    world->jobs = dv_jobs_create(def->threads);
    world->limbo = dv_limbo_create();
    world->stopping = dv_alloc(sizeof *world->stopping);
    bool fits =
        world->jobs && world->limbo && world->stopping && dv_limbo_prepare(world->limbo, program);
    if (fits)
        dv_limbo_commit(world->limbo);
    else
        out_of_memory(error);
    if (!fits || dv_world_begin_program(world, program, error) != DV_OK ||
        dv_fields_begin(world, program, error) != DV_OK) {
        dv_world_destroy(world);
        return NULL;
    }
    return world;
}

void dv_world_trim(dv_world *world) {
    dv_columns_trim(&world->agents);
    dv_trim((void **)&world->free_indices, &world->free_capacity, world->agents.limit,
            sizeof *world->free_indices);
    for (uint32_t i = 0; i < world->program->kind_count; i++)
        dv_store_trim(&world->stores[i]);
    for (uint32_t i = 0; i < world->group_count; i++) {
        dv_group_record *group = &world->groups[i];
        dv_trim((void **)&group->members, &group->member_capacity, group->member_count,
                sizeof *group->members);
    }
    dv_obstacles_trim(&world->obstacles);
}

void dv_world_forget_wave(dv_world *world) {
    if (world->shared_wave)
        world->free_shared_wave(world->shared_wave);
    world->shared_wave = NULL;
}

void dv_world_destroy(dv_world *world) {
    if (!world)
        return;
    dv_world_forget_wave(world);
    end_program(world);
    dv_world_forget_migration(world);
    dv_limbo_destroy(world->limbo);
    dv_transitions_destroy(world->transitions);
    dv_incidents_destroy(world->incidents);
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        dv_free(world->own_properties[i]);
    for (uint32_t i = 0; i < world->group_count; i++) {
        dv_free(world->groups[i].members);
        dv_free(world->groups[i].slots);
    }
    dv_free(world->way_wishes.all);
    dv_free(world->intents);
    dv_free(world->own_colors);
    dv_free(world->groups);
    dv_free(world->free_indices);
    dv_free(world->pending.events);
    dv_heard_free(&world->heard);
    dv_free(world->active);
    dv_free(world->applied);
    dv_free(world->kept);
    dv_free(world->late_bindings);
    dv_free(world->finish_reason);
    dv_free(world->user.agents);
    dv_columns_free(&world->agents);
    dv_obstacles_free(&world->obstacles);
    dv_free(world->surfaces.records);
    dv_paths_free(&world->paths);
    dv_flows_free(&world->flows);
    dv_fields_free(&world->fields);
    dv_regions_free(&world->regions);
    dv_timers_free(&world->timers);
    dv_links_free(&world->links);
    dv_sensed_free(&world->sensed);
    dv_prefetch_free(&world->prefetch);
    dv_apart_free(&world->apart);
    dv_jobs_destroy(world->jobs);
    dv_free(world->stopping);
    atomic_store(&world_ids[world->id], 0);
    dv_free(world);
}

void dv_world_set_host(dv_world *world, const dv_host *host) {
    world->host = *host;
    dv_timers_resume(world);
}

uint32_t dv_world_id(const dv_world *world) { return world->id; }

const dv_program *dv_world_program(const dv_world *world) { return world->program; }

uint64_t dv_world_tick(const dv_world *world) { return world->tick; }

double dv_world_time(const dv_world *world) { return (double)world->tick * world->dt; }

double dv_world_dt(const dv_world *world) { return world->dt; }

uint64_t dv_world_seed(const dv_world *world) { return world->seed; }

dv_space dv_world_space(const dv_world *world) { return world->space; }

dv_place dv_world_origin(const dv_world *world) { return world->program->origin; }

dv_vec3 dv_world_locate(const dv_world *world, dv_place place) {
    return dv_program_locate(world->program, place);
}

dv_place dv_world_place(const dv_world *world, dv_vec3 position) {
    return dv_program_place(world->program, position);
}

dv_bounds dv_world_bounds(const dv_world *world) { return world->bounds; }

int dv_world_threads(const dv_world *world) { return world->threads; }

double dv_world_visibility(const dv_world *world) { return world->visibility; }

dv_result dv_world_set_visibility(dv_world *world, double meters, dv_error *error) {
    if (dv_check_row(NULL, DV_ROW_VISIBILITY, meters, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    world->visibility = meters;
    return DV_OK;
}

bool dv_world_mouse(const dv_world *world, dv_vec3 *point) {
    if (world->mouse_is_here)
        *point = world->mouse;
    return world->mouse_is_here;
}

void dv_world_set_mouse(dv_world *world, const dv_vec3 *point) {
    world->mouse_is_here = point && dv_row_holds(DV_ROW_MOUSE, *point);
    world->mouse = world->mouse_is_here ? *point : dv_vec(0, 0, 0);
}

void dv_world_finish(dv_world *world, const char *reason) {
    if (!world->finish_reason)
        world->finish_reason = dv_copy_string(reason);
}

const char *dv_world_finished(const dv_world *world) { return world->finish_reason; }

double dv_world_setting(const dv_world *world, uint32_t setting) {
    return world->settings[setting];
}

dv_result dv_world_set_setting(dv_world *world, uint32_t setting, double value, dv_error *error) {
    const dv_setting_def *def = &world->program->settings[setting];
    double low = def->type == DV_SLIDER ? def->minimum : 0;
    double high = def->type == DV_SLIDER   ? def->maximum
                  : def->type == DV_TOGGLE ? 1
                                           : (double)def->option_count - 1;
    if (!(value >= low && value <= high))
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': %g is not in %g to %g", def->name,
                       value, low, high);
    if (def->type != DV_SLIDER && value != floor(value))
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': %g is not a whole number",
                       def->name, value);
    world->settings[setting] = value;
    return DV_OK;
}

double dv_world_random(dv_world *world) {
    dv_random_key key = {.seed = world->seed, .stream = DV_STREAM_WORLD};
    return dv_random_unit(key, world->random_count++);
}
