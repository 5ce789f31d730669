// Widgets of the start page: cards with a picture, and a field to type in. Of the panel that has
// begun, as those of gui.h.
#ifndef DV_PLAYER_GUI_CARDS_H
#define DV_PLAYER_GUI_CARDS_H

#include <stdbool.h>
#include <stddef.h>

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dv_card_press { DV_CARD_LEFT_ALONE, DV_CARD_CHOSEN, DV_CARD_BUTTON } dv_card_press;

/// Width that is left in the panel.
float dv_gui_width(void);
/// Put what comes next on the line of what came last.
void dv_gui_beside(void);

/// A picture (NULL: none) of `width` by `height`, under it a title and two lines of text, and a
/// small button. `id` tells cards apart.
dv_card_press dv_gui_card(const char *id, SDL_Texture *picture, float width, float height,
                          const char *title, const char *text, const char *button);

/// A field as wide as `share` of the panel, 0 to 1, for a text of less than `size` bytes. True when
/// Enter ends it.
bool dv_gui_field(const char *id, char *text, size_t size, float share);

#ifdef __cplusplus
}
#endif
#endif
