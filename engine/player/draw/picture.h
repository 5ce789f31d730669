// Pictures of a world, drawn in memory, without a display: the world with a legend. A picture is
// made once for a run, and drawn again and again:
//
//     dv_picture *picture = dv_picture_create(&options->view, &error);
//     … for each tick …
//         dv_picture_follow(picture, scenario);
//         if (dv_picture_draw(picture, scenario, &scene, &error) == DV_OK)
//             … dv_picture_pixels(picture) … or dv_picture_write(picture, path, &error)
//     dv_picture_destroy(picture);
#ifndef DV_PLAYER_PICTURE_H
#define DV_PLAYER_PICTURE_H

#include "player/options/options.h"
#include "scenario.h"

typedef struct dv_picture dv_picture;

/// What changes from one drawing to the next, besides the world.
typedef struct dv_picture_scene {
    uint32_t reloads;  ///< must change whenever scripts were reloaded
    dv_agent selected; ///< null: no agent
} dv_picture_scene;

/// `view` must outlive the picture. NULL with a message on failure.
dv_picture *dv_picture_create(const dv_view_options *view, dv_error *error);
/// Free a picture. It may be NULL.
void dv_picture_destroy(dv_picture *picture);

/// Note where the agents are, for their trails. Call it after each tick. If memory runs out, only
/// trails are lost.
void dv_picture_follow(dv_picture *picture, dv_scenario *scenario);

/// Draw the world as it is now. Call it between two ticks.
dv_result dv_picture_draw(dv_picture *picture, dv_scenario *scenario, const dv_picture_scene *scene,
                          dv_error *error);

/// The size of the picture.
void dv_picture_size(const dv_picture *picture, int *width, int *height);
/// What was drawn last: rows from the top down, a pixel each 0xffRRGGBB.
const uint32_t *dv_picture_pixels(const dv_picture *picture);
/// Write what was drawn last to a PNG file.
dv_result dv_picture_write(const dv_picture *picture, const char *path, dv_error *error);

#endif
