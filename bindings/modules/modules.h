// The Lua modules of a scenario: finding, loading and reloading them as one generation.
//
// A generation is every module the entry module needs, directly or not, in the order in which they
// finished loading (so what a module requires stands before it; the entry is last). A generation
// never changes. A reload makes a second, staged one, in which every module is loaded afresh, so
// that the two share nothing; it is then either committed or discarded as a whole. Those that were
// current before are kept as they are, loaded, to go back to, until they are let go; of the last
// one let go the sources stay, for undo.
//
// Invariant: there is at most one staged generation. While there is one, every function here that
// reads speaks of it, else of the current one.
#ifndef DROVER_BINDINGS_MODULES_H
#define DROVER_BINDINGS_MODULES_H

#include "modules/modules_def.h"

typedef struct dv_modules dv_modules;

/// Fails with one message when there is no such scenario.
dv_modules *dv_modules_create(const dv_modules_def *def, dv_error *error);
/// Before the sandbox is destroyed.
void dv_modules_destroy(dv_modules *modules);

/// Pop the value on top of the sandbox's stack and let `require(name)` return it.
dv_result dv_modules_provide(dv_modules *modules, const char *name, dv_error *error);

// Loading

/// Load the first generation, commit it, and push the entry module's value on the sandbox's stack
/// (nil if it returns nothing). `seconds` is the deadline of dv_sandbox_call.
dv_result dv_modules_load(dv_modules *modules, double seconds, dv_error *error);

/// Is any file's content other than at the last attempt to load or stage, failed and discarded
/// attempts included? Looks at each loaded module, and at each that was asked for and is missing or
/// broken.
bool dv_modules_changed(const dv_modules *modules);

/// If anything changed since the current generation, load every module afresh, stage the result
/// and push the entry module's value. When nothing did, or it fails, nothing is staged or pushed;
/// content that failed is not tried again but gives the same error.
dv_result dv_modules_stage(dv_modules *modules, double seconds, dv_error *error);

/// Load the same content when it is next asked for, though it was tried: memory was short, which
/// says nothing of it.
void dv_modules_try_again(dv_modules *modules);

/// After an undo was committed: keep what it took back out, while the files hold it, though other
/// files change. False when memory is short, and some of it will come back.
bool dv_modules_keep_out_undone(dv_modules *modules);
/// Before a look at the files: what a file holds that was saved since is not kept out.
void dv_modules_prune_kept_out(dv_modules *modules);
/// Keep nothing out any more.
void dv_modules_let_in(dv_modules *modules);
/// The files that are kept out, as "wolf.lua, deer.lua and 2 more"; "" when there are none.
void dv_modules_list_kept_out(const dv_modules *modules, char *text, size_t size);

/// Is there a generation before the current one, to go back to?
bool dv_modules_can_undo(const dv_modules *modules);

/// As dv_modules_stage, with the sources of the generation before the current one in place of the
/// files; a second time, once that is committed, redoes. Files are not looked at:
/// dv_modules_changed keeps comparing with the last attempt at them.
dv_result dv_modules_stage_undo(dv_modules *modules, double seconds, dv_error *error);

/// As dv_modules_stage, with every module of the current generation loaded from its own source
/// again, though nothing changed: module locals start over. It has the same number, and undo leads
/// where it led before.
dv_result dv_modules_stage_afresh(dv_modules *modules, double seconds, dv_error *error);

/// Stage the last of the generations that are kept, as it is. Only when there is one. Cannot fail.
void dv_modules_stage_former(dv_modules *modules);

/// Make the staged generation current. Cannot fail. The one before is kept; it is freed when what
/// was staged is a former generation, or the current one afresh.
void dv_modules_commit(dv_modules *modules);

/// Let go of the first of the generations that are kept, if there is one.
void dv_modules_let_go(dv_modules *modules);

/// Drop the staged generation; the current one was not touched.
void dv_modules_discard(dv_modules *modules);

/// Number of the generation: 1 for the first, one more for each commit that changed anything.
uint32_t dv_modules_generation(const dv_modules *modules);

bool dv_modules_is_staged(const dv_modules *modules);

/// Write the names of the scenario's own modules of the generation, and the paths of those among
/// the staged ones that changed since the current generation. A list that does not fit is cut
/// behind a name: "deer, wolf and 12 more". `size` is at least 64.
void dv_modules_list_loaded(const dv_modules *modules, char *text, size_t size);
void dv_modules_list_changed(const dv_modules *modules, char *text, size_t size);

/// Message of the last load or stage if it failed, else "", and the text of the source line it
/// names, or "".
const char *dv_modules_failure(const dv_modules *modules);
const char *dv_modules_failure_line(const dv_modules *modules);
uint32_t dv_modules_failure_column(const dv_modules *modules);

// Reading

const char *dv_modules_folder(const dv_modules *modules);

uint32_t dv_modules_count(const dv_modules *modules);
const char *dv_modules_name(const dv_modules *modules, uint32_t i); ///< "flock.boid"
const char *dv_modules_path(const dv_modules *modules, uint32_t i); ///< "flock/boid.lua"
const char *dv_modules_source(const dv_modules *modules, uint32_t i, size_t *size);
uint64_t dv_modules_hash(const dv_modules *modules, uint32_t i);
/// Does its source differ from that in the generation before, or has that none?
bool dv_modules_is_changed(const dv_modules *modules, uint32_t i);
bool dv_modules_is_library(const dv_modules *modules, uint32_t i); ///< path is then no file

/// dv_module_readers whose context is the dv_modules: of the sources of the current generation, and
/// of the one before it.
dv_module_reader dv_modules_read_current, dv_modules_read_before;

/// Copy the line that a message of the form "path:line: …" names, without indentation; false, with
/// "" copied, when it names none of the loaded modules' lines.
bool dv_modules_source_line(const dv_modules *modules, const char *message, char *line,
                            size_t capacity);

/// The column, in bytes from 1, of what a message of the form "path:line: …" is about: of the token
/// where parsing failed, of the name or key that the message quotes, else of the first expression
/// in the line. 0 when the line has none, no visible module has it, or memory is short.
uint32_t dv_modules_column(const dv_modules *modules, const char *message);

/// Let a message of the form "path:line: key.key: …" name the line of that key, and one about the
/// value of a module that returns nothing that module. Where neither is found, or memory is short,
/// it stays as it is.
void dv_modules_improve_place(const dv_modules *modules, dv_error *error);

// Declarations

/// Name of the module whose body is running now; NULL when none is.
const char *dv_modules_loading(const dv_modules *modules);

/// Push what a module returned.
void dv_modules_push_value(lua_State *L, const dv_modules *modules, uint32_t i);

/// Push the table in which the binding keeps what `module` declared while it loaded; nil when there
/// is no such module. It is empty when the module's body starts, belongs to that loading of the
/// module, and so is kept, replaced and given back with it.
void dv_modules_push_declarations(lua_State *L, const dv_modules *modules, const char *module);

#endif
