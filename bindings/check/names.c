// Finds names of links, fields, kinds, and the like that nothing declares, in calls of methods of
// agents and the world.
#include "checker.h"

#include "base/names.h"

#include <stdio.h>
#include <string.h>

#define MAX_NAMES DV_MAX_KINDS

/// The methods whose first argument is the name of something that scripts declare.
static const struct {
    const char *method;
    dv_owner_type of;
    dv_family family;
} methods[] = {
    {"link", DV_OWNER_KIND, DV_FAMILY_LINK},
    {"unlink", DV_OWNER_KIND, DV_FAMILY_LINK},
    {"linked", DV_OWNER_KIND, DV_FAMILY_LINK},
    {"links", DV_OWNER_KIND, DV_FAMILY_LINK},
    {"turn_into", DV_OWNER_KIND, DV_FAMILY_KIND},
    {"links", DV_OWNER_SCENARIO, DV_FAMILY_LINK},
    {"field", DV_OWNER_SCENARIO, DV_FAMILY_FIELD},
    {"flow", DV_OWNER_SCENARIO, DV_FAMILY_FLOW},
    {"surface", DV_OWNER_SCENARIO, DV_FAMILY_SURFACE},
    {"new_group", DV_OWNER_SCENARIO, DV_FAMILY_GROUP},
    {"spawn", DV_OWNER_SCENARIO, DV_FAMILY_KIND},
    {"scatter", DV_OWNER_SCENARIO, DV_FAMILY_KIND},
};

/// A mod that is known and off may declare what scripts use where it is on.
static bool has_other_mods(const dv_checker *c) {
    const dv_modules *modules = c->scenario->modules;
    const struct dv_mod *mod;
    for (uint32_t i = 0; (mod = dv_modules_mod(modules, i)); i++)
        if (!dv_modules_has_mod(modules, mod->name))
            return true;
    return false;
}

static void report_name(dv_checker *c, dv_family family, const char *name, uint32_t line) {
    const dv_program *program = c->scenario->generation->program;
    const char *names[MAX_NAMES];
    char instead[256];
    uint32_t count = dv_program_name_count(program, family);
    for (uint32_t i = 0; i < count; i++)
        names[i] = dv_program_name(program, family, i);
    dv_write_suggestion(name, names, count, instead, sizeof instead);
    dv_check_report(c, line, "no %s '%s'%s", dv_family_name(family), name, instead);
}

static void check_call(dv_checker *c, const dv_node *call) {
    const dv_node *method = dv_node_key(call), *first = method->next;
    const dv_node *string = first ? dv_node_resolve((dv_node *)first) : NULL;
    char name[128];
    if (!string || string->type != DV_NODE_STRING || string->length >= sizeof name)
        return;
    snprintf(name, sizeof name, "%.*s", (int)string->length, string->text);
    dv_owner_type type = DV_OWNER_NONE;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!dv_node_is(method, methods[i].method) ||
            dv_program_named(c->scenario->generation->program, methods[i].family, NULL, name) >= 0)
            continue;
        if (type == DV_OWNER_NONE)
            type = dv_owners_of_object(c, call).type;
        if (type == methods[i].of)
            report_name(c, methods[i].family, name, first->line);
    }
}

void dv_check_names(dv_checker *c) {
    const dv_node *chunk = c->tree->syntax.chunk;
    if (has_other_mods(c))
        return;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
        if (n->type == DV_NODE_METHOD_CALL && dv_node_key(n))
            check_call(c, n);
}
