// What the parts of states did in the last step of each agent: see dv_scenario_list_parts. Scripts
// note it with core.begin_notes and core.note, which exist only in scenarios that are opened as
// `explained`.
//
// Apart from the agents' data: it is not saved, not part of the state hash, and nothing in a tick
// reads it. When memory runs out, notes are lost, and nothing else.
#ifndef DROVER_BINDINGS_PART_NOTES_H
#define DROVER_BINDINGS_PART_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DV_NOTE_TEXT 80

typedef struct dv_part_note {
    float score;
    uint8_t outcome; ///< a dv_part_outcome
    bool has_score, has_text;
} dv_part_note;

/// The notes of an agent's last step.
typedef struct dv_step_notes {
    uint64_t agent; ///< its handle; 0: there are none
    uint64_t tick;
    uint64_t code; ///< a hash of the sources at that time
    uint32_t kind, state;
    uint32_t count, capacity, text_capacity;
    dv_part_note *parts;
    char (*texts)[DV_NOTE_TEXT]; ///< of those that have one; room only if one ever had
} dv_step_notes;

/// By agents' indices. `current` is the index + 1 of the agent whose step is noted; 0: none.
typedef struct dv_part_notes {
    dv_step_notes *steps;
    uint32_t count, capacity, current;
    uint64_t code; ///< of `generation`
    uint32_t generation;
} dv_part_notes;

/// Room for the notes of an agent, by its index, so far of none; NULL when out of memory.
dv_step_notes *dv_part_notes_room(dv_part_notes *notes, uint32_t index, uint32_t part_count);
/// Note a text about a part of a step; NULL: none.
void dv_part_note_text(dv_step_notes *step, dv_part_note *part, const char *text);
/// Forget all notes: the world was loaded.
void dv_forget_part_notes(dv_part_notes *notes);
void dv_free_part_notes(dv_part_notes *notes);
/// Copy all notes. False, with nothing to free, when out of memory. Adds the bytes of the copy to
/// `*bytes`.
bool dv_copy_part_notes(dv_part_notes *copy, const dv_part_notes *notes, size_t *bytes);

#endif
