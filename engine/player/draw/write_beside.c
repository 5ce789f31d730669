// Writes a text beside a place.
#include "player/draw/draw_private.h"
#include "player/draw/labels.h"
#include "player/gui/gui.h"

#include <math.h>

void dv_write_beside(const struct canvas *canvas, dv_pixel at, bool at_right, uint32_t color,
                     const char *text) {
    float height = DV_LABEL_HEIGHT * canvas->ratio, away = 14 * canvas->ratio, width, tall;
    dv_gui_measure_label(height, text, &width, &tall);
    const dv_camera *camera = canvas->camera;
    float first = (float)camera->left + 4 * canvas->ratio;
    float last = (float)(camera->left + camera->width) - 4 * canvas->ratio - width;
    float left = at_right ? at.x + away : at.x - away - width;
    left = fmaxf(fminf(left, last), first);
    dv_gui_label(left + canvas->ratio, at.y + canvas->ratio, height, DV_LABEL_SHADOW, text);
    dv_gui_label(left, at.y, height, color, text);
}
