// The lines of the control socket.
#ifndef DV_PLAYER_CONTROL_JSON_H
#define DV_PLAYER_CONTROL_JSON_H

#include "player/run.h"

/// Obey a request; its answer, one line of JSON with a newline, to be freed by dv_free. Whatever
/// the line is, there is an answer. NULL: memory is short.
char *dv_control_answer(dv_run *run, const char *line, size_t size);
/// An answer to what is no request.
char *dv_control_refusal(const char *text);
/// The event of the run's last reload, likewise.
char *dv_control_reload_event(const dv_run *run);
/// The event that the window shows the run's last reload, likewise.
char *dv_control_shown_event(const dv_run *run);
/// The event of what became of the run's ghost, likewise.
char *dv_control_ghost_event(const dv_run *run, const char *outcome, const char *text);

#endif
