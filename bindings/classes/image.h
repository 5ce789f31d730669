// Pictures as scripts read them.
#ifndef DROVER_BINDINGS_CLASSES_IMAGE_H
#define DROVER_BINDINGS_CLASSES_IMAGE_H

#include <lua.h>

#include <stdint.h>

#define DV_IMAGE_CLASS "image"

/// Invariant: no function changes an image.
typedef struct dv_image {
    uint32_t width, height;
    uint64_t hash;     ///< of the file
    uint32_t white;    ///< the largest value: 255, or 65535 where the file has 16 bits
    uint16_t pixels[]; ///< by row, from the top down, and column: red, green, blue, alpha; bytes
                       ///< where white is 255
} dv_image;

/// A value of an image, from 0 to `white`; there are four for each pixel.
static inline uint32_t dv_image_value(const dv_image *image, size_t i) {
    return image->white == 255 ? ((const unsigned char *)image->pixels)[i] : image->pixels[i];
}

/// Push the image in a file of the visible generation. The same bytes make the same image as long
/// as a script has it. `what` begins messages.
void dv_push_image(lua_State *L, const char *what, const char *path);

/// The image at an index, or NULL. If `setup` runs, notes that it uses the image.
const dv_image *dv_to_image(lua_State *L, int index);

/// Push a block with one value for each pixel of an image, from 0 to 65535: how bright it is, or
/// how much of a color it has. `what` begins the message about a channel whose name, at the index,
/// is unknown; nil stands for "brightness".
const uint16_t *dv_push_channel(lua_State *L, const dv_image *image, int name, const char *what);

/// Create the class of images.
void dv_open_images(lua_State *L);

#endif
