// The Lua modules of a scenario: finds, loads, and reloads them as one generation.
//
// A generation is every module that the entry module needs, directly or not, in the order in which
// they finished loading. So a module comes after those it requires, and the entry is last. A
// generation never changes. A reload makes a second, staged one by loading every module again, so
// that the two share nothing. The staged generation is then committed or discarded as a whole.
// Former generations are kept, still loaded, to go back to, until they are let go. Of the last one
// let go, the sources are kept for undo.
//
// Invariant: there is at most one staged generation. While there is one, all functions here that
// read use it; otherwise they use the current one.
#ifndef DROVER_BINDINGS_MODULES_H
#define DROVER_BINDINGS_MODULES_H

#include "modules/mod_description.h"
#include "modules/modules_def.h"
#include "sandbox/mistakes.h"

#include <limits.h>

typedef struct dv_modules dv_modules;

/// Key in the registry: the functions of scripts/definitions/mods.lua that combine a scenario with
/// its mods.
#define DV_MOD_RULES "drover.mod_rules"

/// Fails with a message if there is no such scenario.
dv_modules *dv_modules_create(const dv_modules_def *def, dv_error *error);
/// Call this before destroying the sandbox.
void dv_modules_destroy(dv_modules *modules);

/// Pop the value at the top of the sandbox's stack and make `require(name)` return it.
dv_result dv_modules_provide(dv_modules *modules, const char *name, dv_error *error);

// Loading

/// Load the first generation, commit it, and push the entry module's value on the sandbox's stack
/// (nil if it returns nothing). `seconds` is the deadline of dv_sandbox_call.
dv_result dv_modules_load(dv_modules *modules, double seconds, dv_error *error);

/// Whether any file's content differs from the last attempt to load or stage, including attempts
/// that failed or were discarded. Checks each loaded module and each that was required but missing
/// or broken.
bool dv_modules_changed(const dv_modules *modules);

/// If anything changed since the current generation, load every module again, stage the result, and
/// push the entry module's value. If nothing changed, or on failure, nothing is staged or pushed.
/// Content that failed before is not tried again and gives the same error.
dv_result dv_modules_stage(dv_modules *modules, double seconds, dv_error *error);

/// Like dv_modules_stage, but once that is committed, the generation before is not kept: the staged
/// one takes its place, and an undo leads where it did before.
dv_result dv_modules_stage_further(dv_modules *modules, double seconds, dv_error *error);

/// Load the files once more, which have failed, for the messages alone: all mistakes go to the
/// listener, and the sandbox lists them until dv_modules_end_list. Pushes the entry module's value,
/// which may be a placeholder, and stages what could be loaded. Never commit that.
dv_result dv_modules_begin_list(dv_modules *modules, double seconds, dv_mistake_listener *listener,
                                dv_error *error);
/// Drop what dv_modules_begin_list has staged. The next attempt is compared with the one before.
void dv_modules_end_list(dv_modules *modules);

/// Load a source instead of the file of the current generation's module at `path`, until that is
/// saved. There is one draft: this replaces another. Fails if no file of the scenario has that
/// path, or if the file differs from the code that runs.
dv_result dv_modules_set_draft(dv_modules *modules, const char *path, const char *source,
                               size_t size, dv_error *error);
/// The path and source of the draft. False if there is none.
bool dv_modules_draft(const dv_modules *modules, const char **path, const char **source,
                      size_t *size);
/// Whether the file still has the content that it had when the draft began.
bool dv_modules_draft_holds(const dv_modules *modules);
void dv_modules_drop_draft(dv_modules *modules);

/// Enable or disable a mod for the next dv_modules_stage: one that is known, or is in the
/// scenario's folder of mods. It stays so if the staged generation is committed. Fails with a
/// message if there is no such mod, or if the scenario itself lists it.
dv_result dv_modules_choose_mod(dv_modules *modules, const char *name, bool is_on, dv_error *error);

/// Load the same content again at the next attempt even if it failed: it failed because memory was
/// short, which says nothing about the content.
void dv_modules_try_again(dv_modules *modules);

/// Call after an undo was committed. Keeps the undone content out even when other files change, as
/// long as the files have it. Returns false when out of memory; some of it will then come back.
bool dv_modules_keep_out_undone(dv_modules *modules);
/// Call before checking the files. A file that was saved since the undo is no longer kept out.
void dv_modules_prune_kept_out(dv_modules *modules);
/// Stop keeping anything out.
void dv_modules_let_in(dv_modules *modules);
/// Write the files that are kept out, such as "wolf.lua, deer.lua and 2 more"; "" if there are
/// none.
void dv_modules_list_kept_out(const dv_modules *modules, char *text, size_t size);

/// Whether there is a generation before the current one to go back to.
bool dv_modules_can_undo(const dv_modules *modules);

/// Like dv_modules_stage, but with the sources of the generation before the current one instead of
/// the files. Once that is committed, a second call redoes. Files are not read: dv_modules_changed
/// keeps comparing with the last attempt to load them.
dv_result dv_modules_stage_undo(dv_modules *modules, double seconds, dv_error *error);

/// Like dv_modules_stage, but loads every module of the current generation again from its own
/// source although nothing changed, so that module locals start over. The generation keeps its
/// number, and an undo leads where it did before.
dv_result dv_modules_stage_all(dv_modules *modules, double seconds, dv_error *error);

/// Stage the last of the former generations as it is. There must be one. Cannot fail.
void dv_modules_stage_former(dv_modules *modules);

/// Make the staged generation current. Cannot fail. The generation before is kept as a former one,
/// or freed if the staged one came from dv_modules_stage_further, dv_modules_stage_former, or
/// dv_modules_stage_all.
void dv_modules_commit(dv_modules *modules);

/// Let go of the oldest former generation, if there is one.
void dv_modules_let_go(dv_modules *modules);

/// Drop the staged generation. The current one is untouched.
void dv_modules_discard(dv_modules *modules);

/// The generation's number: 1 for the first, one more for each commit that changed anything.
uint32_t dv_modules_generation(const dv_modules *modules);

/// Whether there is a staged generation.
bool dv_modules_is_staged(const dv_modules *modules);

/// Write the names of the scenario's own modules, and the paths of those that changed between the
/// current and the staged generation. A list that does not fit ends after a name: "deer, wolf and
/// 12 more". `size` is at least 64.
void dv_modules_list_loaded(const dv_modules *modules, char *text, size_t size);
void dv_modules_list_changed(const dv_modules *modules, char *text, size_t size);

/// The message of the last load or stage if it failed, else ""; the source line that it names, or
/// ""; and the column in that line, in bytes from 1, or 0.
const char *dv_modules_failure(const dv_modules *modules);
const char *dv_modules_failure_line(const dv_modules *modules);
uint32_t dv_modules_failure_column(const dv_modules *modules);

// Reading

/// The scenario's folder.
const char *dv_modules_folder(const dv_modules *modules);
/// The name of the folder or, if the scenario is a file other than main.lua, of the file without
/// its ending. It may be in `path`.
const char *dv_modules_scenario_name(const dv_modules *modules, char path[PATH_MAX]);
/// The file of a module. Free the result with dv_free. NULL when out of memory.
char *dv_modules_file(const dv_modules *modules, uint32_t i);

/// The modules by index: their number, names, paths, sources (`size` may be NULL), and hashes.
uint32_t dv_modules_count(const dv_modules *modules);
const char *dv_modules_name(const dv_modules *modules, uint32_t i); ///< "flock.boid"
const char *dv_modules_path(const dv_modules *modules, uint32_t i); ///< "flock/boid.lua"
const char *dv_modules_source(const dv_modules *modules, uint32_t i, size_t *size);
uint64_t dv_modules_hash(const dv_modules *modules, uint32_t i);
/// Whether a module's source differs from the generation before, or the module is new.
bool dv_modules_is_changed(const dv_modules *modules, uint32_t i);
bool dv_modules_is_library(const dv_modules *modules, uint32_t i); ///< its path is then not a file

/// A dv_module_reader and a dv_module_lister for the sources of the current generation, and those
/// for the generation before it. Their context is the dv_modules.
dv_module_reader dv_modules_read_current, dv_modules_read_before;
dv_module_lister dv_modules_list_current, dv_modules_list_before;

/// Copy the line that a message of the form "path:line: …" names, without indentation. If it names
/// no line of a loaded module, copies "" and returns false.
bool dv_modules_source_line(const dv_modules *modules, const char *message, char *line,
                            size_t capacity);

/// The column that a message of the form "path:line: …" is about, in bytes from 1: that of the
/// token where parsing failed, or of the name or key that the message quotes, or of the first
/// expression in the line. Returns 0 if the line has none, if no visible module has the line, or
/// when out of memory.
uint32_t dv_modules_column(const dv_modules *modules, const char *message);

/// Change the line in a message of the form "path:line: key.key: …" to that of the key. If the
/// message is about the value of a module that returns nothing, make it name that module. If
/// neither is found, or when out of memory, the message stays as it is.
void dv_modules_improve_place(const dv_modules *modules, dv_error *error);

// Declarations

/// The name of the module whose body is running; NULL if there is none.
const char *dv_modules_loading(const dv_modules *modules);

/// Make the picture at a path, such as "sprites/rider.png", part of the generation that is loading,
/// as `require` does with modules. Returns NULL, or what is wrong with the file. The text may be on
/// the stack.
const char *dv_modules_take_picture(lua_State *L, dv_modules *modules, const char *path);
/// The same for any data file, or with `is_picture` for a picture, and also for the code of
/// `setup`, which runs after loading, at the line `where`. The file becomes part of the visible
/// generation, and of those after it.
const char *dv_modules_read_data(lua_State *L, dv_modules *modules, const char *path,
                                 const char *where, bool is_picture);
/// The bytes of a data file of the visible generation, whose path is kept in `path`. NULL: there is
/// none.
const unsigned char *dv_modules_data(const dv_modules *modules, const char **path, size_t *size);
/// Whether the last attempt to load looked for a data file of this name, in any folder.
bool dv_modules_looked_for_data(const dv_modules *modules, const char *name);
/// Note that `setup` uses the pixels in the file with a hash, wherever they were read.
void dv_modules_note_setup_uses(dv_modules *modules, uint64_t hash);
/// Whether a data file that `setup` has used differs from the generation before, and from what
/// `setup` has used.
bool dv_modules_waits_for_setup(const dv_modules *modules, uint32_t i);
/// Whether a module is a data file, not a script.
bool dv_modules_is_data(const dv_modules *modules, uint32_t i);

/// Push the name of the mod that code is being loaded for; nil if it is the scenario's own.
void dv_modules_push_loading_mod(lua_State *L, const dv_modules *modules);

/// Call `each` for everything that mods of the current generation declare that the staged one does
/// not have.
void dv_modules_each_dropped(lua_State *L, const dv_modules *modules,
                             void (*each)(void *context, const char *family, const char *name),
                             void *context);

/// Read what a mod's mod.lua says, without enabling the mod; see dv_scenario_describe_mod.
dv_result dv_modules_describe_mod(dv_modules *modules, const char *name, double seconds,
                                  dv_mod_description *description, dv_error *error);

/// The mod number `i` of those that are known, or NULL past the last.
const struct dv_mod *dv_modules_mod(const dv_modules *modules, uint32_t i);

/// Whether the visible generation has a mod.
bool dv_modules_has_mod(const dv_modules *modules, const char *name);
/// Whether the staged generation has a mod that the current one does not have.
bool dv_modules_is_new_mod(const dv_modules *modules, const char *name);

/// Push the value that a module returned.
void dv_modules_push_value(lua_State *L, const dv_modules *modules, uint32_t i);

/// Push the `require` of the scenario's own modules.
void dv_modules_push_require(lua_State *L, dv_modules *modules);

/// Push the table in which the bindings keep what `module` declared while it loaded; nil if there
/// is no such module. The table is empty when the module's body starts. It belongs to this loading
/// of the module, so it is kept, replaced, and restored with it.
void dv_modules_push_declarations(lua_State *L, const dv_modules *modules, const char *module);

#endif
