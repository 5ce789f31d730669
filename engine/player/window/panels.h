// The panels next to the world and the banner above it: the run's controls, settings, counts,
// monitors, reloads, the selected agent, and errors.
#ifndef DV_PLAYER_PANELS_H
#define DV_PLAYER_PANELS_H

#include "player/draw/draw.h"
#include "player/gui/gui.h"
#include "player/run/compare.h"
#include "player/run/complete.h"
#include "player/run/inspect.h"
#include "player/run/run.h"
#include "player/run/run_mods.h"
#include "player/window/arrange.h"
#include "player/window/layout.h"
#include "player/window/pins.h"
#include "player/window/prompt.h"
#include "player/window/requests.h"
#include "player/window/strip.h"
#include "tools.h"

/// A number of a script that the user has just changed.
typedef struct dv_number_change {
    bool is_wanted;
    uint32_t module, place;
    double value;
} dv_number_change;

/// The numbers of the module at `path`.
typedef struct dv_listed_numbers {
    char path[256];
    dv_script_number *items;
    uint32_t count, module, generation;
    int32_t kind;      ///< of the agent whose file was chosen last
    uint32_t followed; ///< the generation when that file was chosen
    bool is_held;      ///< one of them is being dragged or typed
    int decimals;      ///< of the number that is being changed, so that it moves evenly
    dv_number_change change;
    char refusal[DV_ERROR_CAPACITY]; ///< why the last change failed, or ""
} dv_listed_numbers;

/// The line of the console that was completed last. Its candidates are shown until it changes.
typedef struct dv_completed {
    char line[DV_PROMPT_SIZE];
    char missing[DV_COMPLETION_NAME]; ///< what was added
    char candidates[400];             ///< side by side; "": none to show
    bool is_new;                      ///< `line` is still to be set
} dv_completed;

typedef struct dv_panels {
    float scale;            ///< pixels per pixel of a screen without scaling
    float banner_height;    ///< pixels; 0: no banner
    double frame_rate;      ///< frames per second
    double tick_rate;       ///< ticks per second
    dv_profile profile;     ///< s per phase, smoothed over the last few ticks
    uint64_t profiled_tick; ///< and the time of dv_now, when that was last read
    double profiled_time;
    double *started_with; ///< the settings at the start of the run
    uint32_t started_count;
    char refusal[DV_ERROR_CAPACITY];      ///< why the last change of a setting failed, or ""
    char edit_refusal[DV_ERROR_CAPACITY]; ///< the same of the selected agent

    dv_listed_numbers numbers;
    dv_listed_mods mods;
    double mods_listed; ///< when, in s of dv_now; 0: list them at the next frame

    dv_compare comparison;
    bool comparing;                          ///< `comparison` is open; it is shown until closed
    char command_refusal[DV_ERROR_CAPACITY]; ///< why the last command failed, or ""
    char written[DV_ERROR_CAPACITY];         ///< what was written last, and where; or ""
    double written_at;                       ///< by dv_now

    bool shows_all_parts; ///< of the selected agent's state, however many
    bool shows_keys;      ///< the page of keys is open
    dv_prompt console, find, expression;
    char expression_refusal[DV_ERROR_CAPACITY]; ///< why the last one was not added, or ""
    dv_completed completed;
    bool follows; ///< the view keeps the selected agent in its middle

    dv_strip strip;
    bool scrub;        ///< the timeline was dragged, to `scrub_to`; the window goes there
    uint64_t scrub_to; ///< a tick
} dv_panels;

/// What the panels and the world's picture share.
typedef struct dv_view {
    dv_run *run;
    dv_drawing drawing;
    dv_camera camera;
    dv_drawing_options shown;
    dv_panels panels;
    dv_layout layout; ///< arranged for this frame
    dv_pins pins;
    dv_tools tools;
    dv_arrange arrange;
    dv_requests requests; ///< commands that keys and buttons ask for
} dv_view;

/// The speeds that "speed slower" and "speed faster" step through.
extern const double dv_speeds[];
extern const int dv_speed_count;

/// Keep the settings that the run starts with, to show which changes need a restart.
/// DV_ERROR_MEMORY when out of memory.
dv_result dv_panels_start(dv_panels *panels, const dv_world *world);
/// Free the settings and the comparison.
void dv_panels_free(dv_panels *panels);

void dv_panels_free_numbers(dv_listed_numbers *numbers);
/// Between two frames, change the number that the user drags, and write its file on release.
void dv_panels_change_numbers(dv_view *view);

/// Read the profile and the values of the monitors, at most ten times per second and only if there
/// was a tick.
void dv_panels_sample(dv_panels *panels, dv_run *run, double now);

/// A button that asks for a command.
void dv_panels_button(dv_view *view, const char *label, float start, float share, bool lit,
                      const char *line);
/// A switch that asks for "LINE on" or "LINE off".
void dv_panels_switch(dv_view *view, const char *label, bool is_on, const char *line);

/// Show text in which a click on a place such as "caribou.lua:51" opens it in the editor.
void dv_panels_text(dv_view *view, uint32_t color, const char *text);
/// Show for a while in the banner what was written and where. "": nothing.
void dv_panels_say_written(dv_panels *panels, const char *text);

/// The sections of the left panel.
#define PANEL(name) void dv_panels_show_##name(dv_view *view);
#include "player/window/panels.def"
#undef PANEL

/// The line that finds an agent, if it is open.
void dv_panels_show_find(dv_view *view, float left, float width);
/// The console, whose lower edge is at `bottom`, if it is open.
void dv_panels_show_console(dv_view *view, float left, float width, float bottom);
/// The last lines of a console, at most `most`.
void dv_panels_show_printed(const dv_console *console, uint32_t most);

/// The page of keys over the world, if it is open.
void dv_panels_show_page_of_keys(dv_view *view, float left, float width);

/// The table of a comparison, below the banner.
void dv_panels_show_comparison(dv_view *view, float left, float width);

/// The banner above the world: the current error, or a save accepted a moment ago.
void dv_panels_show_banner(dv_view *view, float left, float width);
/// The timeline along the bottom, from `left` on.
void dv_panels_show_strip(dv_view *view, float left, int width, int height);
/// Where a tick is on the timeline: as high as that, and a pixel wide. False if it isn't there.
bool dv_panels_place_tick(const dv_view *view, uint64_t tick, dv_rectangle *place);
/// The contents of the right panel, and six sections of it: the numbers in its script; its body;
/// its last states, with their causes; what it sees and hears; its timers; and the parts of its
/// state.
void dv_panels_show_agent(dv_view *view);
void dv_panels_show_numbers(dv_view *view);
void dv_panels_show_body(dv_view *view, dv_agent agent);
/// Assign a value in Lua, such as "0.5", to a field of an agent, "plan.pace", as a line of the
/// console. If it is refused, the panel says why.
void dv_panels_assign(dv_view *view, dv_agent agent, const char *field, const char *value);
void dv_panels_show_memory(dv_view *view, dv_agent agent, dv_group group);
/// The last states of an agent as a strip.
void dv_panels_show_states(const dv_world *world, dv_agent agent);
/// The cards of pinned agents.
void dv_panels_show_pins(dv_view *view);
void dv_panels_show_changes(dv_view *view, dv_agent agent);
void dv_panels_show_agent_timers(const dv_view *view, dv_agent agent);
/// Show a row of the inspector; a dv_show_inspected without a context.
void dv_panels_show_row(void *context, const dv_inspected *row);
void dv_panels_show_parts(dv_view *view, dv_agent agent);

/// Build all panels at their places in the layout. Call it between dv_gui_begin and dv_gui_end,
/// after the world was drawn.
void dv_panels_show(dv_view *view, int width, int height);

#endif
