// Values of settings under another program: known by name and type, and options of choices by name.
#include "base/alloc.h"
#include "world/translate.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

/// A value and, of a choice, what its option is called; "" where only its place is known.
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

/// The setting of a program with the name and type of one of another.
static const dv_setting_def *same_setting(const dv_program *program, const dv_setting_def *def) {
    int32_t found = dv_program_setting_named(program, def->name);
    return found >= 0 && program->settings[found].type == def->type ? &program->settings[found]
                                                                    : NULL;
}

static dv_dropped dropped_setting(const dv_setting_def *def) {
    return (dv_dropped){DV_DROPPED_SETTING, def->type, def->name};
}

static bool drop_setting(dv_world *world, const dv_setting_def *def, setting_value value) {
    size_t length = strlen(value.option) + 1;
    char *bytes = dv_alloc(sizeof value.number + length);
    if (!bytes)
        return false;
    memcpy(bytes, &value.number, sizeof value.number);
    memcpy(bytes + sizeof value.number, value.option, length);
    bool is_kept =
        dv_limbo_put(world->limbo, dropped_setting(def), 0, bytes, sizeof value.number + length);
    dv_free(bytes);
    return is_kept;
}

static double regained_value(const dv_world *world, const dv_setting_def *def) {
    size_t size;
    const char *bytes = dv_limbo_get(world->limbo, dropped_setting(def), 0, &size);
    setting_value value;
    if (!bytes)
        return def->fallback;
    memcpy(&value.number, bytes, sizeof value.number);
    value.option = bytes + sizeof value.number;
    return kept_value(def, value);
}

bool dv_keep_settings(dv_world *world, const dv_translation *t, double *values) {
    for (uint32_t i = 0; i < t->to->setting_count; i++) {
        const dv_setting_def *new = &t->to->settings[i], *old = same_setting(t->from, new);
        values[i] = old ? kept_value(new, value_of(old, world->settings[old - t->from->settings]))
                        : regained_value(world, new);
    }
    for (uint32_t i = 0; i < t->from->setting_count; i++) {
        const dv_setting_def *old = &t->from->settings[i];
        if (!same_setting(t->to, old) &&
            !drop_setting(world, old, value_of(old, world->settings[i])))
            return false;
    }
    return true;
}
