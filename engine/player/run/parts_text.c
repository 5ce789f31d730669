#include "player/run/parts_text.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "player/run/why.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Bytes of a line of the table; longer ones are cut.
#define LINE (3 * DV_PART_TEXT)
/// The width of the names of parts in the table, in characters.
#define NAMES 56

const char *dv_parts_title(const dv_parts *parts) {
    static const char *const titles[][2] = {
        {"tree", "Behavior tree"}, {"utility", "Utility"}, {"subsumption", "Subsumption"},
        {"schema", "Schema"},      {"goap", "Plan"},
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
        dv_write_ago(world, parts->tick, text, DV_PART_TEXT);
}

void dv_part_label(const dv_part_row *row, char text[DV_PART_TEXT]) {
    snprintf(text, DV_PART_TEXT, "%s%s%s", row->type, *row->type && *row->name ? " " : "",
             row->name);
    dv_utf8_trim(text);
}

/// The name of an outcome, which depends on the family of the state.
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
    snprintf(text, DV_PART_TEXT, "%s%s%s%s", score, outcome_of(parts, row->outcome),
             *row->note ? ": " : "", row->note);
    dv_utf8_trim(text);
}

/// The number of characters in UTF-8 text.
static int length_of(const char *text) {
    int length = 0;
    for (; *text; text++)
        length += ((unsigned char)*text & 0xc0) != 0x80;
    return length;
}

static void write_row(const dv_parts *parts, const dv_part_row *row, char line[LINE]) {
    char label[DV_PART_TEXT], outcome[DV_PART_TEXT];
    dv_part_label(row, label);
    dv_part_outcome_text(parts, row, outcome);
    int indent = 2 * (int)(row->depth < 20 ? row->depth : 20);
    int pad = NAMES - indent - length_of(label);
    snprintf(line, LINE - 1, "%c %*s%s%*s  %s%s%s%s", row->outcome == DV_PART_RUNNING ? '>' : ' ',
             indent, "", label, pad > 0 ? pad : 0, "", outcome, *row->place ? " (" : "", row->place,
             *row->place ? ")" : "");
    dv_utf8_trim(line);
    strcat(line, "\n");
}

dv_result dv_parts_table(const dv_run *run, dv_agent agent, char **table) {
    dv_part_row rows[DV_SHOWN_PARTS];
    char time[DV_PART_TEXT];
    dv_parts parts;
    uint32_t count = dv_scenario_list_parts(run->scenario, agent, &parts, rows, DV_SHOWN_PARTS);
    uint32_t shown = count < DV_SHOWN_PARTS ? count : DV_SHOWN_PARTS;
    *table = count > 0 ? dv_alloc(((size_t)shown + 2) * LINE) : NULL;
    if (!*table)
        return count > 0 ? DV_ERROR_MEMORY : DV_OK;
    dv_parts_time(run->world, &parts, time);
    char *line = *table;
    snprintf(line, LINE, "%s, %s\n", dv_parts_title(&parts), time);
    line += strlen(line);
    for (uint32_t i = 0; i < shown; i++) {
        write_row(&parts, &rows[i], line);
        line += strlen(line);
    }
    if (shown < count)
        snprintf(line, LINE, "  and %u more\n", count - shown);
    return DV_OK;
}
