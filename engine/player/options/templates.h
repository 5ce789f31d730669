// The templates for new scenarios: the files of scripts/new, and the editor stub.
#ifndef DV_PLAYER_TEMPLATES_H
#define DV_PLAYER_TEMPLATES_H

/// The text of a template by its name; "drover" is the editor stub. "" if there is none.
const char *dv_new_scenario_template(const char *name);

#endif
