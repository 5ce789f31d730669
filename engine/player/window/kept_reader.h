// Reading values out of window.json; see kept.h.
#ifndef DV_PLAYER_KEPT_READER_H
#define DV_PLAYER_KEPT_READER_H

#include "player/window/kept.h"

#include <jansson.h>

/// The first failure sticks.
typedef struct dv_kept_reader {
    const char *path; ///< of the file
    dv_result result;
    dv_error *error;
} dv_kept_reader;

/// Refuse the value with a name in a part of the file. `part` is "" for the outermost object.
void dv_kept_refuse(dv_kept_reader *r, const char *part, const char *name, const char *expected);
/// The value with a name in an object, which may be NULL. NULL if there is none, or if it doesn't
/// fit, which is refused.
json_t *dv_kept_find(dv_kept_reader *r, const json_t *object, const char *part, const char *name,
                     bool fits(const json_t *), const char *expected);
bool dv_kept_is_object(const json_t *value);

/// Read what is kept of `kept->scenario`.
void dv_kept_read_scenario(dv_kept_reader *r, const json_t *root, dv_kept *kept);
/// Move it behind all other scenarios, and forget the first ones if there are too many.
void dv_kept_put_scenario(json_t *root, const dv_kept *kept);

/// Put a value, which may be NULL for none, into a part of the file. Takes ownership of it.
void dv_kept_put(json_t *root, const char *part, const char *name, json_t *value);

/// Write the name that the scenario at an absolute path has in the file.
void dv_kept_write_name(const char *path, char name[DV_KEPT_NAME]);

#endif
