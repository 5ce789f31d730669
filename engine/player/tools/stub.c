// Makes scripts/types/drover.lua: `stub INTERFACE SCRIPTS > STUB`. What is written by hand in
// INTERFACE comes first, with the binding's classes and what modules in the folder SCRIPTS say
// about their functions where it names them, then what the catalogue says of bodies, behaviors,
// blends and guards, as annotations for lua-language-server. A program of the build alone; see
// CONTRIBUTING.md.
#include "base/math.h"
#include "classes/classes.h"
#include "drover/catalogue.h"
#include "drover/program.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_WIDTH 116
#define LONGEST_TEXT 2048
#define PARAMETER_TEXT 80
#define NUMBER_TEXT 28

// Text

// Print a comment for the editor, wrapped between words.
static void print_comment(const char *format, ...) {
    char text[LONGEST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *rest = text; *rest;) {
        size_t length = strlen(rest);
        if (length > TEXT_WIDTH) {
            length = TEXT_WIDTH;
            while (length > 0 && rest[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(rest, " ");
        }
        printf("---%.*s\n", (int)length, rest);
        rest += length;
        rest += strspn(rest, " ");
    }
}

// Write a number for people: "1e6"; angles as fractions of π, such as "2π/3".
static void write_number(char text[NUMBER_TEXT], const char *unit, double value) {
    static const int parts[] = {1, 2, 3, 4, 6, 9, 18};
    text[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts && strcmp(unit, "rad") == 0; i++) {
        double share = value / DV_PI * parts[i];
        if (share == 0 || fabs(share - round(share)) > 1e-6)
            continue;
        char count[12] = "", part[12] = "";
        if (fabs(round(share)) != 1)
            snprintf(count, sizeof count, "%d", abs((int)round(share)));
        if (parts[i] > 1)
            snprintf(part, sizeof part, "/%d", parts[i]);
        snprintf(text, NUMBER_TEXT, "%s%sπ%s", share < 0 ? "-" : "", count, part);
        return;
    }
    snprintf(text, NUMBER_TEXT, "%g", value);
    char *exponent = strstr(text, "e+");
    if (!exponent)
        return;
    const char *digits = exponent + 2 + strspn(exponent + 2, "0");
    memmove(exponent + 1, digits, strlen(digits) + 1);
}

// The range of a number, "0 to 5" or "from 0"; "" if there is no limit.
static void parameter_range(const dv_parameter *parameter, char text[PARAMETER_TEXT]) {
    char minimum[NUMBER_TEXT], maximum[NUMBER_TEXT];
    bool from = isfinite(parameter->minimum), to = isfinite(parameter->maximum);
    text[0] = '\0';
    if (parameter->type != DV_PARAMETER_NUMBER)
        return;
    write_number(minimum, parameter->unit, parameter->minimum);
    write_number(maximum, parameter->unit, parameter->maximum);
    if (from && to)
        snprintf(text, PARAMETER_TEXT, "%s to %s", minimum, maximum);
    else if (from)
        snprintf(text, PARAMETER_TEXT, "from %s", minimum);
    else if (to)
        snprintf(text, PARAMETER_TEXT, "to %s", maximum);
}

// The default of a parameter, "default 5", or "required"; "" if there is neither.
static void parameter_default(const dv_parameter *parameter, char text[PARAMETER_TEXT]) {
    char number[NUMBER_TEXT];
    text[0] = '\0';
    if (parameter->required) {
        snprintf(text, PARAMETER_TEXT, "required");
    } else if (parameter->type == DV_PARAMETER_BOOLEAN ||
               parameter->type == DV_PARAMETER_SOLIDITY) {
        snprintf(text, PARAMETER_TEXT, "default %s", parameter->fallback != 0 ? "true" : "false");
    } else if (parameter->type == DV_PARAMETER_NUMBER && !isnan(parameter->fallback)) {
        write_number(number, parameter->unit, parameter->fallback);
        snprintf(text, PARAMETER_TEXT, "default %s",
                 isinf(parameter->fallback) ? "unlimited" : number);
    }
}

// "(m, 0 to 1e6, default 5)", without the parts that don't apply.
static void print_bounds(const dv_parameter *parameter) {
    char range[PARAMETER_TEXT], fallback[PARAMETER_TEXT];
    parameter_range(parameter, range);
    parameter_default(parameter, fallback);
    bool is_quantity =
        parameter->type == DV_PARAMETER_NUMBER || parameter->type == DV_PARAMETER_VECTOR;
    const char *parts[] = {is_quantity ? parameter->unit : "", range,
                           parameter->required ? "" : fallback};
    const char *before = " (";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!*parts[i])
            continue;
        printf("%s%s", before, parts[i]);
        before = ", ";
    }
    if (*before == ',')
        printf(")");
}

// Types

static const char *type_of(const dv_parameter *parameter, const char *room) {
    switch (parameter->type) {
    case DV_PARAMETER_NUMBER:
        return "drover.quantity";
    case DV_PARAMETER_BOOLEAN:
        return "boolean|drover.setting";
    case DV_PARAMETER_SOLIDITY:
        return "boolean|\"" DV_AGENTS_ARE_SOLID "\"|drover.setting";
    case DV_PARAMETER_TARGET:
        return "drover.target";
    case DV_PARAMETER_VECTOR:
        return "drover.slot_name|drover.point";
    case DV_PARAMETER_AGENT:
    case DV_PARAMETER_SLOT:
    case DV_PARAMETER_PATH:
        return "drover.slot_name";
    case DV_PARAMETER_KIND:
        return "drover.kinds";
    case DV_PARAMETER_WHO:
        return "drover.kinds|drover.slot_name";
    case DV_PARAMETER_STATE:
        return "drover.state_name";
    case DV_PARAMETER_EVENT:
        return "drover.event_name";
    case DV_PARAMETER_FIELD:
        return "drover.field_name";
    case DV_PARAMETER_SETTING:
        return "string|drover.setting";
    case DV_PARAMETER_LITERAL:
        return "number|boolean|string";
    case DV_PARAMETER_CALLBACK:
        if (strcmp(room, "stress") == 0)
            return "fun(self: drover.self, x: number, y: number, turn: number, stride: number): "
                   "number";
        return strcmp(room, "when") == 0
                   ? "fun(self: drover.self): any"
                   : "fun(self: drover.self): number|drover.vector|nil, number?, number?";
    case DV_PARAMETER_STEERING:
        return "drover.composition";
    }
    return "any";
}

// The name of a parameter as a function's argument; "function" is reserved in Lua.
static const char *argument_name(const dv_parameter *parameter) {
    return parameter->type == DV_PARAMETER_CALLBACK ? "callback" : parameter->name;
}

// Fields

static void print_field(const char *name, const dv_parameter *parameter, const char *type,
                        bool required) {
    printf("---@field %s%s %s %s", name, required ? "" : "?", type, parameter->doc);
    print_bounds(parameter);
    printf("\n");
}

static size_t group_length(const dv_parameter *parameter) {
    const char *dot = strchr(parameter->name, '.');
    return dot ? (size_t)(dot - parameter->name) : 0;
}

// Whether this is the first parameter of a group that has a table of its own.
static bool begins_group(const dv_entry *entry, uint32_t i) {
    size_t length = group_length(&entry->parameters[i]);
    return length > 0 && (i == 0 || strncmp(entry->parameters[i - 1].name,
                                            entry->parameters[i].name, length + 1) != 0);
}

static void print_groups(const dv_entry *entry, const char *room) {
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const dv_parameter *first = &entry->parameters[i];
        size_t length = group_length(first);
        if (!begins_group(entry, i))
            continue;
        printf("---@class (exact) drover.%s.%s.%.*s\n", room, entry->name, (int)length,
               first->name);
        for (const dv_parameter *p = first; p < entry->parameters + entry->parameter_count &&
                                            strncmp(p->name, first->name, length + 1) == 0;
             p++)
            print_field(p->name + length + 1, p, type_of(p, room), p->required);
        printf("\n");
    }
}

// Print the parameters from `first` on as fields of a table.
static void print_fields(const dv_entry *entry, const char *room, uint32_t first) {
    for (uint32_t i = first; i < entry->parameter_count; i++) {
        const dv_parameter *parameter = &entry->parameters[i];
        size_t length = group_length(parameter);
        if (begins_group(entry, i))
            printf("---@field %.*s? drover.%s.%s.%.*s a table of what counts for it\n", (int)length,
                   parameter->name, room, entry->name, (int)length, parameter->name);
        else if (length == 0)
            print_field(parameter->name, parameter, type_of(parameter, room), parameter->required);
    }
}

// Functions

static void print_doc(const dv_entry *entry) {
    print_comment("%s", entry->doc ? entry->doc : "");
    if (entry->source && *entry->source && strcmp(entry->source, "Drover") != 0) {
        printf("---\n");
        print_comment("[%s]", entry->source);
    }
}

static bool any_required(const dv_entry *entry, uint32_t first) {
    for (uint32_t i = first; i < entry->parameter_count; i++)
        if (entry->parameters[i].required)
            return true;
    return false;
}

// Whether the first argument can be a table of parameters: not if it can be a list of names.
static bool table_may_be_first(const dv_entry *entry) {
    dv_parameter_type type = entry->parameters[0].type;
    return type != DV_PARAMETER_CALLBACK;
}

static void print_signature(const dv_entry *entry, const char *room, bool has_rest) {
    printf("function %s.%s(", room, entry->name);
    for (uint32_t i = 0; i < entry->positional; i++)
        printf("%s%s", i ? ", " : "", argument_name(&entry->parameters[i]));
    if (has_rest)
        printf("%sparameters", entry->positional ? ", " : "");
    printf(") end\n\n");
}

static void print_table(const dv_entry *entry, const char *room, const char *suffix,
                        uint32_t first) {
    printf("---@class (exact) drover.%s.%s%s\n", room, entry->name, suffix);
    print_fields(entry, room, first);
    printf("\n");
}

static void print_parameters(const dv_entry *entry, const char *room) {
    for (uint32_t i = 0; i < entry->positional; i++) {
        const dv_parameter *p = &entry->parameters[i];
        printf("---@param %s%s %s %s", argument_name(p), p->required ? "" : "?", type_of(p, room),
               p->doc);
        print_bounds(p);
        printf("\n");
    }
}

// A behavior or guard: positional parameters first, then a table of the others; or a table of all.
static void print_function(const dv_entry *entry, const char *room, const char *result) {
    bool has_rest = entry->parameter_count > entry->positional;
    bool has_table = entry->positional ? table_may_be_first(entry) : has_rest;
    const char *suffix = entry->positional ? ".rest" : "";
    print_groups(entry, room);
    if (has_table)
        print_table(entry, room, "", 0);
    if (has_rest && entry->positional)
        print_table(entry, room, suffix, entry->positional);
    print_doc(entry);
    print_parameters(entry, room);
    if (has_rest)
        printf("---@param parameters%s drover.%s.%s%s\n",
               any_required(entry, entry->positional) ? "" : "?", room, entry->name, suffix);
    printf("---@return %s\n", result);
    if (has_table && entry->positional)
        printf("---@overload fun(parameters: drover.%s.%s): %s\n", room, entry->name, result);
    print_signature(entry, room, has_rest);
}

static void print_blend(const dv_blend_type *blend) {
    const dv_entry *entry = &blend->entry;
    if (blend->weight) {
        printf("---@class (exact) drover.blend.%s.part\n"
               "---@field [1] drover.steering the part\n",
               entry->name);
        print_field("[2]", blend->weight, type_of(blend->weight, "blend"), blend->weight->required);
        printf("\n");
    }
    printf("---@class (exact) drover.blend.%s\n---@field [integer] drover.steering", entry->name);
    if (blend->weight)
        printf("|drover.blend.%s.part", entry->name);
    printf(" its parts, in order\n");
    print_fields(entry, "blend", 0);
    printf("\n");
    print_doc(entry);
    printf("---@param parts drover.blend.%s\n---@return drover.composition\n", entry->name);
    printf("function blend.%s(parts) end\n\n", entry->name);
}

// Bodies

// The properties of the body (prefix "") or of a group ("sight.").
static void print_properties(const char *prefix) {
    size_t length = strlen(prefix);
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        const dv_parameter *p = &dv_properties[i];
        if (group_length(p) == (length ? length - 1 : 0) && strncmp(p->name, prefix, length) == 0)
            print_field(p->name + length, p, type_of(p, ""), p->required);
    }
}

// The fields by which an agent's own are read: sight.range is sight_range.
static void print_own_properties(void) {
    printf("---@class drover.own_properties\n");
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        const dv_parameter *p = &dv_properties[i];
        size_t group = group_length(p);
        printf("---@field %.*s%s%s %s %s", (int)group, p->name, group ? "_" : "",
               p->name + (group ? group + 1 : 0),
               p->type == DV_PARAMETER_BOOLEAN    ? "boolean"
               : p->type == DV_PARAMETER_SOLIDITY ? "boolean|\"" DV_AGENTS_ARE_SOLID "\""
                                                  : "number",
               p->doc);
        printf(*p->unit ? " (%s)" : "%s", p->unit);
        printf(i < DV_OWN_PROPERTY_COUNT ? "\n" : "; read-only\n");
    }
    printf("\n");
}

static void print_bodies(void) {
    printf("---The `body` of a kind: its mass, its size, how fast it is, and how it moves.\n"
           "---@class (exact) drover.body\n");
    printf("---@field locomotion? drover.locomotion how it moves (default point_mass)\n");
    print_properties("");
    printf("\n---The `sight` of a kind: how far and how wide its agents see.\n"
           "---@class (exact) drover.sight\n");
    print_properties("sight.");
    printf("---@field occluded? boolean obstacles hide what is behind them (default false)\n\n");
    printf("---The `hearing` of a kind: how far its agents hear.\n"
           "---@class (exact) drover.hearing\n");
    print_properties("hearing.");
    printf("\n");
    print_own_properties();
}

static void print_choices(void) {
    printf("---How a body moves.\n---@alias drover.locomotion\n");
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++) {
        const dv_entry *entry = &dv_locomotion_type_at(i)->entry;
        printf("---| \"%s\" # %s\n", entry->name, entry->doc);
    }
    printf("\n---What a slot holds.\n---@alias drover.slot_type\n");
    for (int i = DV_SLOT_NONE + 1; i < DV_SLOT_TYPE_COUNT; i++)
        printf("---| \"%s\"\n", dv_slot_type_name((dv_slot_type)i));
    printf("\n---The shape that agents are drawn in.\n---@alias drover.look_shape\n");
    for (uint32_t i = 0; i < dv_shape_count; i++)
        printf("---| \"%s\"\n", dv_shape_names[i]);
    printf("\n---One of these names.\n---@alias drover.color_name\n");
    for (uint32_t i = 0; i < dv_color_count; i++) {
        uint32_t color = 0;
        dv_color_by_name(dv_color_names[i], &color);
        printf("---| \"%s\" # #%06" PRIx32 "\n", dv_color_names[i], color >> 8);
    }
    printf("\n");
}

// The whole catalogue

static void print_catalogue(void) {
    printf("\n-- Bodies, as the catalogue has them\n\n");
    print_choices();
    print_bodies();
    printf("-- Behaviors\n\n");
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++)
        print_function(&dv_behavior_type_at(i)->entry, "steer", "drover.behavior");
    printf("-- Blends\n\n");
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        print_blend(dv_blend_type_at(i));
    printf("-- Guards\n\n");
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        print_function(&dv_guard_type_at(i)->entry, "when", "drover.guard");
    printf("-- Stress behaviors\n\n");
    for (uint32_t i = 0; i < dv_stress_type_count(); i++)
        print_function(&dv_stress_type_at(i)->entry, "stress", "drover.stress_behavior");
    printf("return drover\n");
}

// Classes

// The names of a method's arguments, from the lines of its doc that begin with @param.
static void print_arguments(const char *doc) {
    static const char mark[] = "@param ";
    const char *before = "";
    for (const char *at = strstr(doc, mark); at; at = strstr(at, mark)) {
        at += strlen(mark);
        printf("%s%.*s", before, (int)strcspn(at, "? "), at);
        before = ", ";
    }
}

// Prose is broken between words; an annotation is one line.
static void print_lines(const char *text) {
    while (*text) {
        int length = (int)strcspn(text, "\n");
        if (*text == '@')
            printf("---%.*s\n", length, text);
        else
            print_comment("%.*s", length, text);
        text += length;
        text += *text == '\n';
    }
}

static void print_method(const dv_class *class, const dv_method_row *row) {
    if (!row->doc)
        return;
    print_lines(row->doc);
    printf("function %s%c%s(", class->name, class->has_functions ? '.' : ':', row->name);
    print_arguments(row->doc);
    printf(") end\n\n");
}

static void print_class(const dv_class *class) {
    print_lines(class->doc);
    printf("---@class %s\n", class->heading);
    for (const dv_field_row *row = class->fields; row && row->name; row++) {
        size_t length = strlen(row->type);
        bool is_optional = row->type[length - 1] == '?';
        printf("---@field %s%s %.*s %s\n", row->name, is_optional ? "?" : "",
               (int)(is_optional ? length - 1 : length), row->type, row->doc);
    }
    if (class->more)
        print_lines(class->more);
    printf("local %s = {}\n\n", class->name);
    for (const dv_method_row *const *list = class->methods; *list; list++)
        for (const dv_method_row *row = *list; row->name; row++)
            print_method(class, row);
}

static const dv_class *class_named(const char *name) {
    for (const dv_class *const *class = dv_classes; *class; class ++)
        if (strcmp((*class)->name, name) == 0)
            return *class;
    return NULL;
}

// Modules in Lua

// Text between "---" and what it describes, without a space: "--- " begins a comment that is not
// for editors.
static bool is_annotation(const char *line) {
    return strncmp(line, "---", 3) == 0 && line[3] != ' ' && line[3] != '-';
}

// Print what a module says above a function or a table. Its own name and first argument are of no
// concern to scripts: they call `owner`, such as "tree." or "test:", with what @param says.
static void print_described(const char *owner, const char *block, const char *code) {
    char name[64];
    int length = (int)strlen(owner) - 1;
    printf("%s", block);
    if (sscanf(code, "function %*[a-z_].%63[a-z_]", name) == 1 ||
        sscanf(code, "%*[a-z_].%63[a-z_] =", name) == 1) {
        printf("function %s%s(", owner, name);
        print_arguments(block);
        printf(") end\n");
    } else if (strncmp(code, "local ", 6) == 0) {
        printf("local %.*s = {}\n", length, owner);
    }
    printf("\n");
}

// Print the annotations of a module, each with the line of code that it stands above.
static int print_module(const char *owner, const char *folder, const char *name) {
    char path[1024], line[4096], block[1 << 14] = "";
    size_t used = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "cannot open %s\n", path);
        return -1;
    }
    while (fgets(line, sizeof line, file)) {
        if (is_annotation(line)) {
            used += (size_t)snprintf(block + used, sizeof block - used, "%s", line);
        } else if (used > 0) {
            print_described(owner, block, line);
            used = 0;
        }
        if (used >= sizeof block) {
            fprintf(stderr, "%s: too much about one thing\n", path);
            fclose(file);
            return -1;
        }
    }
    int failed = ferror(file);
    fclose(file);
    return failed ? -1 : 0;
}

// The interface

// A line "-- @class agent" stands for that class, a line "-- @module tree. tree.lua" for what that
// module in the folder of scripts describes. Both end with an empty line, so one behind them is
// left out.
static int copy_interface(const char *path, const char *folder) {
    char line[4096], name[64], module[128];
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    bool after_module = false;
    while (fgets(line, sizeof line, file)) {
        const dv_class *class = NULL;
        if (sscanf(line, "-- @module %63s %127s", name, module) == 2) {
            if (print_module(name, folder, module) != 0)
                return -1;
            after_module = true;
            continue;
        }
        if (after_module && *line == '\n')
            continue;
        after_module = false;
        if (sscanf(line, "-- @class %63s", name) == 1 && !(class = class_named(name))) {
            fprintf(stderr, "no class %s\n", name);
            return -1;
        }
        if (!class)
            fputs(line, stdout);
        else
            print_class(class);
        if (class && !fgets(line, sizeof line, file))
            break;
    }
    int failed = ferror(file);
    fclose(file);
    return failed ? -1 : 0;
}

int main(int count, char **arguments) {
    printf(
        "---@meta\n-- Made by the build from the catalogue and interface.lua: edits are lost.\n\n");
    if (count != 3 || copy_interface(arguments[1], arguments[2]) != 0) {
        fprintf(stderr, "usage: stub INTERFACE SCRIPTS > STUB, where both can be read\n");
        return 2;
    }
    print_catalogue();
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
