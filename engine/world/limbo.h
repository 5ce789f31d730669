// The limbo keeps what swaps of the program dropped: memory, slots, fields, links, states and
// settings that the next program had no name for, the kinds whose terrain counted for flows, and
// the former names of things that were renamed. When a later program declares the name again, the
// data is restored from here. Entries are keyed by the handle of their owner; settings, fields and
// links have no owner. The limbo is not part of the world's state: hashes and snapshots leave it
// out.
//
// Each swap that drops something adds a node, which never changes after its commit. Nodes form a
// tree. Going back in time makes an earlier node current, and the next swap branches off there. A
// snapshot in memory carries its mark, the number of the node that was current.
#ifndef DV_WORLD_LIMBO_H
#define DV_WORLD_LIMBO_H

#include "drover/world.h"
#include "program/program_data.h"

/// The mark of a snapshot from another run. Returning to it leaves the current node.
#define DV_NO_MARK UINT32_MAX

typedef struct dv_limbo dv_limbo;

/// An empty limbo; NULL when out of memory.
dv_limbo *dv_limbo_create(void);
/// A copy for a second world; NULL when out of memory.
dv_limbo *dv_limbo_copy(const dv_limbo *limbo);
void dv_limbo_destroy(dv_limbo *limbo);

/// The mark of the current node; 0 if there is none.
uint32_t dv_limbo_mark(const dv_limbo *limbo);
/// Make a node current. An unknown mark changes nothing.
void dv_limbo_return_to(dv_limbo *limbo, uint32_t mark);
/// Delete all nodes later than the current one.
void dv_limbo_forget_later(dv_limbo *limbo);

/// Begin a node. A node that was begun and not committed is discarded.
void dv_limbo_begin(dv_limbo *limbo);
/// Add data of a handle to the node, at most once per handle and name. False when out of memory.
bool dv_limbo_put(dv_limbo *limbo, dv_dropped dropped, uint64_t handle, const void *bytes,
                  size_t size);
/// Note in the node that what was dropped for a handle under a name has been restored: it is not
/// found again, even if the name gets free for something new. False when out of memory.
bool dv_limbo_use_up(dv_limbo *limbo, dv_dropped dropped, uint64_t handle);
/// Add the former names that a program declares. After this the commit cannot fail.
bool dv_limbo_prepare(dv_limbo *limbo, const dv_program *program);
/// Make the node that was begun the current one, unless nothing was added to it.
void dv_limbo_commit(dv_limbo *limbo);

/// The data last dropped for a handle under a name; NULL if there is none, or if it was used up.
const void *dv_limbo_get(const dv_limbo *limbo, dv_dropped dropped, uint64_t handle, size_t *size);

/// As dv_program_after, but also follows renames backward, from a new name to the former one. For a
/// state, `kinds` are the names of its kind in the old and the new program. `is_removed` may be
/// NULL.
int32_t dv_limbo_after(const dv_limbo *limbo, const dv_program *program, dv_family family,
                       const char *const kinds[2], const char *name, bool *is_removed);

/// Remember the name a thing had before a swap merged it with others, by a removal `into` another
/// name or by renaming several names to one. Each merge pushes a name; undoing it pops the name.
bool dv_limbo_put_former(dv_limbo *limbo, const char *name, bool by_removal, uint64_t handle);
bool dv_limbo_end_former(dv_limbo *limbo, const char *name, uint64_t handle);
/// The most recent former name; NULL if there is none.
const char *dv_limbo_former(const dv_limbo *limbo, uint64_t handle, bool *by_removal);
/// Whether any thing has a former name.
bool dv_limbo_has_formers(const dv_limbo *limbo);

#endif
