// Places in code that messages name, such as "caribou.lua:51".
#ifndef DV_PLAYER_CODE_PLACE_H
#define DV_PLAYER_CODE_PLACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pointers into the text: the path is from `start` to `colon`, and the digits of the line end at
/// `end`.
typedef struct dv_code_place {
    const char *start; ///< NULL: there is none
    const char *colon, *end;
    uint32_t line; ///< from 1
} dv_code_place;

/// Find the first place in a text. Its path begins after a space, a bracket, or a quote.
dv_code_place dv_first_code_place(const char *text);

#ifdef __cplusplus
}
#endif

#endif
