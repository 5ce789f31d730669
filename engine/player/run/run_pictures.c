#include "player/run/run_pictures.h"

#include "base/result.h"
#include "player/run/run_private.h"
#ifdef DROVER_VIEWER
#include "player/draw/picture.h"
#endif

#include <inttypes.h>
#include <stdio.h>

bool dv_run_frame_path(const dv_run *run, uint64_t tick, bool is_held, char path[PATH_MAX]) {
    return snprintf(path, PATH_MAX, "%s/%08" PRIu64 ".png%s", run->options->frames, tick,
                    is_held ? ".held" : "") < PATH_MAX;
}

static bool draws(const dv_options *options) {
    return options->headless && (options->screenshot || options->frames);
}

#ifdef DROVER_VIEWER

dv_result dv_pictures_open(dv_run *run, dv_error *error) {
    if (!draws(run->options))
        return DV_OK;
    run->picture = dv_picture_create(&run->options->view, error);
    return run->picture ? DV_OK : DV_ERROR_IO;
}

void dv_pictures_close(dv_run *run) {
    dv_picture_destroy(run->picture);
    run->picture = NULL;
}

void dv_pictures_follow(dv_run *run) {
    if (run->picture)
        dv_picture_follow(run->picture, run->scenario);
}

static dv_result draw(dv_run *run, dv_error *error) {
    const dv_picture_scene scene = {.reloads = run->reload_count + run->rewind_count};
    dv_result result = dv_picture_draw(run->picture, run->scenario, &scene, error);
    dv_run_print_script_error(run);
    return result;
}

dv_result dv_pictures_draw_frame(dv_run *run, dv_error *error) {
    char path[PATH_MAX];
    if (!run->options->frames || !run->picture)
        return DV_OK;
    if (!dv_run_frame_path(run, dv_world_tick(run->world), run->trials.count > 0, path))
        return dv_fail(error, DV_ERROR_ARGUMENT, "--frames: the path is too long");
    dv_result result = draw(run, error);
    return result == DV_OK ? dv_picture_write(run->picture, path, error) : result;
}

dv_result dv_pictures_draw_last(dv_run *run, dv_error *error) {
    if (!run->options->screenshot || !run->picture)
        return DV_OK;
    dv_result result = draw(run, error);
    return result == DV_OK ? dv_picture_write(run->picture, run->options->screenshot, error)
                           : result;
}

#else

dv_result dv_pictures_open(dv_run *run, dv_error *error) {
    return draws(run->options)
               ? dv_fail(error, DV_ERROR_ARGUMENT, "cannot draw: built without the viewer")
               : DV_OK;
}

void dv_pictures_close(dv_run *run) { (void)run; }

void dv_pictures_follow(dv_run *run) { (void)run; }

dv_result dv_pictures_draw_frame(dv_run *run, dv_error *error) {
    (void)run, (void)error;
    return DV_OK;
}

dv_result dv_pictures_draw_last(dv_run *run, dv_error *error) {
    (void)run, (void)error;
    return DV_OK;
}

#endif
