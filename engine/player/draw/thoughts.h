// Draws what agents are thinking: the selected agent or, if none is selected, the agents on the
// screen, up to a limit.
#ifndef DV_PLAYER_THOUGHTS_H
#define DV_PLAYER_THOUGHTS_H

#include "player/draw/camera.h"

#include "drover/drover.h"

#define DV_MAX_THINKERS 300

typedef struct dv_thoughts {
    dv_sketch *sketch;                ///< NULL until the first drawing
    dv_agent agents[DV_MAX_THINKERS]; ///< those in the sketch
    uint32_t count;
    bool has_more; ///< more agents are on the screen than fit
} dv_thoughts;

/// Free the sketch.
void dv_thoughts_free(dv_thoughts *thoughts);

/// Draw the thoughts of `selected` or, if it is null, of the agents on a picture of `width` by
/// `height` pixels, in order of ids, up to DV_MAX_THINKERS agents or about `strokes` strokes.
/// DV_ERROR_MEMORY if parts are missing.
dv_result dv_thoughts_draw(dv_thoughts *thoughts, const dv_world *world, dv_agent selected,
                           const dv_camera *camera, int width, int height, uint32_t strokes);

#endif
