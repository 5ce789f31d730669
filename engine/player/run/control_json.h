// The lines of the control socket.
#ifndef DV_PLAYER_CONTROL_JSON_H
#define DV_PLAYER_CONTROL_JSON_H

#include "player/run/run.h"

/// A request that is being obeyed.
typedef struct dv_request dv_request;

/// Begin to obey a request. Whatever the line is, there is an answer: one line of JSON with a
/// newline, to be freed by dv_free, or NULL when memory is short. NULL with a request: the answer
/// comes from going on with that.
char *dv_control_begin(dv_run *run, const char *line, size_t size, dv_request **request);
/// Go on for about so many seconds of real time; false when the request is obeyed and freed, and
/// its answer is in `answer`.
bool dv_control_go_on(dv_run *run, double seconds, dv_request *request, char **answer);
/// Free a request, obeyed or not.
void dv_control_drop(dv_run *run, dv_request *request);
/// An answer to what is no request.
char *dv_control_refusal(const char *text);
/// The event of the run's last reload, likewise.
char *dv_control_reload_event(const dv_run *run);
/// The event that the window shows the run's last reload, likewise.
char *dv_control_shown_event(const dv_run *run);
/// The event of what became of the run's ghost, likewise.
char *dv_control_ghost_event(const dv_run *run, const char *outcome, const char *text);

#endif
