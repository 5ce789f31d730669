// The guard about settings: `setting`.
#include "guards/arguments.h"

enum { NAME, VALUE };

static const dv_parameter setting_parameters[] = {
    {"name", DV_PARAMETER_SETTING, true, "", 0, 0, 0, "the setting"},
    {"value", DV_PARAMETER_LITERAL, false, "", 0, 0, 0,
     "what it must be: a number, true, false, or an option; by default anything but 0, "
     "off, or the first option"},
};

static dv_truth test_setting(const dv_guard_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    double value = dv_world_setting(context->world, parameters[NAME].index);
    if (parameters[VALUE].source == DV_SOURCE_ABSENT)
        return dv_truth_of(value != 0);
    return dv_truth_of(value == parameters[VALUE].number);
}

const dv_guard_type dv_guard_setting = {
    .entry = {.name = "setting",
              .doc = "A setting has a certain value.",
              .source = "Drover",
              .parameters = setting_parameters,
              .parameter_count = DV_COUNT_OF(setting_parameters),
              .positional = 2},
    .evaluate = test_setting,
    .told = "{name} was set",
};
