#include "part_notes.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

dv_step_notes *dv_part_notes_room(dv_part_notes *notes, uint32_t index, uint32_t part_count) {
    if (!dv_reserve((void **)&notes->steps, &notes->capacity, index + 1, sizeof *notes->steps))
        return NULL;
    if (notes->count <= index) {
        memset(notes->steps + notes->count, 0, (index + 1 - notes->count) * sizeof *notes->steps);
        notes->count = index + 1;
    }
    dv_step_notes *step = &notes->steps[index];
    step->agent = 0;
    return dv_reserve((void **)&step->parts, &step->capacity, part_count, sizeof *step->parts)
               ? step
               : NULL;
}

void dv_part_note_text(dv_step_notes *step, dv_part_note *part, const char *text) {
    part->has_text = text && dv_reserve((void **)&step->texts, &step->text_capacity, step->count,
                                        sizeof *step->texts);
    if (!part->has_text)
        return;
    char *kept = step->texts[part - step->parts];
    snprintf(kept, DV_NOTE_TEXT, "%s", text);
    dv_utf8_trim(kept);
}

void dv_forget_part_notes(dv_part_notes *notes) {
    for (uint32_t i = 0; i < notes->count; i++)
        notes->steps[i].agent = 0;
    notes->current = 0;
}

void dv_free_part_notes(dv_part_notes *notes) {
    for (uint32_t i = 0; i < notes->count; i++) {
        dv_free(notes->steps[i].parts);
        dv_free(notes->steps[i].texts);
    }
    dv_free(notes->steps);
    *notes = (dv_part_notes){0};
}
