// Building a generation: what its parts share. Fields are of the record at the top of the stack.
#ifndef DV_BUILDER_H
#define DV_BUILDER_H

#include "script.h"

/// Memory that must go when building raises is owned by the caller of the protected call.
typedef struct dv_builder {
    dv_scenario *scenario;
    dv_generation *generation;
    lua_State *L;
    int functions; ///< index of the list of functions
    int places;    ///< index of the list of where each stands in the definitions
    /// What is being read: "kind deer, state grazing", or "scenario".
    char place[256];
    dv_error error;
} dv_builder;

/// Raise the builder's error unless all went well.
void dv_builder_check(dv_builder *b, dv_result result);
/// Zeroed memory that lives as long as the generation.
void *dv_builder_take(dv_builder *b, size_t size);
/// A copy of a string that lives as long as the generation.
const char *dv_builder_keep(dv_builder *b, const char *string);
/// Say what functions belong to from now on, as printf does. Long names are cut.
void dv_builder_begin(dv_builder *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Take the function in a field; 0 when there is none.
dv_function dv_builder_function(dv_builder *b, const char *field);
/// The names that what the record declares had before; `kind` is that of a state, else NULL.
void dv_builder_renames(dv_builder *b, dv_family family, const char *kind);
/// The slots of a kind or group.
dv_slot_def *dv_builder_slots(dv_builder *b, uint32_t *count);
/// The names of the memory of a kind, which its record keeps.
const char *const *dv_builder_memory_names(dv_builder *b, uint32_t *count);
/// Put names and memory defaults into a list kept by reference.
void dv_builder_add_names(lua_State *L, int list, uint32_t number);
/// Add the kinds that the scenario at `scenario` lists, with their states and functions.
void dv_builder_add_kinds(dv_builder *b, int scenario);

/// It lives as long as the record; NULL when absent.
const char *dv_string_field(lua_State *L, const char *field);
bool dv_flag_field(lua_State *L, const char *field);
double dv_number_field(lua_State *L, const char *field);
dv_value dv_value_field(lua_State *L, const char *field);
dv_steering *dv_steering_field(lua_State *L, const char *field);
/// The number of stress behaviors of a field, which the kind's record keeps alive.
uint32_t dv_stress_field(lua_State *L, const char *field, dv_stress_part parts[DV_MOST_STRESSES]);

#endif
