// The options given on the command line; command_line.h reads them.
#ifndef DV_PLAYER_OPTIONS_H
#define DV_PLAYER_OPTIONS_H

#include "player/options/theme.h"

#include "scenario.h"

#define DV_NO_LIMIT UINT64_MAX

typedef struct dv_subcommand dv_subcommand;

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
    const dv_subcommand *const *known; ///< the program's subcommands, ended by NULL
    const dv_subcommand *command;      ///< NULL: none was given
    bool help, version;                ///< of the program, or of `command`, instead of running it
    void *own;                         ///< the subcommand's own struct, zero at first, or NULL
    const char *scenario;              ///< a folder or a .lua file; for test, a folder
    const char *name; ///< for help, behaviors, and bench: the name to show or run, or NULL; for
                      ///< new: the folder to write
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
    bool reads_commands; ///< from standard input, if there is no window
    bool is_strict;      ///< a warning fails the run
    bool headless;
    bool explain;        ///< keep why agents change their states, and what parts do
    double budget;       ///< s of processor time for the Lua of a tick; 0: not given
    uint64_t lua_memory; ///< MiB; 0: not given
    uint64_t agents;     ///< the most that may live at a time; 0: not given
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
    const char *log;   ///< for run: the log to write; for replay: the log to read
    dv_sweep_options sweep;
} dv_options;

#endif
