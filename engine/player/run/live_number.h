// Changing a number of a script while the scenario runs: the literal in the source is replaced and
// the code reloaded. All changes until the number is released count as one reload, with one trial
// and one undo. Releasing it writes the file.
//
//     … each frame of a drag:
//         dv_live_number_change(run, module, place, value, &error);
//         dv_live_number_go_on(run, &error);
//     … when the mouse is released:
//         dv_live_number_release(run, &error);
#ifndef DV_PLAYER_LIVE_NUMBER_H
#define DV_PLAYER_LIVE_NUMBER_H

#include "player/run/run.h"

/// At least this many seconds of real time pass between two reloads.
#define DV_LIVE_NUMBER_PAUSE 0.1

/// Change a number of a module, by its place in dv_scenario_numbers. It reloads at once, or in
/// dv_live_number_go_on if the last reload was less than DV_LIVE_NUMBER_PAUSE ago. If another
/// number is being changed, it is released first. Fails if the reload is refused: the code in
/// force stays, and another value may follow.
dv_result dv_live_number_change(dv_run *run, uint32_t module, uint32_t place, double value,
                                dv_error *error);
/// Reload with the last value, if that is due. Fails like dv_live_number_change.
dv_result dv_live_number_go_on(dv_run *run, dv_error *error);
/// Reload with the last value, and write the file. If that fails, the file stays as it is, and the
/// code in force too. Does nothing if no number is being changed.
dv_result dv_live_number_release(dv_run *run, dv_error *error);
/// Release the number without writing the file.
void dv_live_number_drop(dv_run *run);

/// The module and place of the number that is being changed. False if there is none.
bool dv_live_number_place(const dv_run *run, uint32_t *module, uint32_t *place);

/// The number of decimals that people choose a value with: 0 for 120, 1 for 14, 3 for 0.25, and
/// more if the value has more. For a whole number at most those that it has.
int dv_number_decimals(const dv_script_number *number, double value);

#define DV_LITERAL_TEXT 48
/// Write a value as the literal that replaces `before`, with as few digits as it needs. The literal
/// of a float stays a float: "2.0" replaces "1.5".
void dv_literal_text(const char *before, size_t size, double value, char text[DV_LITERAL_TEXT]);

#endif
