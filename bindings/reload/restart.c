// The parts of a scenario that take effect only at a start. Each generation notes them. A reload
// reports once which of them it changed, except for values that are back to what the run started
// with.
#include "reload/restart.h"

#include "modules/modules.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/name_list.h"

#include <string.h>

static const char *line_after(const char *from, const char *end) {
    const char *newline = memchr(from, '\n', (size_t)(end - from));
    return newline ? newline + 1 : end;
}

/// Copy lines `first` to `last` of a source, counted from 1. Returns NULL when out of memory.
static const char *copy_lines(dv_arena *memory, const char *source, size_t size, int first,
                              int last) {
    const char *end = source + size, *start = source;
    for (int line = 1; line < first; line++)
        start = line_after(start, end);
    const char *stop = start;
    for (int line = first; line <= last; line++)
        stop = line_after(stop, end);
    char *copy = dv_arena_alloc(memory, (size_t)(stop - start) + 1);
    if (copy)
        memcpy(copy, start, (size_t)(stop - start));
    return copy;
}

/// Copy the source lines of the function at the top and pop it. Text is compared because compiled
/// code also contains line numbers. Returns "" if no module has the function, NULL when out of
/// memory.
static const char *copy_text(lua_State *L, const dv_modules *modules, dv_arena *memory) {
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    for (uint32_t i = 0; *about.source == '@' && i < dv_modules_count(modules); i++) {
        size_t size;
        const char *source = dv_modules_source(modules, i, &size);
        if (strcmp(dv_modules_path(modules, i), about.source + 1) == 0)
            return copy_lines(memory, source, size, about.linedefined, about.lastlinedefined);
    }
    return "";
}

static const char *copy_option(dv_start *start, const dv_setting_def *def) {
    if (def->type != DV_CHOICE)
        return "";
    return dv_arena_copy_string(&start->memory, def->options[(uint32_t)def->fallback]);
}

static bool note_defaults(dv_start *start, const dv_program *program) {
    start->setting_count = dv_program_setting_count(program);
    start->settings =
        dv_arena_alloc(&start->memory, (start->setting_count + 1) * sizeof *start->settings);
    for (uint32_t i = 0; start->settings && i < start->setting_count; i++) {
        const dv_setting_def *def = dv_program_setting(program, i);
        dv_default *s = &start->settings[i];
        *s = (dv_default){dv_arena_copy_string(&start->memory, def->name), def->type, def->fallback,
                          copy_option(start, def)};
        if (!s->name || !s->option)
            return false;
    }
    return start->settings;
}

void dv_note_start(lua_State *L, int scenario, const dv_modules *modules,
                   dv_generation *generation) {
    dv_start *start = generation->start = dv_alloc(sizeof *start);
    if (!start)
        luaL_error(L, "out of memory");
    start->references = 1;
    start->world = generation->world;
    start->origin = generation->origin;
    start->setup = "";
    if (lua_getfield(L, scenario, "setup") == LUA_TFUNCTION)
        start->setup = copy_text(L, modules, &start->memory);
    else
        lua_pop(L, 1);
    if (!start->setup || !note_defaults(start, generation->program))
        luaL_error(L, "out of memory");
}

void dv_start_release(dv_start *start) {
    if (!start || --start->references > 0)
        return;
    dv_arena_free(&start->memory);
    dv_free(start);
}

// Comparing

static const char *const keys[] = {"seed", "tick_rate", "space", "bounds", "origin", "setup"};
#define KEY_COUNT (sizeof keys / sizeof *keys)

/// Returns a bit for each of `keys` whose values differ.
static unsigned differing_keys(const dv_start *a, const dv_start *b) {
    const dv_world_def *x = &a->world, *y = &b->world;
    bool other_bounds = memcmp(&x->bounds, &y->bounds, sizeof x->bounds) != 0;
    // Other bounds often have another origin, which nobody changed.
    bool other_origin = !other_bounds && memcmp(&a->origin, &b->origin, sizeof a->origin) != 0;
    const bool differ[KEY_COUNT] = {x->seed != y->seed,   x->tick_rate != y->tick_rate,
                                    x->space != y->space, other_bounds,
                                    other_origin,         strcmp(a->setup, b->setup) != 0};
    unsigned bits = 0;
    for (unsigned i = 0; i < KEY_COUNT; i++)
        bits |= (unsigned)differ[i] << i;
    return bits;
}

static bool is_other_default(const dv_default *was, const dv_setting_def *is) {
    if (was->type != is->type)
        return true;
    return is->type == DV_CHOICE ? strcmp(was->option, is->options[(uint32_t)is->fallback]) != 0
                                 : was->number != is->fallback;
}

static const dv_default *default_of(const dv_start *start, const char *name) {
    for (uint32_t i = 0; i < start->setting_count; i++)
        if (strcmp(start->settings[i].name, name) == 0)
            return &start->settings[i];
    return NULL;
}

/// Whether a setting's new default needs a restart that was not reported yet. A setting that is new
/// since the start has no default to differ from.
static bool waits_for_restart(const dv_start *started, const dv_start *before,
                              const dv_setting_def *is) {
    const dv_default *first = default_of(started, is->name), *last = default_of(before, is->name);
    return is->restart && first && is_other_default(first, is) &&
           !(last && !is_other_default(last, is));
}

#define SUFFIX ": restart to apply"

void dv_name_what_waits(const dv_scenario *scenario, const dv_generation *to,
                        dv_reload_report *report) {
    const dv_start *started = scenario->start, *before = scenario->generation->start;
    dv_name_list list = {.text = report->message, .size = sizeof report->message - sizeof SUFFIX};
    unsigned waiting = differing_keys(before, to->start) & differing_keys(started, to->start);
    for (unsigned i = 0; i < KEY_COUNT; i++)
        if (waiting & 1u << i)
            dv_list_add(&list, "%s", keys[i]);
    for (uint32_t i = 0; i < dv_program_setting_count(to->program); i++) {
        const dv_setting_def *setting = dv_program_setting(to->program, i);
        if (waits_for_restart(started, before, setting))
            dv_list_add(&list, "settings.%s", setting->name);
    }
    for (uint32_t i = 0; i < dv_modules_count(scenario->modules); i++)
        if (dv_modules_waits_for_setup(scenario->modules, i))
            dv_list_add(&list, "%s", dv_modules_path(scenario->modules, i));
    dv_list_end(&list);
    if (list.count > 0)
        strcat(report->message, SUFFIX);
}
