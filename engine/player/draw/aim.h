// Where the camera of a world's picture is at first, and when it is to show everything.
#ifndef DV_PLAYER_AIM_H
#define DV_PLAYER_AIM_H

#include "player/draw/camera.h"
#include "player/options/options.h"

#include "drover/drover.h"
#include "scenario.h"

/// Look from where a view says, or else, if that says nothing, the scenario; then show everything
/// with a margin of `margin` pixels, or what the view's camera says.
void dv_aim_at_first(dv_camera *camera, const dv_view_options *view, const dv_scenario *scenario,
                     const dv_world *world, double margin);

/// Look at a world from a direction; in the plane, and with a pitch of 90 degrees, show the plan.
void dv_aim_from(dv_camera *camera, const dv_world *world, double yaw, double pitch);

/// From where the camera looks, show the whole bounds of the world, or all agents if the edge is
/// open and most have left the bounds.
void dv_aim_fit(dv_camera *camera, const dv_world *world, double margin);

/// Where a camera is, for dv_aim_at_first; of the plan, without angles.
dv_view_options dv_aim_of(const dv_camera *camera);

#endif
