#include "player/run/answer.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dv_answer_say(dv_answer *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->text, sizeof to->text, format, arguments);
    va_end(arguments);
}

void dv_answer_refuse(dv_answer *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->text, sizeof to->text, format, arguments);
    va_end(arguments);
    to->failed = true;
}

void dv_answer_wrote(dv_answer *to, const char *path) {
    char whole[PATH_MAX];
    dv_answer_say(to, "wrote %s", realpath(path, whole) ? whole : path);
    to->has_written = true;
}

bool dv_read_switch(const char *command, const char *value, bool *is_on, dv_answer *to) {
    bool on = strcmp(value, "on") == 0, off = strcmp(value, "off") == 0;
    if (*value && !on && !off) {
        dv_answer_refuse(to, "%s takes on or off, not '%.80s'", command, value);
        return false;
    }
    *is_on = *value ? on : !*is_on;
    return true;
}
