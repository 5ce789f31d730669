// Themes: the colors of the ground, and of what lies on it, 0xRRGGBBAA. A scenario names its theme;
// --theme chooses another.
#ifndef DV_PLAYER_THEME_H
#define DV_PLAYER_THEME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dv_theme {
    const char *name;
    uint32_t outside, ground;               ///< beyond the bounds, and within
    uint32_t sky_high, sky_low;             ///< behind a volume, at the top and at the bottom
    uint32_t grid, edge;                    ///< edge: of bounds that contain agents
    uint32_t sight, sight_over, sight_edge; ///< of the selected agent; `sight_over` is translucent,
                                            ///< so that surfaces remain visible
    uint32_t stone, stone_edge;             ///< obstacles without a color of their own
    uint32_t region, region_slow, region_fast; ///< regions, by what they do to speeds
    uint32_t tube, spine;                      ///< paths
    uint32_t surface_low, surface_high, surface_edge, contour;
    uint32_t flow;
    uint32_t ghost, ghost_body; ///< agents under the old code
} dv_theme;

extern const dv_theme dv_themes[];
extern const uint32_t dv_theme_count;

/// The theme with a name; NULL: there is none.
const dv_theme *dv_theme_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
