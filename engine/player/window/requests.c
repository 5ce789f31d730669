#include "player/window/requests.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dv_request_command(dv_requests *requests, const char *format, ...) {
    char line[DV_LONGEST_COMMAND + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    uint32_t size = (uint32_t)strlen(line) + 1;
    if (!dv_reserve((void **)&requests->text, &requests->capacity, requests->used + size, 1)) {
        requests->is_cut = true;
        return;
    }
    memcpy(requests->text + requests->used, line, size);
    requests->used += size;
}

bool dv_requests_take(dv_requests *requests, char line[DV_LONGEST_COMMAND + 1]) {
    if (requests->used == 0)
        return false;
    uint32_t size = (uint32_t)strlen(requests->text) + 1;
    memcpy(line, requests->text, size);
    requests->used -= size;
    memmove(requests->text, requests->text + size, requests->used);
    return true;
}

void dv_requests_free(dv_requests *requests) {
    dv_free(requests->text);
    *requests = (dv_requests){0};
}
