// What the checks share: the trees of the modules, and warnings about a line.
#include "checker.h"

#include "modules/modules.h"
#include "warnings.h"

#include <stdarg.h>
#include <stdio.h>

uint32_t dv_checked_count(const dv_checker *c) { return dv_modules_count(c->scenario->modules); }

const dv_source_tree *dv_checked_tree(dv_checker *c, uint32_t module) {
    return dv_tree_of(&c->trees, dv_visible_modules(c->scenario->modules)->modules[module]);
}

void dv_check_report(dv_checker *c, uint32_t line, const char *format, ...) {
    char text[512], message[DV_ERROR_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (++c->reported > DV_MAX_REPORTS)
        return;
    snprintf(message, sizeof message, "%.400s:%u: %s", c->tree->module->path, line, text);
    dv_warn(c->scenario, message);
}
