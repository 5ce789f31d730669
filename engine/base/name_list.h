// Lists as people read them, cut behind an entry when they grow long: "deer, wolf and 12 more".
#ifndef DV_BASE_NAME_LIST_H
#define DV_BASE_NAME_LIST_H

#include <stddef.h>
#include <stdint.h>

/// A list on its way into a text of some size, at least 64. Begin with { text, size }.
typedef struct dv_name_list {
    char *text;
    size_t size, used;
    uint32_t count, shown; ///< entries, and those of them in the text
} dv_name_list;

/// Add an entry, as printf does. One that does not fit whole is counted, as are all behind it.
__attribute__((format(printf, 2, 3))) void dv_list_add(dv_name_list *list, const char *format, ...);

/// Say how many entries did not fit: " and 12 more", or "12" when there is no other.
void dv_list_end(const dv_name_list *list);

#endif
