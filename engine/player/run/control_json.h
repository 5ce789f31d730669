// Formats and parses the lines of the control socket. Functions that return a line return one line
// of JSON with its newline, to be freed with dv_free, or NULL when out of memory.
#ifndef DV_PLAYER_CONTROL_JSON_H
#define DV_PLAYER_CONTROL_JSON_H

#include "player/run/answer.h"

/// A request in progress.
typedef struct dv_request dv_request;

/// Begin a request. Returns its answer, or an error if the line isn't a valid request. If that
/// takes longer, returns NULL and sets `*request`; dv_control_go_on then gives the answer.
char *dv_control_begin(dv_run *run, const char *line, size_t size, dv_request **request);
/// What a request that waits for the end of a tick wants of it.
dv_wish dv_control_wish_of(const char *line, size_t size);
/// Continue for about `seconds` of real time. False when the request is done: it is then freed, and
/// `*answer` has the line to send.
bool dv_control_go_on(dv_run *run, double seconds, dv_request *request, char **answer);
/// Stop and free a request.
void dv_control_drop(dv_run *run, dv_request *request);
/// An error as the answer to a line that isn't a request.
char *dv_control_refusal(const char *text);
/// The event for the run's last reload.
char *dv_control_reload_event(const dv_run *run);
/// The event that the window shows the run's last reload.
char *dv_control_shown_event(const dv_run *run);
/// The event about the run's ghost.
char *dv_control_ghost_event(const dv_run *run, const char *outcome, const char *text);

#endif
