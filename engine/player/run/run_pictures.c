#include "player/run/run_pictures.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/agent_name.h"
#include "player/run/run_private.h"
#ifdef DROVER_VIEWER
#include "player/draw/film.h"
#include "player/draw/picture.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool dv_run_frame_path(const dv_run *run, uint64_t tick, bool is_held, char path[PATH_MAX]) {
    return snprintf(path, PATH_MAX, "%s/%08" PRIu64 ".png%s", run->options->frames, tick,
                    is_held ? ".held" : "") < PATH_MAX;
}

// The selected agent

dv_agent dv_run_selected(dv_run *run) {
    const char *name = run->options->view.select;
    dv_agent agent;
    if (name && !run->selected.bits && dv_find_agent(run->world, name, &agent))
        run->selected = agent;
    return run->selected;
}

static dv_result check_kind(const dv_run *run, dv_error *error) {
    const char *name = run->options->view.select, *mark = name ? strchr(name, '#') : NULL;
    const dv_program *program = dv_world_program(run->world);
    if (!mark)
        return DV_OK;
    size_t length = (size_t)(mark - name);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        const char *known = dv_program_kind_name(program, kind);
        if (strlen(known) == length && strncmp(known, name, length) == 0)
            return DV_OK;
    }
    return dv_fail(error, DV_ERROR_ARGUMENT, "--select: the scenario has no kind '%.*s'",
                   (int)length, name);
}

static dv_result check_view(const dv_run *run, dv_error *error) {
    const dv_view_options *view = &run->options->view;
    if (view->has_camera && !isnan(view->yaw) && dv_world_space(run->world) == DV_PLANE)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "--camera: a plane is only seen from above: leave out YAW and PITCH");
    return check_kind(run, error);
}

// Standard output

dv_result dv_pictures_claim_output(dv_run *run, dv_error *error) {
    const char *film = run->options->film;
    if (!film)
        return DV_OK;
    signal(SIGPIPE, SIG_IGN); // a film into a closed pipe is an error like others
    if (strcmp(film, "-") != 0)
        return DV_OK;
    if (isatty(STDOUT_FILENO))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "--film - writes a film to standard output, which is a terminal: add | and "
                       "what reads it");
    fflush(stdout);
    run->pictures.film_output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (run->pictures.film_output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return dv_fail(error, DV_ERROR_IO, "cannot write standard output: %s", strerror(errno));
    return DV_OK;
}

static void give_output_back(dv_run *run) {
    if (run->pictures.film_output <= 0)
        return;
    fflush(stdout);
    dup2(run->pictures.film_output, STDOUT_FILENO);
    close(run->pictures.film_output);
    run->pictures.film_output = 0;
}

#ifdef DROVER_VIEWER

struct dv_headless_pictures {
    dv_picture *picture;
    dv_film *film; // NULL: none
    dv_film_pace pace;
};

static dv_result open_film(dv_run *run, dv_error *error) {
    struct dv_headless_pictures *pictures = run->pictures.without_window;
    const char *path = run->options->film;
    if (!path)
        return DV_OK;
    dv_text_file *file = run->pictures.film_output > 0
                             ? dv_text_use(run->pictures.film_output, "standard output", error)
                             : dv_text_create(path, error);
    double speed = isinf(run->options->speed) ? 1 : run->options->speed;
    int width, height;
    dv_picture_size(pictures->picture, &width, &height);
    pictures->pace = dv_film_pace_for(dv_world_dt(run->world), speed);
    pictures->film = dv_film_create(file, width, height, &pictures->pace, error);
    return pictures->film ? DV_OK : DV_ERROR_IO;
}

dv_result dv_pictures_open(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    if (check_view(run, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (!options->headless || !(options->screenshot || options->frames || options->film))
        return DV_OK;
    run->pictures.without_window = dv_alloc(sizeof *run->pictures.without_window);
    if (!run->pictures.without_window)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    run->pictures.without_window->picture = dv_picture_create(&options->view, error);
    return run->pictures.without_window->picture ? open_film(run, error) : DV_ERROR_IO;
}

dv_result dv_pictures_close(dv_run *run, dv_error *error) {
    dv_result result = DV_OK;
    if (run->pictures.without_window) {
        result = dv_film_close(run->pictures.without_window->film, error);
        dv_picture_destroy(run->pictures.without_window->picture);
        dv_free(run->pictures.without_window);
    }
    run->pictures.without_window = NULL;
    give_output_back(run);
    return result;
}

dv_text_file *dv_pictures_file(const dv_run *run) {
    return run->pictures.without_window && run->pictures.without_window->film
               ? dv_film_file(run->pictures.without_window->film)
               : NULL;
}

static dv_result draw(dv_run *run, dv_error *error) {
    const dv_picture_scene scene = {.reloads = run->reloads.count + run->rewind_count,
                                    .selected = dv_run_selected(run)};
    dv_result result =
        dv_picture_draw(run->pictures.without_window->picture, run->scenario, &scene, error);
    dv_run_print_script_error(run);
    return result;
}

static dv_result write_frame(dv_run *run, dv_error *error) {
    char path[PATH_MAX];
    if (!dv_run_frame_path(run, dv_world_tick(run->world), run->trials.count > 0, path))
        return dv_fail(error, DV_ERROR_ARGUMENT, "--frames: the path is too long");
    return dv_picture_write(run->pictures.without_window->picture, path, error);
}

static bool film_is_due(const dv_run *run) {
    uint64_t ticks = dv_world_tick(run->world) - run->first_tick;
    return run->pictures.without_window->film &&
           ticks % run->pictures.without_window->pace.ticks == 0;
}

dv_result dv_pictures_follow(dv_run *run, bool frame_is_due, dv_error *error) {
    const struct dv_headless_pictures *pictures = run->pictures.without_window;
    if (!pictures)
        return DV_OK;
    dv_picture_follow(pictures->picture, run->scenario);
    bool framed = frame_is_due && run->options->frames, filmed = film_is_due(run);
    dv_result result = framed || filmed ? draw(run, error) : DV_OK;
    if (result == DV_OK && framed)
        result = write_frame(run, error);
    if (result == DV_OK && filmed)
        result = dv_film_add(pictures->film, dv_picture_pixels(pictures->picture), error);
    return result;
}

dv_result dv_pictures_draw_last(dv_run *run, dv_error *error) {
    if (!run->options->screenshot || !run->pictures.without_window)
        return DV_OK;
    dv_result result = draw(run, error);
    if (result == DV_OK)
        result = dv_picture_write(run->pictures.without_window->picture, run->options->screenshot,
                                  error);
    if (result == DV_OK)
        dv_say_written(run->options->screenshot);
    return result;
}

#else

dv_result dv_pictures_open(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    if (options->screenshot || options->frames || options->film)
        return dv_fail(error, DV_ERROR_ARGUMENT, "cannot draw: built without the viewer");
    return check_view(run, error);
}

dv_result dv_pictures_close(dv_run *run, dv_error *error) {
    (void)error;
    give_output_back(run);
    return DV_OK;
}

dv_text_file *dv_pictures_file(const dv_run *run) {
    (void)run;
    return NULL;
}

dv_result dv_pictures_follow(dv_run *run, bool frame_is_due, dv_error *error) {
    (void)run, (void)frame_is_due, (void)error;
    return DV_OK;
}

dv_result dv_pictures_draw_last(dv_run *run, dv_error *error) {
    (void)run, (void)error;
    return DV_OK;
}

#endif
