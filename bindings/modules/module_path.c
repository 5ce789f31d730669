#include "modules/module_path.h"

#include "data/data_format.h"

#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

char *dv_join(const char *a, const char *b, const char *c) {
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = dv_alloc(size);
    if (text)
        snprintf(text, size, "%s%s%s", a, b, c);
    return text;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool dv_is_module_name(const char *name) {
    if (!*name || strlen(name) > DV_LONGEST_MODULE_NAME)
        return false;
    for (const char *c = name; *c; c++) {
        bool part_ends = c[1] == '.' || c[1] == 0;
        if (*c == '.' ? c == name || part_ends : !is_letter(*c))
            return false;
    }
    return true;
}

bool dv_is_data_path(const char *path) {
    if (strlen(path) > DV_LONGEST_MODULE_NAME || dv_data_format_of(path) == DV_DATA_NONE)
        return false;
    for (const char *c = path; *c; c++) {
        bool part_begins = c == path || c[-1] == '/';
        if ((part_begins && (*c == '.' || *c == '/')) || (unsigned char)*c < ' ' || *c == 0x7f)
            return false;
    }
    return true;
}

bool dv_is_data_name(const char *name) { return strchr(name, '/'); }

bool dv_is_mod_name(const char *name) {
    size_t length = 0;
    while (is_letter(name[length]))
        length++;
    return length > 0 && length <= DV_LONGEST_MOD_NAME && !name[length] &&
           !(*name >= '0' && *name <= '9');
}

const char *dv_after_mod(const char *module, const char **name, size_t *length) {
    if (strncmp(module, "mods", 4) != 0 || (module[4] != '.' && module[4] != '/'))
        return NULL;
    const char *end = strchr(module + 5, module[4]);
    *name = module + 5;
    *length = end ? (size_t)(end - module - 5) : 0;
    return end ? end + 1 : NULL;
}
