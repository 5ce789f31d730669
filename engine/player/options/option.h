// The options of subcommands, a row each: what the help says of it, and how its value is read.
#ifndef DV_PLAYER_OPTION_H
#define DV_PLAYER_OPTION_H

#include "player/options/options.h"

#include <stddef.h>

/// The most ticks that an option takes.
#define DV_MOST_TICKS UINT64_C(1000000000000)

/// The state of reading a command line.
typedef struct dv_reading {
    dv_options *options;
    const char *operand;
    const char *mods; ///< what --mods selects, or NULL
    uint64_t given;   ///< a bit for each row of the subcommand
    dv_error *error;
} dv_reading;

typedef struct dv_option dv_option;
struct dv_option {
    const char *name;
    /// What the help calls the value. NULL: the option takes none. "[K]": it may be left out, and
    /// only follows "=". "X|max": a number, or that word. "text|md": one of these words.
    const char *value;
    const char *help; ///< one line, which the help wraps
    dv_result (*read)(dv_reading *r, const dv_option *option, const char *value, void *target);
    size_t target, size;  ///< where `read` stores the value: DV_INTO or DV_INTO_OWN
    bool is_own;          ///< in what belongs to the subcommand, not in dv_options
    bool once;            ///< refused when given twice
    uint64_t least, most; ///< of a whole number
    const char *ending;   ///< of the name of a file
    const char
        *wanted; ///< for "--NAME takes WANTED, not '…'"; NULL: says the range, words, or ending
};

#define DV_INTO_STRUCT(type, member)                                                               \
    .target = offsetof(type, member), .size = sizeof(((type *)0)->member)
/// A row's value goes to that member of dv_options.
#define DV_INTO(member) DV_INTO_STRUCT(dv_options, member)
/// A row's value goes to that member of the subcommand's own struct; see dv_subcommand.own_size.
#define DV_INTO_OWN(type, member) DV_INTO_STRUCT(type, member), .is_own = true

// The rows that several subcommands have, without their braces.
#define DV_ROW_SET                                                                                 \
    "set", "NAME=VALUE", "a setting of the scenario; may be repeated", .read = dv_take_set
#define DV_ROW_MOD                                                                                 \
    "mod", "DIR", "switch on the mod in that folder; may be repeated", .read = dv_take_mod
#define DV_ROW_MODS "mods", "NAMES", DV_HELP_OF_MODS, dv_take_mods, .once = true
#define DV_ROW_THREADS                                                                             \
    "threads", "N", "threads to compute with, 1 to 64 (1); results do not depend on it",           \
        dv_take_number, DV_INTO(threads), .least = 1, .most = DV_MAX_THREADS
#define DV_ROW_SEED(help) "seed", "N", help, dv_take_seed, DV_INTO(seed), .most = UINT64_MAX
#define DV_ROW_TICKS(help) "ticks", "N", help, dv_take_number, DV_INTO(ticks), .most = DV_MOST_TICKS
#define DV_ROW_BUDGET(help) "budget", "S|inf", help, dv_take_rate, DV_INTO(budget)
#define DV_ROW_LUA_MEMORY(help)                                                                    \
    "lua-memory", "MIB", help, dv_take_number, DV_INTO(lua_memory),                                \
        .least = 1, .most = DV_MOST_MIB, .wanted = "MiB, a whole number from 1 to 1048576"
#define DV_ROW_AGENTS(help)                                                                        \
    "agents", "N", help, dv_take_number, DV_INTO(agents), .least = 1, .most = DV_MAX_AGENTS
#define DV_HELP_OF_AGENTS "the most agents that may live at a time (4194304)"
#define DV_MOST_MIB ((uint64_t)1 << 20)
#define DV_HELP_OF_MODS                                                                            \
    "switch on mods from the scenario's folder mods: all, none (the default), or names with "      \
    "commas between them"
#define DV_HELP_OF_BUDGET "processor time for all the Lua of a tick (10)"
#define DV_HELP_OF_LUA_MEMORY                                                                      \
    "memory that scripts may use, with what they make in the world (256, and 1 KiB for each "      \
    "agent)"

// Readers
dv_result dv_take_flag(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_take_text(dv_reading *r, const dv_option *option, const char *value, void *target);
/// Into an unsigned number of any size, or an int.
dv_result dv_take_number(dv_reading *r, const dv_option *option, const char *value, void *target);
/// Into a double: a number above 0, or the word in the row's `value`, which stands for infinity.
dv_result dv_take_rate(dv_reading *r, const dv_option *option, const char *value, void *target);
/// Into an enum: which of the words it is.
dv_result dv_take_choice(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_take_seed(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_take_set(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_take_mod(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_take_mods(dv_reading *r, const dv_option *option, const char *value, void *target);
/// --watch[=poll] and --no-watch.
dv_result dv_take_watch(dv_reading *r, const dv_option *option, const char *value, void *target);

/// Refuse an option's value: "--NAME takes WANTED, not 'VALUE'".
dv_result dv_refuse_option(dv_reading *r, const dv_option *option, const char *value);
/// Read a whole number in a range. False if the text is something else.
bool dv_whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
/// Read a finite number. False if the text is something else.
bool dv_real_number(const char *text, double *number);

#endif
