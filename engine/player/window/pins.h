// Pinned agents: each has a card in the inspector, whatever agent is selected. Numbers of the
// memory that the user chose are on the cards of all agents that have them.
//
// Invariant: the names are those of the agents, which may be gone.
#ifndef DV_PLAYER_PINS_H
#define DV_PLAYER_PINS_H

#include "drover/world.h"
#include "player/run/agent_name.h"
#include "player/run/run.h"

#define DV_MOST_PINS 8u
#define DV_MOST_PINNED_NUMBERS 6u

typedef struct dv_pin {
    dv_agent agent;
    char name[DV_AGENT_NAME]; ///< "wolf#152"
} dv_pin;

typedef struct dv_pins {
    dv_pin items[DV_MOST_PINS]; ///< in the order in which they were pinned
    uint32_t count;
    char numbers[DV_MOST_PINNED_NUMBERS][128]; ///< paths, as in dv_value_entry
    uint32_t number_count;
} dv_pins;

/// Pin an agent, unless it is pinned already. Fails with a message if there are DV_MOST_PINS.
dv_result dv_pins_add(dv_pins *pins, const dv_world *world, dv_agent agent, dv_error *error);
/// Remove a pin.
void dv_pins_remove(dv_pins *pins, uint32_t index);
/// The pin of an agent, or of a name such as "wolf#152" or "152"; −1: it is not pinned.
int32_t dv_pins_of(const dv_pins *pins, dv_agent agent);
int32_t dv_pins_named(const dv_pins *pins, const char *name);

/// Show a number on the cards, or remove it if it is there. Does nothing if there are
/// DV_MOST_PINNED_NUMBERS, or if the path is too long.
void dv_pins_toggle_number(dv_pins *pins, const char *path);
bool dv_pins_has_number(const dv_pins *pins, const char *path);

/// Find the agents of the pins in a new world, by their names.
void dv_pins_follow_restart(dv_pins *pins, const dv_world *world);

#endif
