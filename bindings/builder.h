// Building a generation: what its files share. Functions that read fields read them from the record
// at the top of the stack.
#ifndef DV_BUILDER_H
#define DV_BUILDER_H

#include "modules/source_trees.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

/// The caller of the protected call owns all memory, since building may raise.
typedef struct dv_builder {
    dv_scenario *scenario;
    dv_generation *generation;
    lua_State *L;
    int functions; ///< stack index of the list of functions by number
    int places;    ///< stack index of the list of each function's place in the definitions
    /// What is being read, such as "kind deer, state grazing" or "scenario".
    char place[256];
    dv_source_trees trees; ///< of the modules that parts were named from
    dv_error error;
    /// NULL, unless all mistakes are being listed: building then continues after a mistake.
    dv_mistake_listener *listener;
    bool is_faulty; ///< a mistake in the definition that is being read was noted already
} dv_builder;

/// Whether `result` is DV_OK. If not, raise the builder's error, or note it where all mistakes are
/// listed.
bool dv_builder_check(dv_builder *b, dv_result result);
/// Raise the message at the top, or note it and pop it.
void dv_builder_refuse(dv_builder *b);
/// Allocate zeroed memory that lives as long as the generation.
void *dv_builder_take(dv_builder *b, size_t size);
/// Copy a string; the copy lives as long as the generation.
const char *dv_builder_keep(dv_builder *b, const char *string);
/// Set what the functions that are read next belong to. Takes arguments like printf; cuts long
/// names.
void dv_builder_begin(dv_builder *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Add the function in a field to the list and return its number; 0 if the field is nil.
dv_function dv_builder_function(dv_builder *b, const char *field);
/// Read the functions under `timers` of the record at the top, which belong to `owner`, such as
/// "kind deer".
dv_timer_list dv_builder_timers(dv_builder *b, const char *owner);
/// Read the parts of the state whose record is at the top; none unless the scenario is explained.
void dv_builder_parts(dv_builder *b, dv_state_code *code);
/// Add the former names in the record's `renamed_from`. `kind` is the kind that a state belongs to;
/// NULL for other families.
void dv_builder_renames(dv_builder *b, dv_family family, const char *kind);
/// The slots of a kind or group. Their names live as long as the record.
dv_slot_def *dv_builder_slots(dv_builder *b, uint32_t *count);
/// The names of a kind's memory fields, which live as long as the record.
const char *const *dv_builder_memory_names(dv_builder *b, uint32_t *count);
/// Put the names and memory defaults of the record at the top into a list, for the kind or group
/// type with a number: 2 number + 1 maps names to slots, 2 number + 2 has the memory defaults.
void dv_builder_add_names(lua_State *L, int list, uint32_t number);
/// Add the kinds that the scenario at `scenario` lists, with their states and functions.
void dv_builder_add_kinds(dv_builder *b, int scenario);

/// Values of the record's fields. A string lives as long as the record; NULL if absent.
const char *dv_string_field(lua_State *L, const char *field);
bool dv_flag_field(lua_State *L, const char *field);
double dv_number_field(lua_State *L, const char *field);
dv_value dv_value_field(lua_State *L, const char *field);
dv_steering *dv_steering_field(lua_State *L, const char *field);
/// Read the stress behaviors of a field and return their number. The record keeps them alive.
uint32_t dv_stresses_field(lua_State *L, const char *field, dv_stress_part parts[DV_MAX_STRESSES]);

#endif
