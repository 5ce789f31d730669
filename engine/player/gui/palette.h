// The colors of the window and of pictures, 0xRRGGBBAA.
#ifndef DV_PLAYER_PALETTE_H
#define DV_PLAYER_PALETTE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DV_COLOR_SELECTED 0xfdfeffffu
#define DV_COLOR_VELOCITY 0x38d8a8ffu
#define DV_COLOR_STEERING 0xed94fbffu
#define DV_COLOR_TARGET 0xfff230ffu
#define DV_COLOR_SUSPENDED 0x8d8d8dffu
#define DV_COLOR_FAULT 0xe5483dffu

#define DV_COLOR_PANEL 0x20261fffu
#define DV_COLOR_PANEL_EDGE 0x38422fffu
#define DV_COLOR_WIDGET 0x333d31ffu
#define DV_COLOR_WIDGET_BRIGHT 0x46533fffu
#define DV_COLOR_TEXT 0xe9e7dbffu
#define DV_COLOR_TEXT_DIM 0xa3a994ffu
#define DV_COLOR_ACCENT 0xe0b65fffu
#define DV_COLOR_BANNER 0x5a221effu
#define DV_COLOR_BANNER_GOOD 0x24402bffu
#define DV_COLOR_FLASH 0xfff2a8ffu
#define DV_COLOR_GOOD 0x9ccf7cffu

#define DV_PALETTE_COUNT 16

/// A color of the palette of states; see state_colors.h. Searched by machine: any two of the first
/// eight, and each color and the ground, differ by a ΔE00 of 15 or more, and any two of all by 13
/// or more, in normal vision, protanopia, deuteranopia, and tritanopia. tests/player/test_palette.c
/// measures it.
static inline uint32_t dv_palette_color(uint32_t index) {
    static const uint32_t colors[DV_PALETTE_COUNT] = {
        0x9cb7deffu, 0xe79f1effu, 0x967dfcffu, 0xa4ffd2ffu, 0xfffc72ffu, 0xaa7796ffu,
        0xe5f2ffffu, 0x94917bffu, 0xc7b989ffu, 0x0062ccffu, 0xb6b9b9ffu, 0x441f83ffu,
        0x8a4f79ffu, 0x144847ffu, 0x4d2800ffu, 0x230e31ffu,
    };
    return colors[index % DV_PALETTE_COUNT];
}

/// Mix two colors, from `a` (t = 0) to `b` (t = 1). The result is opaque.
static inline uint32_t dv_color_mix(uint32_t a, uint32_t b, float t) {
    uint32_t mixed = 0xff;
    for (int shift = 8; shift <= 24; shift += 8) {
        float from = (float)(a >> shift & 0xff), to = (float)(b >> shift & 0xff);
        mixed |= (uint32_t)(from + (to - from) * t + 0.5f) << shift;
    }
    return mixed;
}

/// What a translucent color looks like on an opaque one.
static inline uint32_t dv_color_over(uint32_t ground, uint32_t color) {
    return dv_color_mix(ground, color, (float)(color & 0xff) / 255);
}

#ifdef __cplusplus
}
#endif
#endif
