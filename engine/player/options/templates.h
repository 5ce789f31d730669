// The texts that a new scenario is made of: those of scripts/new, and the editor stub.
#ifndef DV_PLAYER_TEMPLATES_H
#define DV_PLAYER_TEMPLATES_H

/// The text of a template by its name, "drover" being the editor stub; "" where there is none.
const char *dv_new_scenario_template(const char *name);

#endif
