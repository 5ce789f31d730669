// Lists as people read them; see name_list.h.
#include "base/name_list.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Room for " and 4294967295 more".
#define ROOM_FOR_REST 24

void dv_list_add(dv_name_list *list, const char *format, ...) {
    const char *comma = list->shown > 0 ? ", " : "";
    char *end = list->text + list->used;
    size_t room = list->size - list->used;
    if (list->count++ > list->shown)
        return;
    size_t length = (size_t)snprintf(end, room, "%s", comma);
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(end + length, room - length, format, arguments);
    va_end(arguments);
    if (length + ROOM_FOR_REST < room) {
        list->used += length;
        list->shown++;
    } else {
        *end = '\0';
    }
}

void dv_list_end(const dv_name_list *list) {
    uint32_t rest = list->count - list->shown;
    if (rest > 0)
        snprintf(list->text + list->used, list->size - list->used,
                 list->shown > 0 ? " and %" PRIu32 " more" : "%" PRIu32, rest);
}
