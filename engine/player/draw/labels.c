// Labels of agents; see labels.h.
#include "player/draw/labels.h"

#include "player/draw/draw_private.h"
#include "player/gui/gui.h"

static const uint32_t label_color = 0xf4efe0ffu;
static const float label_gap = 6; // pixels of a screen without scaling

bool dv_labels_take(dv_labels *labels, dv_label_box box) {
    if (labels->count == DV_MOST_LABELS)
        return false;
    for (uint32_t i = 0; i < labels->count; i++) {
        const dv_label_box *taken = &labels->boxes[i];
        if (box.left < taken->right && taken->left < box.right && box.top < taken->bottom &&
            taken->top < box.bottom)
            return false;
    }
    labels->boxes[labels->count++] = box;
    return true;
}

struct writing {
    const struct canvas *canvas;
    const dv_motion *motion;
    dv_labels labels;
};

static void write_label(struct writing *w, dv_agent agent, const char *text) {
    const struct canvas *canvas = w->canvas;
    const dv_world *world = canvas->world;
    dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
    dv_figure figure = dv_figure_of(canvas, w->motion, agent, &look);
    if (!*text || w->labels.count == DV_MOST_LABELS || !is_visible(canvas, figure.center, 0))
        return;
    float height = DV_LABEL_HEIGHT * canvas->ratio, width, tall;
    // Beyond the ring around the selected agent.
    float left = figure.center.x + figure.length * 0.65f + label_gap * canvas->ratio;
    float y = figure.center.y;
    dv_gui_measure_label(height, text, &width, &tall);
    const dv_label_box box = {left, y - height / 2, left + width, y - height / 2 + tall};
    if (!dv_labels_take(&w->labels, box))
        return;
    // The shadow sets it off from bright ground.
    dv_gui_label(left + canvas->ratio, y + canvas->ratio, height, DV_LABEL_SHADOW, text);
    dv_gui_label(left, y, height, label_color, text);
}

static void write_unless_selected(void *context, dv_agent agent, const char *text) {
    struct writing *w = context;
    if (agent.bits != w->canvas->options->selected.bits)
        write_label(w, agent, text);
}

void dv_write_labels(const struct canvas *canvas, const dv_motion *motion) {
    const dv_scenario *scenario = canvas->options->scenario;
    dv_agent selected = canvas->options->selected;
    struct writing w = {.canvas = canvas, .motion = motion};
    const char *first = dv_scenario_label(scenario, selected);
    if (first)
        write_label(&w, selected, first);
    dv_scenario_labels(scenario, write_unless_selected, &w);
}
