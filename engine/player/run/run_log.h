// The log of a run (--log): all that is needed to do the run again. Without --log these do nothing.
//
// A log is lines of JSON, in the order in which things happened:
//
//     {"event":"log","format":1,"drover":"0.1.0"}
//     {"tick":0,"event":"start","scenario":"samples/lamp", … "settings":{ … },"modules":[ … ]}
//     {"tick":0,"hash":"0123456789abcdef"}
//     {"tick":0,"event":"mousepressed","x":1.5,"y":-2,"button":1}
//     {"tick":1,"hash":"…"}
//
// A "tick" is what the world had reached: what stands between the hashes of ticks 5 and 6 was done
// between these ticks. "start" has seed, settings and the sources of all modules; a second one is
// where the run was restarted, "load" the snapshot it began with. "setting", "mouse" and the names
// of callbacks are what people did. "reload" and "undo" have all modules in force after them, with
// the sources of those that were loaded. "rewind" says to which tick the world was taken, and has a
// snapshot where that is not the world that had the hash of that tick. "stop" says that Lua was
// stopped for time "during" a tick, an act (which is the event before it) or while the world was
// only looked at; it has the world after that, from which the run went on with all modules loaded
// afresh, and what is not called again. The rest is for reading.
//
// A text is a string, or {"base64":"…"} where bytes would be lost. Numbers read back to the same
// value; those that JSON does not have are strings, and so is the seed.
#ifndef DV_PLAYER_RUN_LOG_H
#define DV_PLAYER_RUN_LOG_H

#include "player/run/run.h"

#define DV_LOG_FORMAT 1

#define DV_STOPPED_ACTS 3
/// "tick" …, by dv_stopped_act.
extern const char *const dv_stopped_act_names[DV_STOPPED_ACTS];

void dv_log_open(dv_run *run);
/// A new world, before a snapshot is loaded into it; whether `setup` was run.
void dv_log_start(dv_run *run, bool set_up);
/// After one was.
void dv_log_load(dv_run *run, const dv_snapshot *snapshot);
/// After each tick, and when the run begins; this is what makes a log cost time.
void dv_log_hash(dv_run *run, uint64_t hash);
void dv_log_act(dv_run *run, const dv_act *act);
void dv_log_print(dv_run *run, const char *line);
/// An error of a script.
void dv_log_error(dv_run *run, const char *message);
/// `reload` of the run.
void dv_log_reload(dv_run *run);
/// The world is at tick `to` again, as it was after the hash of that tick (`is_other`: not quite,
/// so that a snapshot is logged), and all modules were loaded afresh from the sources that are in
/// force. What the log has after that hash no longer happened, once there is a next tick; until
/// then the world may go anywhere in it.
void dv_log_rewind(dv_run *run, uint64_t from, uint64_t to, bool is_other);
/// Lua was stopped for time or by an interrupt. The world goes on from the snapshot that is logged,
/// so that a replay can do the same; `goes_on` is false where the run ends.
void dv_log_stop(dv_run *run, dv_stopped_act during, bool goes_on);
/// `error` is why the run failed, or NULL.
void dv_log_finish(dv_run *run, const dv_error *error);

#endif
