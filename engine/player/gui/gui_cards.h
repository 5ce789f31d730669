// Widgets of the start page: cards with a picture, and a text field. Like those of gui.h, they go
// to the current panel.
#ifndef DV_PLAYER_GUI_CARDS_H
#define DV_PLAYER_GUI_CARDS_H

#include <stdbool.h>
#include <stddef.h>

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dv_card_press { DV_CARD_LEFT_ALONE, DV_CARD_CHOSEN, DV_CARD_BUTTON } dv_card_press;

/// The width left in the panel.
float dv_gui_width(void);
/// Put the next widget on the same line as the last one.
void dv_gui_beside(void);

/// A card: a picture (NULL: none) of `width` by `height`, a title and two lines of text below, and
/// a small button. `id` must be unique.
dv_card_press dv_gui_card(const char *id, SDL_Texture *picture, float width, float height,
                          const char *title, const char *text, const char *button);

/// A field for text of less than `size` bytes, as wide as `share` of the panel, 0 to 1. True when
/// the user presses Enter in it.
bool dv_gui_field(const char *id, char *text, size_t size, float share);

#ifdef __cplusplus
}
#endif
#endif
