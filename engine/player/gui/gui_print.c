// Formatted text for the panels, in C. The buffers hold more than fits in a panel's line.
#include "player/gui/gui.h"

#include <stdarg.h>
#include <stdio.h>

void dv_gui_print(uint32_t color, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    dv_gui_text(color, line);
}

void dv_gui_print_row(const char *name, const char *format, ...) {
    char value[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    dv_gui_row(name, value);
}
