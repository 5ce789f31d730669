// The section with the slots and the memory of the selected agent and its group. Tables unfold.
// Numbers, strings, and booleans can be changed in place: a change is a line of the console.
#include "player/window/panels.h"

#include "player/gui/gui_lines.h"
#include "player/gui/gui_tree.h"
#include "player/gui/palette.h"

#include "record/text_file.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The part that is being shown, and the change that the user makes in it.
typedef struct described {
    const dv_program *program;
    uint32_t kind, group_type;
    bool of_group;
    char edited[560]; ///< a path that is set to `value`; "": none
    char value[DV_LONGEST_TYPED * 4 + 8];
    char pinned[128]; ///< a number to show on cards, or to remove from them; "": none
    enum { THAT_STEER, MEMORY, OTHER_SLOTS } part;
    bool is_passed_over; ///< the slot or field around this entry belongs to another part
    dv_slot_read reads[DV_SHOWN_SLOTS];
    uint32_t count;
} described;

static bool steers(const described *d, dv_slot_owner owner, int32_t slot) {
    for (uint32_t i = 0; i < d->count; i++)
        if (d->reads[i].owner == owner && (int32_t)d->reads[i].slot == slot)
            return true;
    return false;
}

static bool is_of_part(const described *d, const char *name) {
    dv_slot_owner owner = d->of_group ? DV_OWNED_BY_GROUP : DV_OWNED_BY_AGENT;
    int32_t slot = d->of_group ? dv_program_group_slot_named(d->program, d->group_type, name)
                               : dv_program_slot_named(d->program, d->kind, name);
    return (int)d->part == (slot < 0 ? MEMORY : steers(d, owner, slot) ? THAT_STEER : OTHER_SLOTS);
}

// Changing values

/// Write a string as Lua code.
static void quote(const char *text, char *code) {
    *code++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *code++ = '\\';
        *code++ = *text;
    }
    strcpy(code, "\"");
}

static void change(described *d, const dv_value_entry *entry) {
    snprintf(d->edited, sizeof d->edited, "%s%s", d->of_group ? "group." : "", entry->path);
}

static void show_number(described *d, const char *name, const dv_value_entry *entry) {
    double number = entry->number;
    bool is_changed = dv_gui_number(name, &number, -DBL_MAX, DBL_MAX, "");
    if (!d->of_group && dv_gui_asks_for_more())
        snprintf(d->pinned, sizeof d->pinned, "%s", entry->path);
    if (!is_changed)
        return;
    change(d, entry);
    dv_double_text(number, d->value);
}

static void show_switch(described *d, const char *name, const dv_value_entry *entry) {
    bool is_on = entry->number != 0;
    if (!dv_gui_edit_switch(name, &is_on))
        return;
    change(d, entry);
    snprintf(d->value, sizeof d->value, is_on ? "true" : "false");
}

static void show_text(described *d, const char *name, const dv_value_entry *entry) {
    char text[DV_LONGEST_TYPED];
    snprintf(text, sizeof text, "%s", entry->text);
    if (!dv_gui_edit_text(name, text, sizeof text) || strcmp(text, entry->text) == 0)
        return;
    change(d, entry);
    quote(text, d->value);
}

// Entries

/// True if it is unfolded.
static bool show_table(const char *name, const dv_value_entry *entry) {
    char count[32];
    snprintf(count, sizeof count, entry->count == 1 ? "1 entry" : "%" PRIu32 " entries",
             entry->count);
    if (entry->count == 0)
        dv_gui_row(name, "empty");
    else if (entry->is_cycle)
        dv_gui_row(name, "contains itself");
    else if (entry->depth + 1 == DV_MOST_DEPTH)
        dv_gui_row(name, entry->text);
    else
        return dv_gui_branch(name, count);
    return false;
}

static bool show_value(described *d, const char *name, const dv_value_entry *entry) {
    bool is_editable = d->part == MEMORY && *entry->path;
    if (entry->type == DV_ENTRY_MORE)
        dv_gui_print(DV_COLOR_TEXT_DIM, "… %" PRIu32 " more", entry->count);
    else if (entry->type == DV_ENTRY_TABLE)
        return show_table(name, entry);
    else if (d->part == OTHER_SLOTS)
        dv_gui_dim_row(name, entry->text);
    else if (is_editable && entry->type == DV_ENTRY_NUMBER)
        show_number(d, name, entry);
    else if (is_editable && entry->type == DV_ENTRY_BOOLEAN)
        show_switch(d, name, entry);
    else if (is_editable && entry->type == DV_ENTRY_TEXT)
        show_text(d, name, entry);
    else
        dv_gui_row(name, entry->text);
    return false;
}

static bool show_entry(void *context, const dv_value_entry *entry) {
    described *d = context;
    char name[128], id[40];
    if (entry->depth == 0)
        d->is_passed_over = !is_of_part(d, entry->name);
    if (d->is_passed_over)
        return false;
    snprintf(name, sizeof name, "%s%s", entry->depth == 0 && d->of_group ? "group." : "",
             entry->name);
    // Entries without a path, such as those by agents, have names that differ in their table.
    snprintf(id, sizeof id, "%d %" PRIu32, d->of_group, entry->depth);
    dv_gui_tree_row_begin(id, 0);
    dv_gui_tree_row_begin(*entry->path ? entry->path : entry->name, entry->depth);
    bool is_open = show_value(d, name, entry);
    dv_gui_tree_row_end(entry->depth);
    dv_gui_tree_row_end(0);
    return is_open;
}

/// Show the slots that steer the agent in its state first, then its memory, and the other slots
/// last, dimmed.
void dv_panels_show_memory(dv_view *view, dv_agent agent, dv_group group) {
    const dv_world *world = view->run->world;
    bool has_group = dv_group_alive(world, group);
    described d = {
        .program = dv_world_program(world),
        .kind = dv_agent_kind(world, agent),
        .group_type = has_group ? dv_group_type(world, group) : 0,
    };
    if (!dv_gui_section("Targets and memory", true))
        return;
    d.count = dv_agent_slots_read(world, agent, d.reads, DV_SHOWN_SLOTS);
    for (d.part = THAT_STEER; d.part <= OTHER_SLOTS; d.part++) {
        d.of_group = false;
        dv_scenario_browse(view->run->scenario, agent, show_entry, &d);
        d.of_group = true;
        dv_scenario_browse_group(view->run->scenario, group, show_entry, &d);
    }
    // A change must wait until all values have been read.
    if (*d.edited)
        dv_panels_assign(view, agent, d.edited, d.value);
    if (!*d.pinned)
        return;
    dv_pins_toggle_number(&view->pins, d.pinned);
    if (dv_pins_of(&view->pins, agent) < 0)
        dv_request_command(&view->requests, "pin");
}
