// What happened a moment ago, drawn from the log of incidents.
#include "player/draw/draw_private.h"

#include "player/draw/labels.h"
#include "player/draw/level.h"
#include "player/gui/gui.h"
#include "player/gui/palette.h"

#include "base/math.h"

#include <string.h>

/// How long each is shown, in s of the simulation.
static const float wave_time = 1.6f, spawn_time = 0.6f, removal_time = 8, election_time = 2;
/// The part of `wave_time` in which a wave reaches its radius.
static const float arrival = 0.6f;
/// An event makes no wave of its own if one of the same name made a wave less than `least_gap` s
/// earlier, and that wave's radius, times `near`, covers its place: an alarm that runs through a
/// herd is one wave, and so is an event that is emitted in every tick.
static const float least_gap = 0.4f, near = 0.5f;
/// Waves that are over still keep others from starting: otherwise, an event would begin to show
/// when the wave that hid it ends.
static const float memory = 3 * wave_time;
/// The part of the view's smaller side that a wave covers at most: many events reach everyone.
static const float widest_wave = 0.3f;
/// Only the first waves are filled.
#define MOST_FILLED 8
/// The most names in a picture.
#define MOST_NAMES 4

static uint32_t faded(uint32_t color, float alpha) {
    return (color & 0xffffff00u) | (uint32_t)(255 * dv_clamp(alpha, 0, 1));
}

/// How long ago an incident happened, in s, at the moment that is drawn. Negative: it is yet to
/// come, because the picture shows a moment between the last two ticks.
static float age_of(const struct canvas *canvas, const dv_incident *incident) {
    double ticks = (double)(dv_world_tick(canvas->world) - incident->tick) - 1;
    return (float)((ticks + (double)canvas->options->fraction) * dv_world_dt(canvas->world));
}

static float radius_of(const struct canvas *canvas, const dv_incident *event, dv_spot center) {
    const dv_camera *camera = canvas->camera;
    float widest = widest_wave * (float)fmin(camera->width, camera->height);
    return fminf(event->radius * center.scale, widest);
}

static bool joins_another(const dv_waves *waves, const dv_wave *wave) {
    for (uint32_t i = 0; i < waves->count; i++) {
        const dv_wave *other = &waves->list[i];
        float away = hypotf(other->center.pixel.x - wave->center.pixel.x,
                            other->center.pixel.y - wave->center.pixel.y);
        if (other->age - wave->age < least_gap && away <= near * other->radius &&
            strcmp(other->event.what, wave->event.what) == 0)
            return true;
    }
    return false;
}

/// Add the wave of an incident, if it makes one.
static void add_wave(const struct canvas *canvas, const dv_incident *incident, float age,
                     dv_waves *waves) {
    if (age < 0 || incident->type != DV_INCIDENT_EVENT || !incident->has_position ||
        !dv_scenario_shows_event(canvas->options->scenario, incident->what))
        return;
    dv_spot center = spot_at(canvas, incident->position);
    const dv_wave wave = {*incident, center, age, radius_of(canvas, incident, center)};
    if (!is_visible(canvas, center.pixel, wave.radius) || joins_another(waves, &wave))
        return;
    if (waves->count == DV_MOST_WAVES) // remove the oldest
        memmove(waves->list, waves->list + 1, --waves->count * sizeof wave);
    waves->list[waves->count++] = wave;
}

/// Find the waves to draw.
static void find_waves(const struct canvas *canvas, dv_waves *waves) {
    dv_incident incident;
    uint32_t known = 0;
    while (dv_world_incident(canvas->world, known, &incident) && age_of(canvas, &incident) < memory)
        known++;
    waves->count = 0;
    while (known-- > 0)
        if (dv_world_incident(canvas->world, known, &incident))
            add_wave(canvas, &incident, age_of(canvas, &incident), waves);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < waves->count; i++)
        if (waves->list[i].age < wave_time)
            waves->list[kept++] = waves->list[i];
    waves->count = kept;
}

/// A wave has the color of its source, but light enough to be seen on the ground.
static uint32_t wave_color(const struct canvas *canvas, const dv_incident *event) {
    const uint32_t light = 0xfff6dcffu;
    if (!dv_agent_alive(canvas->world, event->agent))
        return light;
    return dv_color_mix(dv_color_of_agent(canvas, event->agent), light, 0.55f);
}

static void draw_wave(const struct canvas *canvas, const dv_wave *wave, bool is_filled) {
    float share = wave->age / (wave_time * arrival), left = 1 - wave->age / wave_time;
    float reach = share < 1 ? share * (2 - share) : 1; // it slows down
    uint32_t color = wave_color(canvas, &wave->event);
    dv_vec3 at = wave->event.position;
    const dv_level level = {canvas->camera, {at.x, at.y, at.z}, reach * wave->radius};
    dv_draw_at(canvas, at, wave->center);
    if (is_filled)
        dv_level_disc(canvas->batch, &level, faded(color, 0.16f * left));
    dv_level_ring(canvas->batch, &level, (1 + 2 * left) * canvas->ratio, faded(color, 0.8f * left));
}

static void draw_waves(const struct canvas *canvas) {
    dv_waves *waves = &canvas->drawing->waves;
    find_waves(canvas, waves);
    for (uint32_t i = 0; i < waves->count; i++)
        draw_wave(canvas, &waves->list[i], i < MOST_FILLED);
}

static void draw_spawn(const struct canvas *canvas, dv_pixel center, float age) {
    float share = age / spawn_time;
    dv_batch_ring(canvas->batch, center, (4 + 10 * share) * canvas->ratio, 2 * canvas->ratio,
                  faded(0xf4efe0ffu, 0.9f * (1 - share)));
}

/// A dark spot with a cross.
static void draw_removal(const struct canvas *canvas, dv_pixel center, float age) {
    float left = 1 - age / removal_time, half = 4 * canvas->ratio;
    dv_batch_disc(canvas->batch, center, 2 * half, faded(0x5a1a14ffu, 0.55f * left));
    dv_batch_cross(canvas->batch, center, half, 2 * canvas->ratio, faded(0x2a0f0cffu, 0.9f * left));
}

/// A ring that closes in on the new leader, where it is now.
static void draw_election(const struct canvas *canvas, dv_agent leader, float age) {
    if (!dv_agent_alive(canvas->world, leader))
        return;
    dv_pose pose =
        dv_motion_pose(&canvas->drawing->motion, canvas->world, leader, canvas->options->fraction);
    float left = 1 - age / election_time;
    const dv_vec3 place = {pose.x, pose.y, pose.z};
    dv_spot spot = spot_at(canvas, place);
    dv_draw_at(canvas, place, spot);
    dv_batch_ring(canvas->batch, spot.pixel, (12 + 28 * left) * canvas->ratio, 2 * canvas->ratio,
                  faded(DV_COLOR_ACCENT, 0.3f + 0.6f * left));
}

static void draw_mark(const struct canvas *canvas, const dv_incident *incident, float age,
                      dv_effects effects) {
    bool spawns = incident->type == DV_INCIDENT_SPAWN && effects.spawns && age < spawn_time;
    bool removes = incident->type == DV_INCIDENT_REMOVAL && effects.removals && age < removal_time;
    if (incident->type == DV_INCIDENT_ELECTION && effects.leaders && age < election_time)
        draw_election(canvas, incident->agent, age);
    if (!incident->has_position || !(spawns || removes))
        return;
    dv_spot spot = spot_at(canvas, incident->position);
    if (!is_visible(canvas, spot.pixel, 20 * canvas->ratio))
        return;
    dv_draw_at(canvas, incident->position, spot);
    if (spawns)
        draw_spawn(canvas, spot.pixel, age);
    else
        draw_removal(canvas, spot.pixel, age);
}

void dv_draw_incidents(const struct canvas *canvas) {
    dv_incident incident;
    canvas->drawing->waves.count = 0;
    if (!canvas->options->scenario)
        return;
    dv_effects effects = dv_scenario_effects(canvas->options->scenario);
    for (uint32_t back = 0; dv_world_incident(canvas->world, back, &incident); back++) {
        float age = age_of(canvas, &incident);
        if (age >= removal_time) // no other mark is shown for longer
            break;
        if (age >= 0)
            draw_mark(canvas, &incident, age, effects);
    }
    draw_waves(canvas);
}

void dv_write_incidents(const struct canvas *canvas, const dv_waves *waves) {
    const char *names[MOST_NAMES];
    uint32_t count = 0;
    float height = DV_LABEL_HEIGHT * canvas->ratio;
    for (uint32_t i = waves->count; i-- > 0 && count < MOST_NAMES;) {
        const dv_wave *wave = &waves->list[i];
        bool is_written = false;
        for (uint32_t n = 0; n < count; n++)
            is_written |= strcmp(names[n], wave->event.what) == 0;
        if (is_written || !*wave->event.what)
            continue;
        names[count++] = wave->event.what;
        float y = wave->center.pixel.y - 20 * canvas->ratio;
        uint32_t color =
            faded(wave_color(canvas, &wave->event), 1.2f * (1 - wave->age / wave_time));
        dv_gui_label(wave->center.pixel.x + canvas->ratio, y + canvas->ratio, height,
                     faded(0x1a1f18ffu, (float)(color & 0xff) / 320), wave->event.what);
        dv_gui_label(wave->center.pixel.x, y, height, color, wave->event.what);
    }
}

static void draw_leader(const struct canvas *canvas, dv_agent leader) {
    dv_look look =
        dv_program_look(dv_world_program(canvas->world), dv_agent_kind(canvas->world, leader));
    dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, leader, &look);
    if (!is_visible(canvas, figure.center, figure.length))
        return;
    float half = 4 * canvas->ratio, top = figure.center.y - figure.length * 0.6f - 3 * half;
    float x = figure.center.x;
    dv_batch_triangle(canvas->batch, (dv_pixel){x - half - canvas->ratio, top - canvas->ratio},
                      (dv_pixel){x + half + canvas->ratio, top - canvas->ratio},
                      (dv_pixel){x, top + 2 * half}, canvas->theme->stone_edge);
    dv_batch_triangle(canvas->batch, (dv_pixel){x - half, top}, (dv_pixel){x + half, top},
                      (dv_pixel){x, top + 1.6f * half}, DV_COLOR_ACCENT);
}

void dv_draw_leaders(const struct canvas *canvas) {
    const dv_scenario *scenario = canvas->options->scenario;
    if (!scenario || !dv_scenario_effects(scenario).leaders)
        return;
    for (uint32_t i = 0; i < dv_world_group_limit(canvas->world); i++) {
        dv_agent leader = dv_group_leader(canvas->world, dv_world_group_at(canvas->world, i));
        if (dv_agent_alive(canvas->world, leader))
            draw_leader(canvas, leader);
    }
}

void dv_draw_mist(const struct canvas *canvas) {
    const dv_scenario *scenario = canvas->options->scenario;
    double visibility = dv_world_visibility(canvas->world);
    if (!scenario || !dv_scenario_effects(scenario).mist || !isfinite(visibility))
        return;
    // The less of the view one can see across, the denser.
    const dv_camera *camera = canvas->camera;
    double across = fmin(camera->width, camera->height) / camera->scale;
    float density = 0.1f + 0.3f * (float)(across / (across + 2 * visibility));
    dv_batch_rectangle(canvas->batch, (dv_pixel){0, 0},
                       (dv_pixel){(float)canvas->width, (float)canvas->height},
                       faded(0xdfe6e4ffu, density));
}
