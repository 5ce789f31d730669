// Guards that cannot hold.
#include "checker.h"

#define MAX_PARTS 32

/// The operands of a & b & c.
typedef struct parts {
    const dv_node *list[MAX_PARTS];
    uint32_t count;
} parts;

static void add_parts(parts *p, const dv_node *guard) {
    const dv_node *rest[MAX_PARTS];
    uint32_t left = 0;
    rest[left++] = guard;
    while (left > 0) {
        const dv_node *node = rest[--left];
        while (node->type == DV_NODE_PARENTHESES)
            node = node->first;
        bool is_and = node->type == DV_NODE_BINARY && node->operator== DV_OPERATOR_AND_BITS;
        if (is_and && left + 2 <= MAX_PARTS) {
            rest[left++] = node->first;
            rest[left++] = node->last;
        } else if (p->count < MAX_PARTS) {
            p->list[p->count++] = node;
        }
    }
}

/// The guard that `~guard` negates; NULL if the node is something else.
static const dv_node *guard_denied_by(const dv_node *node) {
    node = dv_node_resolve((dv_node *)node);
    return node->type == DV_NODE_UNARY && node->operator== DV_OPERATOR_NOT_BITS ? node->first
                                                                                : NULL;
}

/// The number that is a guard's only argument, if it is a number in the source.
static bool first_number(const dv_node *guard, const char *name, double *number) {
    guard = dv_node_resolve((dv_node *)guard);
    const dv_node *given = guard->first ? guard->first->next : NULL;
    if (!given || given->next || !dv_is_api_call(guard, "when", name))
        return false;
    given = dv_node_resolve((dv_node *)given);
    *number = given->is_integer ? (double)given->integer : given->number;
    return given->type == DV_NODE_NUMBER;
}

/// Whether evaluating a guard twice in a tick gives the same answer.
static bool is_steady(const dv_node *guard) {
    static const char *const names[] = {"after", "has", "inside", "is", "leads", "setting"};
    guard = dv_node_resolve((dv_node *)guard);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dv_is_api_call(guard, "when", names[i]))
            return true;
    return false;
}

/// Whether a part contradicts another: `g & ~g`, or at least 3 s and less than 2 s.
static bool contradicts_part(const dv_node *part, const dv_node *negation) {
    const dv_node *other = guard_denied_by(negation);
    double least, most;
    if (!other || part == negation)
        return false;
    if (first_number(part, "after", &least) && first_number(other, "after", &most))
        return most <= least;
    while (other->type == DV_NODE_PARENTHESES)
        other = other->first;
    return part->type == DV_NODE_NAME && other->type == DV_NODE_NAME && part->variable &&
           part->variable == other->variable && part->variable->writes == 0 && is_steady(part);
}

static bool is_guard_joint(const dv_node *node) {
    return node->type == DV_NODE_BINARY && node->operator== DV_OPERATOR_AND_BITS;
}

/// Whether a joint is part of another one, which is checked as a whole.
static bool is_inner(const dv_node *joint) {
    const dv_node *outer = joint->parent;
    while (outer->type == DV_NODE_PARENTHESES)
        outer = outer->parent;
    return is_guard_joint(outer);
}

static void check_joint(dv_checker *c, const dv_node *joint) {
    parts p = {.count = 0};
    add_parts(&p, joint);
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t k = 0; k < p.count; k++)
            if (contradicts_part(p.list[i], p.list[k])) {
                dv_check_report(c, joint->line,
                                "this guard cannot hold: its parts contradict each other");
                return;
            }
}

void dv_check_guards(dv_checker *c) {
    const dv_node *chunk = c->tree->syntax.chunk;
    double chance;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        if (n->type == DV_NODE_CALL && first_number(n, "chance", &chance) && chance == 0)
            dv_check_report(c, n->line, "this guard cannot hold: its chance is 0");
        if (is_guard_joint(n) && !is_inner(n))
            check_joint(c, n);
    }
}
