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

/// Copy items of a step, so many bytes, into a new array; false when out of memory.
static bool copy_items(void **copy, const void *items, size_t bytes, size_t *all) {
    *copy = bytes > 0 && items ? dv_alloc(bytes) : NULL;
    if (*copy)
        memcpy(*copy, items, bytes);
    *all += *copy ? bytes : 0;
    return *copy || bytes == 0 || !items;
}

static bool copy_step(dv_step_notes *copy, const dv_step_notes *step, size_t *bytes) {
    bool has_texts = false;
    for (uint32_t i = 0; i < step->count; i++)
        has_texts |= step->parts[i].has_text;
    *copy = *step;
    copy->parts = NULL;
    copy->texts = NULL;
    copy->capacity = copy->text_capacity = step->count;
    bool has_memory =
        copy_items((void **)&copy->parts, step->parts, step->count * sizeof *step->parts, bytes);
    if (has_memory && has_texts)
        has_memory = copy_items((void **)&copy->texts, step->texts,
                                step->count * sizeof *step->texts, bytes);
    copy->text_capacity = copy->texts ? step->count : 0;
    return has_memory;
}

bool dv_copy_part_notes(dv_part_notes *copy, const dv_part_notes *notes, size_t *bytes) {
    *copy = (dv_part_notes){0};
    if (notes->count == 0)
        return true;
    copy->steps = dv_alloc(notes->count * sizeof *copy->steps);
    bool has_memory = copy->steps != NULL;
    while (has_memory && copy->count < notes->count) {
        const dv_step_notes *step = &notes->steps[copy->count];
        dv_step_notes *to = &copy->steps[copy->count++];
        *to = (dv_step_notes){0};
        has_memory = !step->agent || copy_step(to, step, bytes);
    }
    copy->capacity = copy->count;
    *bytes += copy->count * sizeof *copy->steps;
    if (!has_memory)
        dv_free_part_notes(copy);
    return has_memory;
}
