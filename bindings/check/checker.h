// What the checks share: the trees of all modules, and what an expression stands for.
#ifndef DROVER_BINDINGS_CHECK_CHECKER_H
#define DROVER_BINDINGS_CHECK_CHECKER_H

#include "modules/source_trees.h"
#include "script.h"

#define DV_MOST_OWNERS 16
#define DV_MOST_REPORTS 20 // at a load

/// What an expression is.
typedef enum dv_owner_type {
    DV_OWNER_NONE,
    DV_OWNER_KIND,
    DV_OWNER_GROUP,
    DV_OWNER_SCENARIO
} dv_owner_type;

/// What a call defines, by drover.kind, drover.group or drover.scenario.
dv_owner_type dv_owner_type_of(const dv_node *call);

/// Definitions, in the trees of their modules: several may share a function.
typedef struct dv_owners {
    dv_owner_type type;
    struct {
        const dv_source_tree *tree;
        const dv_node *call;
    } items[DV_MOST_OWNERS];
    uint32_t count;
} dv_owners;

typedef struct dv_checker {
    dv_scenario *scenario;
    dv_source_trees trees;
    uint32_t reported;
    uint32_t module; ///< that is checked, among those of the generation
    const dv_source_tree *tree;
    const dv_variable *parameter; ///< that was asked for last; NULL: none
    dv_owners owners;             ///< what it is
    struct dv_exports *exports;   ///< of the modules that were asked for
} dv_checker;

/// The tree of a module, the library's included; NULL when it cannot be read.
const dv_source_tree *dv_checked_tree(dv_checker *c, uint32_t module);
uint32_t dv_checked_count(const dv_checker *c);

/// Warn about a place in the module that is checked.
void dv_check_report(dv_checker *c, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// A name of the API: of `drover.steer.seek` "steer" and "seek". `member` is empty for
/// `drover.kind`. False when the expression is not one for certain.
typedef struct dv_api_name {
    const dv_node *family, *member;
} dv_api_name;
bool dv_api_name_of(const dv_node *node, dv_api_name *name);
bool dv_is_api_call(const dv_node *node, const char *family, const char *member);

/// The call of drover.kind, group or scenario that a value is written into, and nothing else can
/// get at it; NULL when there is none.
const dv_node *dv_owner_of(const dv_node *value);

/// What an expression in the module that is checked is: an agent of one of those kinds, a group, or
/// the world (DV_OWNER_SCENARIO). Parameters are followed to all calls of their function, in other
/// modules too; DV_OWNER_NONE when one of these is not known.
dv_owners dv_type_of(dv_checker *c, const dv_node *expression);

/// The local variable that a value is, for good; NULL when it is none.
const dv_variable *dv_variable_of(const dv_node *value);

/// The number of the kind or group that a call in a tree declares, or −1 when the program has it
/// from elsewhere or not at all.
int32_t dv_declared_kind(const dv_checker *c, const dv_source_tree *tree, const dv_node *call);
int32_t dv_declared_group(const dv_checker *c, const dv_node *call);

/// The table a definition is written as; NULL when it is not written there.
const dv_node *dv_definition_of(const dv_node *call);
/// What stands under a key of a table; NULL when nothing does.
const dv_node *dv_field_of(const dv_node *table, const char *key);

// The checks, each of the module that is looked at. They may raise, when memory is out.

void dv_check_members(dv_checker *c);
void dv_check_globals(dv_checker *c);
void dv_check_requirements(dv_checker *c);
void dv_check_guards(dv_checker *c);
void dv_check_unreached_states(dv_checker *c);
void dv_check_unfilled_slots(dv_checker *c);

#endif
