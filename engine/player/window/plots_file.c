#include "player/window/plots_file.h"

#include "base/result.h"
#include "player/draw/legend.h"
#include "player/draw/png.h"
#include "player/gui/gui.h"
#include "player/gui/palette.h"
#include "player/window/plot.h"

#include <math.h>
#include <string.h>

/// Pixels of a screen without scaling; the picture has `finer` times as many.
static const float width_of_picture = 720, above_and_below = 80, finer = 2;

static void draw(const dv_run *run, dv_gui *gui, float height) {
    dv_gui_begin(gui, (int)(width_of_picture * finer), (int)height, 0);
    dv_gui_panel_begin("plots", 0, 0, width_of_picture * finer, height, DV_COLOR_PANEL);
    dv_legend_show_title(run->scenario);
    dv_gui_space();
    dv_plots_show(run, finer);
    dv_gui_panel_end();
    dv_gui_end(gui);
}

static dv_result draw_and_write(const dv_run *run, SDL_Renderer *renderer, float height,
                                const char *path, dv_error *error) {
    dv_gui *gui = dv_gui_create(NULL, renderer, finer, error);
    if (!gui)
        return DV_ERROR_IO;
    draw(run, gui, height);
    dv_result result = dv_png_write_rendered(renderer, path, error);
    dv_gui_destroy(gui);
    return result;
}

static dv_result write_picture(const dv_run *run, const char *path, dv_error *error) {
    float height = ceilf(dv_plots_height(run, finer) + above_and_below * finer);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, (int)(width_of_picture * finer), (int)height, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    dv_result result =
        renderer ? draw_and_write(run, renderer, height, path, error)
                 : dv_fail(error, DV_ERROR_IO, "cannot draw %s: %s", path, SDL_GetError());
    if (renderer)
        SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return result;
}

static bool ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), of_ending = strlen(ending);
    return length > of_ending && strcmp(path + length - of_ending, ending) == 0;
}

dv_result dv_plots_write(const dv_run *run, const char *path, dv_error *error) {
    bool is_picture = ends_with(path, ".png");
    if (!is_picture && !ends_with(path, ".csv"))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plots are written to a file that ends in .csv or .png, not '%s'", path);
    if (!run->timeline.is_on)
        return dv_fail(error, DV_ERROR_MEMORY,
                       "cannot write %s: the record of the run ended when memory ran out", path);
    if (is_picture)
        return write_picture(run, path, error);
    return dv_timeline_write(&run->timeline, path, dv_world_tick(run->world),
                             dv_world_dt(run->world), error);
}
