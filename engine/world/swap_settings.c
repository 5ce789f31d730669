// Values of settings after a swap: matched by name and type, and options of choices by name.
#include "base/alloc.h"
#include "world/translate.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

/// A value and, for a choice, the name of its option; "" if only its index is known.
typedef struct setting_value {
    double number;
    const char *option;
} setting_value;

static setting_value value_of(const dv_setting_def *def, double number) {
    bool is_named =
        def->type == DV_CHOICE && def->options && number >= 0 && number < def->option_count;
    return (setting_value){number, is_named ? def->options[(uint32_t)number] : ""};
}

static double kept_option(const dv_setting_def *to, setting_value value) {
    if (!*value.option)
        return value.number >= 0 && value.number < to->option_count ? floor(value.number)
                                                                    : to->fallback;
    for (uint32_t i = 0; i < to->option_count; i++)
        if (strcmp(to->options[i], value.option) == 0)
            return i;
    return to->fallback;
}

static double kept_value(const dv_setting_def *to, setting_value value) {
    if (to->type == DV_CHOICE)
        return kept_option(to, value);
    if (to->type == DV_TOGGLE)
        return value.number != 0;
    return value.number < to->minimum   ? to->minimum
           : value.number > to->maximum ? to->maximum
                                        : value.number;
}

/// The setting of a program with the same name and type as `def`; NULL if there is none.
static const dv_setting_def *same_setting(const dv_program *program, const dv_setting_def *def) {
    int32_t found = dv_program_setting_named(program, def->name);
    return found >= 0 && program->settings[found].type == def->type ? &program->settings[found]
                                                                    : NULL;
}

static dv_dropped dropped_setting(const dv_setting_def *def) {
    return (dv_dropped){DV_DROPPED_SETTING, def->type, def->name};
}

/// What the limbo stores for a setting: a value that a program couldn't have, and the one that the
/// setting had instead (NaN: the program had no such setting). Two numbers, then two strings.
typedef struct dropped_value {
    setting_value value, instead;
} dropped_value;

static bool drop_setting(dv_world *world, const dv_setting_def *def, const dropped_value *dropped) {
    const double numbers[2] = {dropped->value.number, dropped->instead.number};
    size_t first = strlen(dropped->value.option) + 1, second = strlen(dropped->instead.option) + 1;
    size_t size = sizeof numbers + first + second;
    char *bytes = dv_alloc(size);
    if (!bytes)
        return false;
    memcpy(bytes, numbers, sizeof numbers);
    memcpy(bytes + sizeof numbers, dropped->value.option, first);
    memcpy(bytes + sizeof numbers + first, dropped->instead.option, second);
    bool is_kept = dv_limbo_put(world->limbo, dropped_setting(def), 0, bytes, size);
    dv_free(bytes);
    return is_kept;
}

static bool find_dropped(const dv_world *world, const dv_setting_def *def, dropped_value *dropped) {
    size_t size;
    double numbers[2];
    const char *bytes = dv_limbo_get(world->limbo, dropped_setting(def), 0, &size);
    if (!bytes)
        return false;
    memcpy(numbers, bytes, sizeof numbers);
    const char *option = bytes + sizeof numbers;
    dropped->value = (setting_value){numbers[0], option};
    dropped->instead = (setting_value){numbers[1], option + strlen(option) + 1};
    return true;
}

static bool is_same(setting_value a, setting_value b) {
    return *a.option && *b.option ? strcmp(a.option, b.option) == 0 : a.number == b.number;
}

/// The value that a setting should have in a new program: its current value, or the one that an
/// earlier program couldn't have, unless the setting has changed since.
static setting_value wanted_value(const dv_world *world, const dv_setting_def *old) {
    dropped_value dropped;
    uint32_t i = (uint32_t)(old - world->program->settings);
    setting_value value = value_of(old, world->settings[i]);
    return find_dropped(world, old, &dropped) && is_same(dropped.instead, value) ? dropped.value
                                                                                 : value;
}

double dv_world_setting_after(const dv_world *world, const dv_program *program, uint32_t setting) {
    dropped_value dropped;
    const dv_setting_def *new = &program->settings[setting];
    const dv_setting_def *old = same_setting(world->program, new);
    if (old)
        return kept_value(new, wanted_value(world, old));
    return find_dropped(world, new, &dropped) ? kept_value(new, dropped.value) : new->fallback;
}

/// Store the wanted value in the limbo if a new program can't have it. If the program has a value
/// that was stored before, note that it's restored.
static bool keep_wanted(dv_world *world, const dv_setting_def *old, const dv_setting_def *new,
                        double number) {
    dropped_value dropped = {.value = wanted_value(world, old), .instead = value_of(new, number)};
    setting_value value = value_of(old, world->settings[old - world->program->settings]);
    if (is_same(dropped.value, dropped.instead)) {
        if (is_same(dropped.value, value))
            return true;
        dropped.instead = (setting_value){(double)NAN, ""};
    }
    return drop_setting(world, old, &dropped);
}

bool dv_keep_settings(dv_world *world, const dv_translation *t, double *values) {
    for (uint32_t i = 0; i < t->to->setting_count; i++)
        values[i] = dv_world_setting_after(world, t->to, i);
    for (uint32_t i = 0; i < t->from->setting_count; i++) {
        const dv_setting_def *old = &t->from->settings[i], *new = same_setting(t->to, old);
        const dropped_value gone = {value_of(old, world->settings[i]), {(double)NAN, ""}};
        if (new ? !keep_wanted(world, old, new, values[new - t->to->settings])
                : !drop_setting(world, old, &gone))
            return false;
    }
    return true;
}
