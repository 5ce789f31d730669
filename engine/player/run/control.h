// A Unix socket over which editors and scripts command a run: JSON lines, a request each in
// {"id":1,"command":"rewind 0.5"}, an answer each out {"id":1,"ok":true,"text":"…"}, and unasked an
// event for each reload. Commands are those of command.h, and are obeyed between two ticks.
#ifndef DV_PLAYER_CONTROL_H
#define DV_PLAYER_CONTROL_H

#include "drover/base.h"

struct dv_run;

typedef struct dv_control dv_control;

/// Listen at a path, for this user alone. Fails when something stands there, unless it is a socket
/// at which nobody listens.
dv_control *dv_control_open(const char *path, dv_error *error);
/// Hang up and remove the path. NULL is fine.
void dv_control_close(dv_control *control, struct dv_run *run);

/// Take clients and obey what they sent, one request after the other, without waiting for any.
/// A request is given about so many seconds of real time; what is not done then goes on when
/// clients are served next, and those behind it wait. NULL is fine.
void dv_control_serve(dv_control *control, struct dv_run *run, double seconds);

/// Tell all clients of the run's last reload. NULL is fine.
void dv_control_tell_reload(dv_control *control, const struct dv_run *run);

/// Tell all clients that the window shows the run's last reload. NULL is fine.
void dv_control_tell_shown(dv_control *control, const struct dv_run *run);

/// Tell all clients what became of the run's ghost: it "began", "diverged" or "ended". NULL is
/// fine.
void dv_control_tell_ghost(dv_control *control, const struct dv_run *run, const char *outcome,
                           const char *text);

#endif
