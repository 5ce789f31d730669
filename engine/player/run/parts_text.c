#include "player/run/parts_text.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The longest line of the table.
#define LINE (3 * DV_PART_TEXT)
/// Characters that the names of parts take in it.
#define NAMES 56

const char *dv_parts_title(const dv_parts *parts) {
    static const char *const titles[][2] = {
        {"tree", "Behavior tree"},
        {"utility", "Utility"},
        {"subsumption", "Subsumption"},
        {"schema", "Schema"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(parts->family, titles[i][0]) == 0)
            return titles[i][1];
    return parts->family;
}

void dv_parts_time(const dv_world *world, const dv_parts *parts, char text[DV_PART_TEXT]) {
    uint64_t since = dv_world_tick(world) - parts->tick;
    if (!parts->has_run)
        snprintf(text, DV_PART_TEXT, "not known before its next step");
    else if (since == 1)
        snprintf(text, DV_PART_TEXT, "in the last tick");
    else
        snprintf(text, DV_PART_TEXT, "%.1f s ago", (double)since * dv_world_dt(world));
}

void dv_part_label(const dv_part_row *row, char text[DV_PART_TEXT]) {
    snprintf(text, DV_PART_TEXT, "%.60s%s%.300s", row->type, *row->type && *row->name ? " " : "",
             row->name);
}

/// What an outcome is called in a family of states.
static const char *outcome_of(const dv_parts *parts, dv_part_outcome outcome) {
    static const struct {
        const char *family, *running, *passed_over;
    } words[] = {
        {"utility", "chosen", "not chosen"},
        {"subsumption", "acts", "does not want to act"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(parts->family, words[i].family) != 0)
            continue;
        else if (outcome == DV_PART_RUNNING)
            return words[i].running;
        else if (outcome == DV_PART_PASSED_OVER)
            return words[i].passed_over;
    return dv_part_outcome_name(outcome);
}

void dv_part_outcome_text(const dv_parts *parts, const dv_part_row *row, char text[DV_PART_TEXT]) {
    char score[32] = "";
    if (!isnan(row->score))
        snprintf(score, sizeof score, "%.3g, ", row->score);
    snprintf(text, DV_PART_TEXT, "%s%s%s%.120s", score, outcome_of(parts, row->outcome),
             *row->note ? ": " : "", row->note);
}

/// How many characters UTF-8 text has.
static int length_of(const char *text) {
    int length = 0;
    for (; *text; text++)
        length += ((unsigned char)*text & 0xc0) != 0x80;
    return length;
}

static int write_row(const dv_parts *parts, const dv_part_row *row, char line[LINE]) {
    char label[DV_PART_TEXT], outcome[DV_PART_TEXT];
    dv_part_label(row, label);
    dv_part_outcome_text(parts, row, outcome);
    int indent = 2 * (int)(row->depth < 20 ? row->depth : 20);
    int pad = NAMES - indent - length_of(label);
    return snprintf(line, LINE, "%c %*s%s%*s  %s%s%s%s\n",
                    row->outcome == DV_PART_RUNNING ? '>' : ' ', indent, "", label,
                    pad > 0 ? pad : 0, "", outcome, *row->place ? " (" : "", row->place,
                    *row->place ? ")" : "");
}

char *dv_parts_table(const dv_run *run, dv_agent agent) {
    dv_part_row rows[DV_SHOWN_PARTS];
    char time[DV_PART_TEXT], line[LINE];
    dv_parts parts;
    uint32_t count = dv_scenario_list_parts(run->scenario, agent, &parts, rows, DV_SHOWN_PARTS);
    uint32_t shown = count < DV_SHOWN_PARTS ? count : DV_SHOWN_PARTS;
    size_t capacity = ((size_t)shown + 2) * LINE;
    char *table = count > 0 ? dv_alloc(capacity) : NULL;
    if (!table)
        return NULL;
    dv_parts_time(run->world, &parts, time);
    size_t used = (size_t)snprintf(table, capacity, "%s, %s\n", dv_parts_title(&parts), time);
    for (uint32_t i = 0; i < shown; i++) {
        int length = write_row(&parts, &rows[i], line);
        memcpy(table + used, line, (size_t)length + 1);
        used += (size_t)length;
    }
    if (shown < count)
        snprintf(table + used, capacity - used, "  and %u more\n", count - shown);
    return table;
}
