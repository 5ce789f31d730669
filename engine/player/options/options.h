// What the command line asks for; command_line.h reads it.
#ifndef DV_PLAYER_OPTIONS_H
#define DV_PLAYER_OPTIONS_H

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
    DV_COMMAND_TEST
} dv_command;

typedef enum dv_test_format { DV_TEST_TEXT, DV_TEST_TAP, DV_TEST_JUNIT } dv_test_format;

/// What the command line asks for. Strings belong to the arguments it was read from; `settings` is
/// freed by dv_options_free.
typedef struct dv_options {
    dv_command command;
    const char *topic;    ///< of help: a command's name, or NULL
    const char *scenario; ///< a folder or .lua file; of test a folder
    const char *name;     ///< of help, behaviors and bench: the one to show or run, or NULL
    const char *folder;   ///< of new: where to write
    const char *from;     ///< of new: the scenario to copy; NULL: none
    bool has_seed;
    uint64_t seed;
    dv_setting_choice *settings; ///< in the order given
    uint32_t setting_count;
    char *setting_names; ///< what the names in `settings` point into
    int threads;
    double speed; ///< times real time; INFINITY: as fast as it can
    bool watch;
    bool watch_polls;    ///< by looking at the files, whatever the system tells
    const char *control; ///< of run: the path of a socket to be commanded at
    bool paused;
    bool types; ///< write what editors know of the scenario's kinds
    bool headless;
    double budget;       ///< s of processor time for the Lua of a tick; 0: not given
    uint64_t lua_memory; ///< MiB; 0: not given
    bool has_history;
    uint64_t history;    ///< MiB for moments to go back to; 0: none are kept
    uint64_t ticks;      ///< to run; DV_NO_LIMIT: not given
    double seconds;      ///< to run, simulated; NaN: not given
    bool hash;           ///< print the state hash at the end
    uint64_t hash_every; ///< ticks; 0: only at the end
    const char *record, *report;
    uint64_t every; ///< ticks between rows and frames
    const char *screenshot, *frames;
    const char *save, *load;
    uint64_t pause_at; ///< of run: the tick to pause at; DV_NO_LIMIT: not given
    const char *only;  ///< of test: a part of the names of those to run, or NULL
    uint64_t seeds;    ///< of test: that t:seeds tries at most; 0: not given
    dv_test_format format;
    const char *log;      ///< of run: to write; of replay: to read
    bool json;            ///< of bench
    const char *csv;      ///< of bench
    bool all;             ///< of help: print everything
    bool markdown;        ///< of help: as a document
    uint32_t vector_bits; ///< of bench: as in dv_world_def
} dv_options;

#endif
