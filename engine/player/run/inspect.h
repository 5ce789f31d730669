// What the inspector shows of an agent, as rows with a name and a value. The panel of a window
// draws them, and the command `inspect` lists them all. A value that is not known is "–": what
// agents sensed and how they steered is known only of a tick that has run.
#ifndef DV_PLAYER_INSPECT_H
#define DV_PLAYER_INSPECT_H

#include "player/run/run.h"

#define DV_UNKNOWN "–"

typedef struct dv_inspected {
    const char *name, *value;
    bool is_dim; ///< the value says that there is nothing
    double part; ///< of the whole, in [0, 1]; NaN: no part of anything
} dv_inspected;

typedef void dv_show_inspected(void *context, const dv_inspected *row);

/// Where the agent is and how it moves.
void dv_inspect_motion(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                       void *context);
/// Its group and who leads it; nothing without a group.
void dv_inspect_group(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                      void *context);
/// What each of its behaviors contributes to how it steers. Returns how many there are.
uint32_t dv_inspect_steering(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                             void *context);
/// The nearest agents that it sees, and the latest events that it can hear.
void dv_inspect_seen(const dv_world *world, dv_agent agent, dv_show_inspected *show, void *context);
void dv_inspect_heard(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                      void *context);
/// Its links. Returns how many there are.
uint32_t dv_inspect_links(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                          void *context);
/// The timers that wait for an agent, or for the world if it is null. Returns how many there are.
uint32_t dv_inspect_timers(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                           void *context);
/// The unit in which people read a parameter, and how many of it the script's unit has: angles are
/// shown in degrees everywhere.
typedef struct dv_shown_unit {
    const char *name;
    double scale;
} dv_shown_unit;
dv_shown_unit dv_unit_shown(const dv_parameter *parameter);
/// A property of a body, as text: "8 m/s".
void dv_property_text(const dv_world *world, dv_agent agent, dv_property property, char text[64]);

/// A row of a list of them all. Its name begins with its section, as in "memory.age", "sees
/// wolf#3".
typedef struct dv_inspected_row {
    char name[160], value[480];
} dv_inspected_row;

typedef struct dv_inspection {
    dv_inspected_row *rows;
    uint32_t count, capacity;
    bool is_short; ///< out of memory: rows are missing
} dv_inspection;

/// List everything that is known of an agent. Free the list with dv_inspection_free.
dv_inspection dv_inspect(const dv_run *run, dv_agent agent);
void dv_inspection_free(dv_inspection *inspection);
/// The rows as lines "name: value", which the caller frees with dv_free. NULL when out of memory.
char *dv_inspection_lines(const dv_inspection *inspection);

#endif
