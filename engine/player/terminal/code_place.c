#include "player/terminal/code_place.h"

#include <stdlib.h>
#include <string.h>

enum { most_digits = 7 };

dv_code_place dv_first_code_place(const char *text) {
    for (const char *found = text; (found = strstr(found, ".lua:")); found++) {
        const char *start = found, *colon = found + 4;
        size_t digits = strspn(colon + 1, "0123456789");
        uint32_t line = digits <= most_digits ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;
        while (start > text && !strchr(" \n\t('\"", start[-1]))
            start--;
        if (line > 0)
            return (dv_code_place){start, colon, colon + 1 + digits, line};
    }
    return (dv_code_place){NULL, NULL, NULL, 0};
}
