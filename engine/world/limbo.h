// What swaps of the program dropped: fields, slots, states and settings that the next program had
// no name for, and the names that things had before. It stands beside the world: hashes and
// snapshots leave it out. A program that has the name again finds the data here. Data is kept by
// the handle of whose it was; a setting has none.
//
// What one swap drops is a node that never changes. Nodes form a tree: going back in time makes an
// earlier one current, and what is dropped then branches off. Snapshots in memory carry the number
// of the node that was current, their mark.
#ifndef DV_WORLD_LIMBO_H
#define DV_WORLD_LIMBO_H

#include "drover/world.h"
#include "world/program_data.h"

/// The mark of a snapshot that outlives its run: what is current stays so.
#define DV_NO_MARK UINT32_MAX

typedef struct dv_limbo dv_limbo;

dv_limbo *dv_limbo_create(void);
/// One with the same content, for a world beside; NULL when memory is short.
dv_limbo *dv_limbo_copy(const dv_limbo *limbo);
void dv_limbo_destroy(dv_limbo *limbo);

uint32_t dv_limbo_mark(const dv_limbo *limbo);
/// Make a node current. One that is unknown leaves it as it is.
void dv_limbo_return_to(dv_limbo *limbo, uint32_t mark);
/// Forget nodes later than the current one.
void dv_limbo_forget_later(dv_limbo *limbo);

/// Begin a node; what was begun and not committed is forgotten.
void dv_limbo_begin(dv_limbo *limbo);
/// Add to it, for a handle; each only once. False when memory is short.
bool dv_limbo_put(dv_limbo *limbo, dv_dropped dropped, uint64_t handle, const void *bytes,
                  size_t size);
/// Add the names that things of a program had before. After that the commit cannot fail.
bool dv_limbo_prepare(dv_limbo *limbo, const dv_program *program);
void dv_limbo_commit(dv_limbo *limbo);

/// What was last dropped of a handle under a name; NULL when nothing was.
const void *dv_limbo_get(const dv_limbo *limbo, dv_dropped dropped, uint64_t handle, size_t *size);

/// As dv_program_after, also undoing renames: a name that another had before stands for that one.
/// `kinds` are what the kind of a state is called in the old program and the new. `is_removed` may
/// be NULL.
int32_t dv_limbo_after(const dv_limbo *limbo, const dv_program *program, dv_family family,
                       const char *const kinds[2], const char *name, bool *is_removed);

/// What a thing was called before swaps made it the same as others: by a removal, or by renaming
/// several names to one. Each such swap adds a name, and one that gives it back takes it away.
bool dv_limbo_put_former(dv_limbo *limbo, const char *name, bool by_removal, uint64_t handle);
bool dv_limbo_end_former(dv_limbo *limbo, const char *name, uint64_t handle);
/// The last of these names; NULL: there is none.
const char *dv_limbo_former(const dv_limbo *limbo, uint64_t handle, bool *by_removal);
/// Whether anything has one.
bool dv_limbo_has_formers(const dv_limbo *limbo);

#endif
