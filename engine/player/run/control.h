// A Unix socket through which editors and scripts command a run. It speaks JSON, one object per
// line: requests such as {"id":1,"command":"rewind 0.5"}, an answer to each such as
// {"id":1,"ok":true,"text":"…"}, and events for reloads and ghosts. The commands are those of
// command.h, and are executed between two ticks.
#ifndef DV_PLAYER_CONTROL_H
#define DV_PLAYER_CONTROL_H

#include "player/run/answer.h"

struct dv_run;

typedef struct dv_control dv_control;

/// Listen at `path`, for this user only. Replaces a socket that no process listens at; fails if the
/// path is anything else that exists. NULL on failure.
dv_control *dv_control_open(const char *path, dv_error *error);
/// Disconnect all clients and remove the socket. `control` may be NULL.
void dv_control_close(dv_control *control, struct dv_run *run);

/// Accept clients and execute their requests one after the other, without waiting for any client. A
/// request gets about `seconds` of real time; if it needs more, the next call continues it, and
/// later requests wait. `control` may be NULL.
void dv_control_serve(dv_control *control, struct dv_run *run, double seconds);

/// What the requests want that wait for the end of a tick; they go on waiting. `control` may be
/// NULL.
dv_wish dv_control_wish(dv_control *control);

/// Send all clients the event for the run's last reload. `control` may be NULL.
void dv_control_tell_reload(dv_control *control, const struct dv_run *run);

/// Send all clients the event that the window shows the run's last reload. `control` may be NULL.
void dv_control_tell_shown(dv_control *control, const struct dv_run *run);

/// Send all clients an event about the run's ghost; `outcome` is "began", "diverged", or "ended".
/// `control` may be NULL.
void dv_control_tell_ghost(dv_control *control, const struct dv_run *run, const char *outcome,
                           const char *text);

#endif
