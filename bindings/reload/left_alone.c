// Reports what a reload leaves unchanged although someone may expect a change: the values of
// settings and the state of the world. Also what it does have to change: settings whose new
// definition does not allow their value.
#include "calls/timers.h"
#include "reload/generation_data.h"
#include "reload/restart.h"
#include "scenario_data.h"

#include "base/name_list.h"
#include "base/result.h"
#include "record/text_file.h"

#include <stdio.h>
#include <string.h>

// Settings

static void write_value(const dv_setting_def *def, double value, char text[DV_NUMBER_TEXT]) {
    if (def->type == DV_TOGGLE)
        snprintf(text, DV_NUMBER_TEXT, "%s", value != 0 ? "true" : "false");
    else if (def->type == DV_CHOICE && value >= 0 && value < def->option_count)
        snprintf(text, DV_NUMBER_TEXT, "%s", def->options[(uint32_t)value]);
    else
        dv_double_text(value, text);
}

static bool is_same_value(const dv_setting_def *a, double x, const dv_setting_def *b, double y) {
    if (a->type != DV_CHOICE)
        return x == y;
    return strcmp(a->options[(uint32_t)x], b->options[(uint32_t)y]) == 0;
}

/// Whether a definition allows the value of another one.
static bool can_hold(const dv_setting_def *is, const dv_setting_def *was, double value) {
    if (is->type == DV_SLIDER)
        return value >= is->minimum && value <= is->maximum;
    for (uint32_t i = 0; i < is->option_count; i++)
        if (strcmp(is->options[i], was->options[(uint32_t)value]) == 0)
            return true;
    return is->type == DV_TOGGLE;
}

static void compare_setting(const dv_setting_def *was, const dv_setting_def *is, double value,
                            double kept, bool *has_moved, dv_name_list *list) {
    char before[DV_NUMBER_TEXT], after[DV_NUMBER_TEXT], fallback[DV_NUMBER_TEXT];
    if (was->type != is->type) {
        dv_list_add(list, "settings.%.80s has another type now: it starts with its default",
                    is->name);
        *has_moved = true;
        return;
    }
    write_value(was, value, before);
    write_value(is, kept, after);
    write_value(is, is->fallback, fallback);
    *has_moved = !is_same_value(was, value, is, kept);
    if (*has_moved && can_hold(is, was, value))
        dv_list_add(list, "settings.%.80s goes back to %s, which is allowed again", is->name,
                    after);
    else if (*has_moved)
        dv_list_add(list, "settings.%.80s cannot be %s any more: it is %s now", is->name, before,
                    after);
    else if (!is->restart && !is_same_value(was, was->fallback, is, is->fallback))
        dv_list_add(list, "settings.%.80s keeps the value %s: %s is the default at the next start",
                    is->name, after, fallback);
}

static bool compare_settings(const dv_scenario *scenario, dv_generation *to, dv_name_list *list) {
    const dv_program *from = scenario->generation->program;
    uint32_t count = dv_program_setting_count(to->program);
    to->moved_settings = dv_arena_alloc(&to->memory, count + 1);
    for (uint32_t i = 0; to->moved_settings && i < count; i++) {
        const dv_setting_def *is = dv_program_setting(to->program, i);
        int32_t old = dv_program_setting_named(from, is->name);
        if (old >= 0)
            compare_setting(dv_program_setting(from, (uint32_t)old), is,
                            dv_world_setting(scenario->world, (uint32_t)old),
                            dv_world_setting_after(scenario->world, to->program, i),
                            &to->moved_settings[i], list);
    }
    return to->moved_settings;
}

void dv_tell_moved_settings(dv_scenario *scenario) {
    bool *moved = scenario->generation->moved_settings;
    uint32_t count = dv_program_setting_count(scenario->generation->program);
    for (uint32_t i = 0; moved && i < count && !scenario->trial_failed; i++) {
        if (!moved[i])
            continue;
        moved[i] = false;
        dv_call_setting(scenario, i);
    }
}

// init and enter

static uint64_t code_of(const dv_generation *generation, dv_function function) {
    return function ? generation->code[function].hash : 0;
}

/// Report the states of a kind whose `enter` changed while agents are in them.
static void compare_enter(const dv_scenario *scenario, const dv_generation *to, uint32_t kind,
                          uint32_t kept, dv_name_list *list) {
    const dv_generation *from = scenario->generation;
    const char *name = dv_program_kind_name(from->program, kind);
    const char *const kinds[2] = {name, dv_program_kind_name(to->program, kept)};
    for (uint32_t i = 0; i < dv_program_state_count(from->program, kind); i++) {
        const char *state = dv_program_state_name(from->program, kind, i);
        int32_t after = dv_world_state_after(scenario->world, to->program, kinds, state);
        uint32_t count = dv_world_count(scenario->world, dv_one_kind(kind), (int32_t)i);
        if (after < 0 || count == 0 ||
            code_of(from, from->kinds[kind].states[i].enter) ==
                code_of(to, to->kinds[kept].states[after].enter))
            continue;
        dv_list_add(list, "enter of %.60s %.60s changed: %u %s already in that state", name, state,
                    count, count == 1 ? "agent is" : "agents are");
    }
}

// Timers

/// How many timers of a name wait, of agents of a kind or, with −1, of the world.
static uint32_t count_waiting(const dv_world *world, int64_t kind, const char *name) {
    uint32_t count = 0;
    dv_timer timer;
    for (uint32_t i = 0; i < dv_world_timer_limit(world); i++)
        count += dv_world_timer_at(world, i, &timer) && strcmp(timer.name, name) == 0 &&
                 (timer.agent.bits ? (int64_t)dv_agent_kind(world, timer.agent) : -1) == kind;
    return count;
}

/// Report timers whose function is gone.
static void compare_timers(const dv_world *world, int64_t kind, const dv_timer_list *was,
                           const dv_timer_list *is, dv_name_list *list) {
    for (uint32_t i = 0; i < was->count; i++) {
        const char *name = was->items[i].name;
        uint32_t count = dv_timer_named(is, name) ? 0 : count_waiting(world, kind, name);
        const char *owner = kind < 0
                                ? "the scenario"
                                : dv_program_kind_name(dv_world_program(world), (uint32_t)kind);
        if (count > 0)
            dv_list_add(list, "timer %.60s of %.60s is gone: %u call%s until it is back", name,
                        owner, count, count == 1 ? " waits" : "s wait");
    }
}

static void compare_kinds(const dv_scenario *scenario, const dv_generation *to,
                          dv_name_list *list) {
    const dv_generation *from = scenario->generation;
    for (uint32_t i = 0; i < dv_program_kind_count(from->program); i++) {
        const char *name = dv_program_kind_name(from->program, i);
        int32_t kept = dv_world_after(scenario->world, to->program, DV_FAMILY_KIND, name);
        uint32_t count = dv_world_count(scenario->world, dv_one_kind(i), -1);
        if (kept < 0 || count == 0)
            continue;
        if (code_of(from, from->kinds[i].init) != code_of(to, to->kinds[kept].init))
            dv_list_add(list, "init of %.80s changed: %u agent%s what %s", name, count,
                        count == 1 ? " keeps" : "s keep", count == 1 ? "it has" : "they have");
        compare_enter(scenario, to, i, (uint32_t)kept, list);
        compare_timers(scenario->world, i, &from->kinds[i].timers, &to->kinds[kept].timers, list);
    }
}

// Flows

static void compare_flows(const dv_scenario *scenario, const dv_generation *to,
                          dv_name_list *list) {
    const dv_world *world = scenario->world;
    const dv_program *from = scenario->generation->program;
    for (uint32_t i = 0; i < dv_world_flow_limit(world); i++) {
        dv_flow flow = dv_world_flow_at(world, i);
        if (!dv_flow_alive(world, flow) || !dv_flow_painted(world, flow))
            continue;
        const char *name = dv_program_flow_type_name(from, dv_flow_type(world, flow));
        int32_t kept = dv_world_after(world, to->program, DV_FAMILY_FLOW, name);
        if (kept >= 0 && !dv_program_same_flow_grid(from, dv_flow_type(world, flow), to->program,
                                                    (uint32_t)kept))
            dv_list_add(list, "flow %.80s is painted: it keeps its resolution and bounds", name);
    }
}

dv_result dv_name_what_stays(const dv_scenario *scenario, dv_generation *to,
                             dv_reload_report *report, dv_error *error) {
    dv_name_list list = {.text = report->stays, .size = sizeof report->stays};
    if (!compare_settings(scenario, to, &list))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    compare_timers(scenario->world, -1, &scenario->generation->timers, &to->timers, &list);
    compare_kinds(scenario, to, &list);
    compare_flows(scenario, to, &list);
    dv_list_end(&list);
    return DV_OK;
}
