// Noting what the parts of states do, for scripts, and listing it, for people.
#include "parts.h"

#include "modules/modules.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

// Noting

static const dv_state_code *state_of(const dv_scenario *scenario, dv_agent agent, uint32_t *kind,
                                     uint32_t *state) {
    *kind = dv_agent_kind(scenario->world, agent);
    *state = dv_agent_state(scenario->world, agent);
    return *state < dv_program_state_count(dv_world_program(scenario->world), *kind)
               ? &scenario->generation->kinds[*kind].states[*state]
               : NULL;
}

/// A hash of all current sources. An undo brings the former hash back.
static uint64_t code_of(const dv_modules *modules) {
    dv_hash sum;
    dv_hash_begin(&sum);
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        uint64_t hash = dv_modules_hash(modules, i);
        dv_hash_add(&sum, &hash, sizeof hash);
    }
    return dv_hash_end(&sum);
}

/// The same, computed once a generation.
static uint64_t code_in_force(dv_scenario *scenario) {
    dv_part_notes *notes = &scenario->notes;
    if (notes->generation != dv_modules_generation(scenario->modules)) {
        notes->generation = dv_modules_generation(scenario->modules);
        notes->code = code_of(scenario->modules);
    }
    return notes->code;
}

/// core.begin_notes(): the acting agent begins a step, and what was noted of its last one is over.
static int begin_notes(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_part_notes *notes = &scenario->notes;
    dv_agent agent = {scenario->acting};
    uint32_t kind, state, index = dv_handle_index(agent.bits);
    notes->current = 0;
    if (agent.bits == DV_NOBODY)
        return 0;
    const dv_state_code *code = state_of(scenario, agent, &kind, &state);
    dv_step_notes *step =
        code && code->part_count ? dv_part_notes_room(notes, index, code->part_count) : NULL;
    if (!step)
        return 0;
    step->agent = agent.bits;
    step->tick = dv_world_tick(scenario->world);
    step->kind = kind;
    step->state = state;
    step->code = code_in_force(scenario);
    step->count = code->part_count;
    memset(step->parts, 0, step->count * sizeof *step->parts);
    notes->current = index + 1;
    return 0;
}

static dv_part_outcome read_outcome(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TSTRING)
        return lua_isboolean(L, index) && !lua_toboolean(L, index) ? DV_PART_FAILED : DV_PART_DONE;
    switch (*lua_tostring(L, index)) {
    case 'b':
        return DV_PART_BROKEN;
    case 'n':
        return DV_PART_NOT_RUN;
    case 'r':
        return DV_PART_RUNNING;
    default:
        return DV_PART_PASSED_OVER;
    }
}

/// core.note(number, outcome, score, text): what became of a part: true, false, "running",
/// "passed over", "not run", or "begun", which stays only if it raises an error. If score or text
/// are nil, earlier ones of the same step stay; false is no text.
static int note(lua_State *L) {
    dv_part_notes *notes = &dv_scenario_of(L)->notes;
    dv_step_notes *step = notes->current ? &notes->steps[notes->current - 1] : NULL;
    lua_Integer number = lua_tointeger(L, 1);
    if (!step || number < 1 || number > (lua_Integer)step->count)
        return 0;
    dv_part_note *part = &step->parts[number - 1];
    part->outcome = read_outcome(L, 2);
    if (lua_type(L, 3) == LUA_TNUMBER) {
        part->score = (float)lua_tonumber(L, 3);
        part->has_score = true;
    }
    if (!lua_isnoneornil(L, 4))
        dv_part_note_text(step, part, lua_type(L, 4) == LUA_TSTRING ? lua_tostring(L, 4) : NULL);
    return 0;
}

void dv_open_part_notes(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"begin_notes", begin_notes}, {"note", note}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}

/// Notes of the same code, perhaps from another scenario that is at the same tick.
static void use_notes(dv_scenario *scenario, dv_part_notes notes) {
    for (uint32_t i = 0; i < notes.count; i++) {
        dv_step_notes *step = &notes.steps[i];
        if (step->agent)
            step->agent = dv_handle_in_world(step->agent, dv_world_id(scenario->world));
        step->code = code_in_force(scenario);
    }
    dv_free_part_notes(&scenario->notes);
    notes.current = notes.generation = 0; // its code is looked up again
    scenario->notes = notes;
}

void dv_scenario_take_part_notes(dv_scenario *scenario, dv_scenario *from) {
    dv_part_notes taken = from->notes;
    from->notes = (dv_part_notes){0};
    use_notes(scenario, taken);
}

dv_part_notes *dv_scenario_keep_part_notes(const dv_scenario *scenario, size_t *bytes) {
    dv_part_notes *kept = scenario->notes.count > 0 ? dv_alloc(sizeof *kept) : NULL;
    if (!kept || dv_copy_part_notes(kept, &scenario->notes, bytes))
        return kept;
    dv_free(kept);
    return NULL;
}

void dv_scenario_restore_part_notes(dv_scenario *scenario, const dv_part_notes *kept) {
    dv_part_notes notes = {0};
    size_t bytes = 0;
    if (kept && dv_copy_part_notes(&notes, kept, &bytes))
        use_notes(scenario, notes);
}

void dv_part_notes_destroy(dv_part_notes *kept) {
    if (kept)
        dv_free_part_notes(kept);
    dv_free(kept);
}

// Reading

/// The notes of an agent's last step in the state that it is in, under the code in force; NULL if
/// there are none.
static const dv_step_notes *notes_of(const dv_scenario *scenario, dv_agent agent, uint32_t kind,
                                     uint32_t state) {
    const dv_part_notes *notes = &scenario->notes;
    const dv_world *world = scenario->world;
    uint32_t index = dv_handle_index(agent.bits);
    const dv_step_notes *step = index < notes->count ? &notes->steps[index] : NULL;
    if (!step || step->agent != agent.bits || step->kind != kind || step->state != state ||
        step->code != code_of(scenario->modules) || step->tick >= dv_world_tick(world))
        return NULL;
    // A step from before the agent left the state and came back is over.
    double ago = (double)(dv_world_tick(world) - step->tick) * dv_world_dt(world);
    return ago <= dv_agent_state_time(world, agent) + dv_world_dt(world) / 2 ? step : NULL;
}

/// The place of the first part that was running; `count` if none was.
static uint32_t first_running(const dv_step_notes *step) {
    uint32_t i = 0;
    while (i < step->count && step->parts[i].outcome != DV_PART_RUNNING)
        i++;
    return i;
}

static void fill_row(dv_part_row *row, const dv_state_part *part, const dv_step_notes *step,
                     uint32_t i) {
    const dv_part_note *noted = step ? &step->parts[i] : NULL;
    *row = (dv_part_row){.depth = part->depth,
                         .type = part->type,
                         .name = part->name,
                         .place = part->place,
                         .outcome = noted ? (dv_part_outcome)noted->outcome : DV_PART_NOT_RUN,
                         .note = noted && noted->has_text ? step->texts[i] : "",
                         .score = noted && noted->has_score ? (double)noted->score : (double)NAN};
}

uint32_t dv_scenario_list_parts(const dv_scenario *scenario, dv_agent agent, dv_parts *parts,
                                dv_part_row *rows, uint32_t capacity) {
    uint32_t kind, state;
    *parts = (dv_parts){.family = ""};
    if (!scenario->options.explained || !dv_agent_alive(scenario->world, agent))
        return 0;
    const dv_state_code *code = state_of(scenario, agent, &kind, &state);
    if (!code || code->part_count == 0)
        return 0;
    const dv_step_notes *step = notes_of(scenario, agent, kind, state);
    parts->family = code->family;
    parts->has_run = step != NULL;
    parts->tick = step ? step->tick : 0;
    // Layers below the one that acts were not asked.
    uint32_t running =
        step && strcmp(code->family, "subsumption") == 0 ? first_running(step) : code->part_count;
    for (uint32_t i = 0; i < code->part_count && i < capacity; i++) {
        fill_row(&rows[i], &code->parts[i], step, i);
        if (i > running)
            rows[i].outcome = DV_PART_INHIBITED;
    }
    return code->part_count;
}

const char *dv_part_outcome_name(dv_part_outcome outcome) {
    static const char *const names[] = {
        [DV_PART_NOT_RUN] = "not run",
        [DV_PART_RUNNING] = "running",
        [DV_PART_DONE] = "done",
        [DV_PART_FAILED] = "failed",
        [DV_PART_PASSED_OVER] = "passed over",
        [DV_PART_INHIBITED] = "inhibited",
        [DV_PART_BROKEN] = "error",
    };
    return names[outcome];
}
