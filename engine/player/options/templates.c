// The templates for new scenarios; see templates.h.
#include "player/options/templates.h"

#include "scripts.h"

#include <string.h>

const char *dv_new_scenario_template(const char *name) {
    for (size_t i = 0; i < dv_new_scenario_templates_count; i++)
        if (strcmp(dv_new_scenario_templates[i].name, name) == 0)
            return dv_new_scenario_templates[i].source;
    return "";
}
