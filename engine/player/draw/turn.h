// How a body is seen from an eye that orbits.
#ifndef DV_PLAYER_TURN_H
#define DV_PLAYER_TURN_H

#include "player/draw/camera.h"
#include "player/draw/motion.h"
#include "player/draw/shapes.h"

/// Turn a figure, which shows a body from above, so that it shows the body from the eye. Of the
/// pose, only the directions count.
void dv_turn_to_eye(const dv_camera *camera, const dv_pose *pose, dv_figure *figure);

#endif
