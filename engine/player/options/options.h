// The options given on the command line; command_line.h reads them.
#ifndef DV_PLAYER_OPTIONS_H
#define DV_PLAYER_OPTIONS_H

#include "player/options/theme.h"

#include "scenario.h"

#define DV_NO_LIMIT UINT64_MAX

typedef enum dv_command {
    DV_COMMAND_HELP, ///< the text of --help
    DV_COMMAND_VERSION,
    DV_COMMAND_RUN,
    DV_COMMAND_CHECK,
    DV_COMMAND_REPLAY,
    DV_COMMAND_REFERENCE, ///< `drover help`
    DV_COMMAND_BEHAVIORS,
    DV_COMMAND_BENCH,
    DV_COMMAND_START,
    DV_COMMAND_NEW,
    DV_COMMAND_TEST,
    DV_COMMAND_MODS,
    DV_COMMAND_SWEEP
} dv_command;

typedef enum dv_test_format { DV_TEST_TEXT, DV_TEST_TAP, DV_TEST_JUNIT } dv_test_format;

/// The size of pictures and windows, unless --size says another one.
#define DV_VIEW_WIDTH 1280
#define DV_VIEW_HEIGHT 800

/// The lowest eye that looks at a volume, in degrees above the horizon.
#define DV_LEAST_PITCH 5

/// Whether agents are drawn as a map of their density.
typedef enum dv_density_choice {
    DV_DENSITY_AUTO, ///< if they are too small and too many to be told apart
    DV_DENSITY_ON,
    DV_DENSITY_OFF
} dv_density_choice;

/// How the world is shown, in pictures and at first in a window.
typedef struct dv_view_options {
    int width, height; ///< pixels; 0: not given
    double scale;      ///< enlarges panels, texts, and lines; 0: not given
    bool has_camera;
    double x, y, span;  ///< m: the center of the view, and its width
    double yaw, pitch;  ///< degrees, from where a volume is seen; NaN: from where the scenario says
    double z;           ///< m, the height of the center; NaN: half as high as the volume
    const char *select; ///< an agent, as in "152" or "wolf#152"; NULL: none
    bool trails;
    bool thoughts;
    dv_density_choice density;
    const dv_theme *theme; ///< NULL: the scenario's
} dv_view_options;

/// What drover sweep is to do, besides the options that it shares with drover run.
typedef struct dv_sweep_options {
    const char **vary; ///< "NAME=VALUES", in the given order
    uint32_t vary_count;
    const char *design;   ///< a CSV file with a combination of settings in each row, or NULL
    uint64_t repeat;      ///< runs of each combination
    bool same_seeds;      ///< a repeat has the same seed in each combination
    const char *until;    ///< "MONITOR OP NUMBER": where a run ends early, or NULL
    uint64_t warmup;      ///< ticks before anything is measured
    uint64_t every;       ///< ticks between rows of a run; 0: only its last tick has a row
    uint64_t jobs;        ///< processes that run at a time; 0: one per processor
    uint64_t part, parts; ///< compute this part of so many, from 1; 0: everything
    const char *out;      ///< the CSV file to write, or NULL
    bool resume;
    bool join;
    uint64_t rerun;     ///< the run of a finished sweep to run again; 0: none
    const char **files; ///< for join and rerun
    uint32_t file_count;
} dv_sweep_options;

/// Strings point into the arguments, except for the names of settings. Free with dv_options_free.
typedef struct dv_options {
    dv_command command;
    const char *topic;        ///< for --help: the name of a command, or NULL
    const char *scenario;     ///< a folder or a .lua file; for test, a folder
    const char *name;         ///< for help, behaviors, and bench: the name to show or run, or NULL
    const char *folder;       ///< for new: where to write
    const char *from;         ///< for new: the scenario to copy, or NULL
    const char *mod;          ///< for new: where to write a mod, or NULL
    const char *for_scenario; ///< for new: the scenario that the mod is for
    bool has_seed;
    uint64_t seed;
    dv_setting_choice *settings; ///< in the given order
    uint32_t setting_count;
    const char **mods; ///< in the given order; a folder has a slash
    uint32_t mod_count, mod_capacity;
    char *setting_names; ///< the memory of the names in `settings`
    int threads;
    double speed; ///< times real time; INFINITY: as fast as possible
    bool watch;
    bool watch_polls;    ///< detect saves by polling, even if the system reports them
    const char *control; ///< for run: the path of the control socket, or NULL
    bool paused;
    bool types; ///< write editor types for the scenario's kinds
    bool headless;
    bool explain;        ///< keep why agents change their states, and what parts do
    double budget;       ///< s of processor time for the Lua of a tick; 0: not given
    uint64_t lua_memory; ///< MiB; 0: not given
    bool has_history;
    uint64_t history;    ///< MiB for moments to go back to; 0: keep none
    uint64_t ticks;      ///< how many to run; DV_NO_LIMIT: not given
    double seconds;      ///< of simulated time to run; NaN: not given
    bool hash;           ///< print the state hash at the end
    uint64_t hash_every; ///< ticks; 0: only at the end
    const char *record, *report;
    const char *columns, *kinds; ///< of --record: names with commas between them; NULL: not given
    uint64_t every;              ///< ticks between rows and between frames
    const char *screenshot, *frames;
    const char *film; ///< "-": standard output; NULL: none
    dv_view_options view;
    const char *save, *load;
    uint64_t pause_at; ///< for run: the tick to pause at; DV_NO_LIMIT: not given
    const char *only;  ///< for test: only tests with this in their names, or NULL
    uint64_t seeds;    ///< for test: the most seeds that t:seeds tries; 0: not given
    dv_test_format format;
    const char *log;      ///< for run: the log to write; for replay: the log to read
    bool json;            ///< for bench
    const char *csv;      ///< for bench
    bool all;             ///< for help: print everything
    bool markdown;        ///< for help: as a Markdown document
    uint32_t vector_bits; ///< for bench: as in dv_world_def
    dv_sweep_options sweep;
} dv_options;

#endif
