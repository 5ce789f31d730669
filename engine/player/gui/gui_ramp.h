// A row of the legend for a ramp of colors.
#ifndef DV_PLAYER_GUI_RAMP_H
#define DV_PLAYER_GUI_RAMP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A name, and at the right a bar of colors between the texts of its two ends.
void dv_gui_ramp(const uint32_t *colors, uint32_t count, const char *name, const char *low,
                 const char *high);

#ifdef __cplusplus
}
#endif
#endif
