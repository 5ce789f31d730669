#include "player/draw/turn.h"

#include "base/math.h"

#include <math.h>

/// A direction in the world as the eye sees it: to the right, up, and toward the eye.
static dv_vec3 seen_from_eye(const dv_camera *camera, dv_vec3 v) {
    const dv_axis *axes[] = {&camera->right, &camera->up, &camera->ahead};
    float seen[3];
    for (int i = 0; i < 3; i++)
        seen[i] = (float)axes[i]->x * v.x + (float)axes[i]->y * v.y + (float)axes[i]->z * v.z;
    return dv_vec(seen[0], seen[1], -seen[2]);
}

void dv_turn_to_eye(const dv_camera *camera, const dv_pose *pose, dv_figure *figure) {
    float level = cosf(pose->pitch), rise = sinf(pose->pitch);
    dv_vec3 forward = {pose->forward_x * level, pose->forward_y * level, rise};
    dv_vec3 level_left = {-pose->forward_y, pose->forward_x, 0};
    dv_vec3 left = dv_add(dv_scale(level_left, cosf(pose->roll)),
                          dv_scale(dv_cross(forward, level_left), sinf(pose->roll)));
    forward = seen_from_eye(camera, forward);
    left = seen_from_eye(camera, left);
    float length = hypotf(forward.x, forward.y);
    bool points_at_eye = !(length > 1e-6f);
    dv_vec3 across =
        points_at_eye ? dv_vec(0, 1, 0) : dv_vec(-forward.y / length, forward.x / length, 0);
    figure->forward_x = across.y;
    figure->forward_y = across.x;
    // A disc stands for a ball, or for something that looks the same from everywhere.
    if (figure->shape == DV_SHAPE_DISC && !figure->own)
        return;
    figure->pitch = atan2f(forward.z, length);
    figure->roll = atan2f(-dv_dot(dv_cross(forward, left), across), dv_dot(left, across));
}
