// Join guards. The logic is three-valued, since the host's answers are unknown while agents are
// tested in parallel. The result is unknown only where such an answer could change it.
#include "guards/guards.h"

static dv_truth both(const dv_guard_node *node, dv_guard_context *context, unsigned char *states) {
    dv_truth a = dv_guard_evaluate(node->a, context, states);
    if (a == DV_FALSE && !node->b->keeps_state)
        return DV_FALSE;
    dv_truth b = dv_guard_evaluate(node->b, context, states);
    if (a == DV_FALSE || b == DV_FALSE)
        return DV_FALSE;
    return a == DV_ASK_HOST || b == DV_ASK_HOST ? DV_ASK_HOST : DV_TRUE;
}

static dv_truth either(const dv_guard_node *node, dv_guard_context *context,
                       unsigned char *states) {
    dv_truth a = dv_guard_evaluate(node->a, context, states);
    if (a == DV_TRUE && !node->b->keeps_state)
        return DV_TRUE;
    dv_truth b = dv_guard_evaluate(node->b, context, states);
    if (a == DV_TRUE || b == DV_TRUE)
        return DV_TRUE;
    return a == DV_ASK_HOST || b == DV_ASK_HOST ? DV_ASK_HOST : DV_FALSE;
}

static dv_truth opposite(dv_truth truth) {
    if (truth == DV_ASK_HOST)
        return DV_ASK_HOST;
    return truth == DV_TRUE ? DV_FALSE : DV_TRUE;
}

static dv_truth test(const dv_guard_node *node, dv_guard_context *context, unsigned char *states) {
    context->stream = node->stream;
    return node->type->evaluate(context, node->parameters, states + node->state_offset);
}

dv_truth dv_guard_evaluate(const dv_guard_node *node, dv_guard_context *context,
                           unsigned char *states) {
    switch (node->operator) {
    case DV_GUARD_BOTH:
        return both(node, context, states);
    case DV_GUARD_EITHER:
        return either(node, context, states);
    case DV_GUARD_NOT:
        return opposite(dv_guard_evaluate(node->a, context, states));
    case DV_GUARD_TEST:
        break;
    }
    return test(node, context, states);
}
