// Navigation in a tree.
#include "syntax.h"

#include <string.h>

dv_node *dv_node_beside(const dv_node *node, const dv_node *root) {
    while (node != root) {
        if (node->next)
            return node->next;
        node = node->parent;
    }
    return NULL;
}

dv_node *dv_node_after(const dv_node *node, const dv_node *root) {
    return node->first ? node->first : dv_node_beside(node, root);
}

dv_node *dv_node_child(const dv_node *node, uint32_t number) {
    dv_node *child = node->first;
    while (child && number-- > 0)
        child = child->next;
    return child;
}

bool dv_node_is(const dv_node *node, const char *text) {
    return node->text && strlen(text) == node->length &&
           memcmp(node->text, text, node->length) == 0;
}

const dv_node *dv_node_key(const dv_node *node) {
    const dv_node *key = NULL;
    if (node->type == DV_NODE_INDEX || node->type == DV_NODE_METHOD_CALL)
        key = node->first->next;
    else if (node->type == DV_NODE_KEYED_FIELD)
        key = node->first;
    return key && key->type == DV_NODE_STRING ? key : NULL;
}

bool dv_node_is_within(const dv_node *node, const dv_node *outer) {
    return node->start >= outer->start && node->end <= outer->end;
}

dv_node *dv_node_function(const dv_node *node) {
    dv_node *outer = node->parent;
    while (outer && outer->type != DV_NODE_FUNCTION)
        outer = outer->parent;
    return outer;
}

dv_node *dv_node_resolve(dv_node *node) {
    // This ends: a variable's initial value can only refer to variables that were declared before
    // it.
    for (;;) {
        if (node->type == DV_NODE_PARENTHESES)
            node = node->first;
        else if (node->type == DV_NODE_NAME && node->variable && node->variable->value &&
                 node->variable->writes == 0)
            node = node->variable->value;
        else
            return node;
    }
}
