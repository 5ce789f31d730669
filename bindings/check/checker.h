// What the checks share: the trees of all modules, and what an expression refers to.
#ifndef DROVER_BINDINGS_CHECK_CHECKER_H
#define DROVER_BINDINGS_CHECK_CHECKER_H

#include "modules/source_trees.h"
#include "scenario_data.h"

#define DV_MAX_OWNERS 16
#define DV_MAX_REPORTS 20 // for each load

/// The type of a definition. The owner of an expression is the definition that it belongs to.
typedef enum dv_owner_type {
    DV_OWNER_NONE,
    DV_OWNER_KIND,
    DV_OWNER_GROUP,
    DV_OWNER_SCENARIO
} dv_owner_type;

/// The type of definition that a call of drover.kind, drover.group, drover.scenario, or drover.mod
/// makes; DV_OWNER_NONE for other nodes.
dv_owner_type dv_owner_type_of(const dv_node *call);

/// Definitions of one type, in the trees of their modules. There are several if they share a
/// function.
typedef struct dv_owners {
    dv_owner_type type;
    struct {
        const dv_source_tree *tree;
        const dv_node *call;
    } items[DV_MAX_OWNERS];
    uint32_t count;
} dv_owners;

typedef struct dv_checker {
    dv_scenario *scenario;
    dv_source_trees trees;
    uint32_t reported;
    uint32_t module; ///< number of the module that is being checked, in the generation
    const dv_source_tree *tree;
    const dv_variable *parameter; ///< the parameter that was looked up last; NULL: none
    dv_owners owners;             ///< the result of that lookup
    struct dv_exports *exports;   ///< of the modules that were looked up
} dv_checker;

/// The tree of a module, which may be the library's; NULL if it cannot be parsed.
const dv_source_tree *dv_checked_tree(dv_checker *c, uint32_t module);
/// The number of modules in the generation.
uint32_t dv_checked_count(const dv_checker *c);

/// Warn about a line in the module that is being checked.
void dv_check_report(dv_checker *c, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// A name of the API: "steer" and "seek" for `drover.steer.seek`. `member` is NULL for
/// `drover.kind`. dv_api_name_of returns false unless the expression certainly is such a name.
typedef struct dv_api_name {
    const dv_node *family, *member;
} dv_api_name;
bool dv_api_name_of(const dv_node *node, dv_api_name *name);
/// Whether a node is a call of drover.FAMILY.MEMBER, or of any member if `member` is NULL.
bool dv_is_api_call(const dv_node *node, const char *family, const char *member);

/// The call of drover.kind, drover.group, drover.scenario, or drover.mod whose definition a value
/// is written into, provided that nothing else can get at the value; else NULL.
const dv_node *dv_owner_of(const dv_node *value);

/// What an expression in the module that is being checked is: an agent of one of those kinds, a
/// group, or the world (DV_OWNER_SCENARIO). Parameters are traced to all calls of their function,
/// in other modules, too. DV_OWNER_NONE if one of these is not known.
dv_owners dv_type_of(dv_checker *c, const dv_node *expression);

/// What the object of an INDEX or METHOD_CALL is, if it is a variable of the same function, or a
/// field of one. Variables of an outer function are left out: code inside may handle errors with
/// pcall.
dv_owners dv_owners_of_object(dv_checker *c, const dv_node *access);

/// The local variable that a value initializes, if it is never assigned again; else NULL.
const dv_variable *dv_variable_of(const dv_node *value);

/// The number of the kind or group that a call in a tree declares; −1 if the program does not have
/// it, or has it from another declaration.
int32_t dv_declared_kind(const dv_checker *c, const dv_source_tree *tree, const dv_node *call);
/// Like dv_declared_kind, also for a kind that a mod has extended, and for a call of drover.extend.
int32_t dv_owning_kind(const dv_checker *c, const dv_source_tree *tree, const dv_node *call);

/// The type of definition that a call of drover.extend or drover.extend_scenario changes;
/// DV_OWNER_NONE for other nodes.
dv_owner_type dv_extended_type_of(const dv_node *call);
/// Such a call whose function puts a value into the definition, with def:wrap or by an assignment;
/// NULL if there is none. If the value is a function, `place` is the number of the parameter that
/// is the agent or the world, from 0.
const dv_node *dv_extension_of(const dv_node *value, uint32_t *place);
int32_t dv_declared_group(const dv_checker *c, const dv_node *call);

/// The table written as the definition in a call; NULL if it is not a table in the source.
const dv_node *dv_definition_of(const dv_node *call);
/// The value under a key in a table; NULL if there is none.
const dv_node *dv_table_field_of(const dv_node *table, const char *key);

// The checks, each for the module that is being checked. They may raise when out of memory.

void dv_check_members(dv_checker *c);
void dv_check_names(dv_checker *c);
void dv_check_globals(dv_checker *c);
void dv_check_requirements(dv_checker *c);
void dv_check_guards(dv_checker *c);
void dv_check_writes(dv_checker *c);
void dv_check_unreached_states(dv_checker *c);
void dv_check_unfilled_slots(dv_checker *c);

#endif
