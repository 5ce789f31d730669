// What agents think, as it is drawn over the world: of the one selected, else of all on the screen,
// as many as can be told apart.
#ifndef DV_PLAYER_THOUGHTS_H
#define DV_PLAYER_THOUGHTS_H

#include "player/draw/camera.h"

#include "drover/drover.h"

#define DV_MOST_THINKERS 300

typedef struct dv_thoughts {
    dv_sketch *sketch;                 ///< NULL before the first
    dv_agent agents[DV_MOST_THINKERS]; ///< who drew in it
    uint32_t count;
    bool has_more; ///< there were others on the picture
} dv_thoughts;

void dv_thoughts_free(dv_thoughts *thoughts);

/// Let agents draw anew: `selected`, or when that is null those on a picture of so many pixels, in
/// the order of ids, until there are DV_MOST_THINKERS or so many strokes. DV_ERROR_MEMORY when some
/// of it is missing.
dv_result dv_thoughts_draw(dv_thoughts *thoughts, const dv_world *world, dv_agent selected,
                           const dv_camera *camera, int width, int height, uint32_t strokes);

#endif
