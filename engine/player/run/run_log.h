// The log of a run (--log): everything that is needed to replay it. Without --log, these functions
// do nothing.
//
// A log is lines of JSON, in the order in which things happened:
//
//     {"event":"log","format":1,"drover":"0.1.0"}
//     {"tick":0,"event":"start","scenario":"samples/lamp", … "settings":{ … },"modules":[ … ]}
//     {"tick":0,"hash":"0123456789abcdef"}
//     {"tick":0,"event":"mousepressed","x":1.5,"y":-2,"button":1}
//     {"tick":1,"hash":"…"}
//
// "tick" is the tick that the world had reached: events between the hashes of ticks 5 and 6
// happened between these ticks. "start" has the seed, the settings, and the sources of all modules;
// a second "start" means that the run was restarted. "load" has the snapshot that the run began
// with. "setting", "attribute", "lua", "mouse", and the names of callbacks are what people did.
// "reload" and "undo" list all modules in force afterwards, with the sources of those that were
// loaded. "rewind" has the tick that the world went back to, and a snapshot if this isn't the world
// that had that tick's hash. "stop" means that Lua was stopped for time, "during" a "tick", an
// "act" (the event before it), or while "reading" the world. It has the world as it was then and
// the functions that are not called again; the run continued from these with all modules reloaded.
// All other events are only for people who read the log.
//
// Text is a string, or {"base64":"…"} if a string would lose bytes. Numbers are written so that
// reading them gives the same value; numbers that JSON doesn't have are strings, and so is the
// seed.
#ifndef DV_PLAYER_RUN_LOG_H
#define DV_PLAYER_RUN_LOG_H

#include "player/run/run.h"

#define DV_LOG_FORMAT 1

#define DV_STOP_CAUSES 3
/// "tick", "act", and "reading", indexed by dv_stop_cause.
extern const char *const dv_stop_cause_names[DV_STOP_CAUSES];

/// Write the first line.
void dv_log_open(dv_run *run);
/// Call for a new world, before a snapshot is loaded into it. `set_up` says whether `setup` ran.
void dv_log_start(dv_run *run, bool set_up);
/// Call after a snapshot was loaded.
void dv_log_load(dv_run *run, const dv_snapshot *snapshot);
/// Call at the start of the run and after each tick. Hashing is what makes a log cost time.
void dv_log_hash(dv_run *run, uint64_t hash);
/// Call after an act was applied.
void dv_log_act(dv_run *run, const dv_act *act);
/// Call after a script printed a line.
void dv_log_print(dv_run *run, const char *line);
/// Call when a script fails.
void dv_log_error(dv_run *run, const char *message);
/// Call after a reload; logs run->reloads.last.
void dv_log_reload(dv_run *run);
/// Call when the world has gone from tick `from` back to tick `to`, and all modules were loaded
/// again from the sources in force. With `is_other`, it isn't exactly the world that had the logged
/// hash of `to`, so a snapshot is logged. From the next tick on, everything that the log has after
/// that hash no longer happened; until then, another rewind can lead anywhere in it.
void dv_log_rewind(dv_run *run, uint64_t from, uint64_t to, bool is_other);
/// Call when Lua was stopped for time or by an interrupt. Logs a snapshot and, with `goes_on`,
/// returns the world to it, so that a replay can continue from the same world. `goes_on` is false
/// when the run ends.
void dv_log_stop(dv_run *run, dv_stop_cause during, bool goes_on);
/// Write the last line. `error` is why the run failed, or NULL.
void dv_log_finish(dv_run *run, const dv_error *error);

#endif
