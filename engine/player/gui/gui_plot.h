// Lines, pictures, and text at places of the current panel, for the timeline and for plots. Like
// the widgets of gui.h, they go to the current panel. Places are pixels of the window.
#ifndef DV_PLAYER_GUI_PLOT_H
#define DV_PLAYER_GUI_PLOT_H

#include <stdbool.h>
#include <stdint.h>

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A part of the panel to draw in, and what the mouse does there.
typedef struct dv_gui_area {
    float left, top, width, height;
    float mouse_x, mouse_y;
    bool is_hovered;
    bool is_held;    ///< the left button was pressed in the area, and still is
    bool is_pressed; ///< it was pressed since the last frame
} dv_gui_area;

/// Take an area as wide as the panel, minus its margins, for the next `height` pixels.
dv_gui_area dv_gui_area_take(const char *id, float height);
/// A panel without margins, all of which is one area.
dv_gui_area dv_gui_strip_begin(const char *name, float x, float y, float width, float height,
                               uint32_t color);
void dv_gui_strip_end(void);

void dv_gui_rectangle(float left, float top, float right, float bottom, uint32_t color);
void dv_gui_triangle(float x0, float y0, float x1, float y1, float x2, float y2, uint32_t color);
/// A line through `count` points, x and y of each in turn.
void dv_gui_curve(const float *points, uint32_t count, float width, uint32_t color);

/// Text at a place: `align` is 0 if that is its left end, 0.5 its middle, 1 its right end; its top
/// is at `y`.
void dv_gui_text_at(float x, float y, float align, uint32_t color, const char *text);
float dv_gui_text_width(const char *text);
float dv_gui_text_height(void);

/// Begin and end a box for rows of text and legends. Its lower edge is at `y`, and it is where `x`
/// is, as far as the window has room.
void dv_gui_hint_begin(float x, float y);
void dv_gui_hint_end(void);

/// A picture that is kept from frame to frame; zero it before its first use.
typedef struct dv_gui_picture {
    SDL_Texture *texture;
    int width, height;
} dv_gui_picture;

/// Set the pixels, 0xRRGGBBAA, row by row. False if the renderer can't make the picture.
bool dv_gui_picture_set(dv_gui_picture *picture, int width, int height, const uint32_t *pixels);
/// Draw it with its upper left corner at a place.
void dv_gui_picture_show(const dv_gui_picture *picture, float x, float y);
void dv_gui_picture_free(dv_gui_picture *picture);

#ifdef __cplusplus
}
#endif
#endif
