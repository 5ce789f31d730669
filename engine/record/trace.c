// Write rows of agents as CSV or JSON lines; see trace.h.
#include "record/trace.h"

#include "base/alloc.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

struct dv_trace {
    dv_text_file *file;
    bool json;
};

static bool ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), ending_length = strlen(ending);
    return length > ending_length && strcmp(path + length - ending_length, ending) == 0;
}

bool dv_trace_accepts(const char *path) { return ends_in(path, ".csv") || ends_in(path, ".jsonl"); }

dv_trace *dv_trace_create(const char *path, dv_error *error) {
    if (!dv_trace_accepts(path)) {
        dv_fail(error, DV_ERROR_ARGUMENT, "%s: a trace is a .csv or .jsonl file", path);
        return NULL;
    }
    dv_trace *trace = dv_alloc(sizeof *trace);
    if (!trace) {
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    trace->json = ends_in(path, ".jsonl");
    trace->file = dv_text_create(path, error);
    if (!trace->file) {
        dv_free(trace);
        return NULL;
    }
    if (!trace->json)
        dv_text_add(trace->file, "tick,time,id,kind,state,x,y,z,vx,vy,vz\n");
    return trace;
}

// "" for a kind without states.
static const char *state_name(const dv_world *world, dv_agent agent, uint32_t kind) {
    const dv_program *program = dv_world_program(world);
    uint32_t state = dv_agent_state(world, agent);
    if (state >= dv_program_state_count(program, kind))
        return "";
    const char *name = dv_program_state_name(program, kind, state);
    return name ? name : "";
}

static void add_vector(dv_text_file *file, dv_vec3 vector, const char *const separators[3]) {
    const float parts[] = {vector.x, vector.y, vector.z};
    for (int i = 0; i < 3; i++) {
        dv_text_add(file, separators[i]);
        dv_text_add_float(file, parts[i]);
    }
}

static void add_csv_row(dv_text_file *file, const char *start, const dv_world *world,
                        dv_agent agent) {
    static const char *const commas[] = {",", ",", ","};
    uint32_t kind = dv_agent_kind(world, agent);
    dv_text_add(file, start);
    dv_text_add_integer(file, dv_agent_id(agent));
    dv_text_add(file, ",");
    dv_text_add_csv(file, dv_program_kind_name(dv_world_program(world), kind));
    dv_text_add(file, ",");
    dv_text_add_csv(file, state_name(world, agent, kind));
    add_vector(file, dv_agent_position(world, agent), commas);
    add_vector(file, dv_agent_velocity(world, agent), commas);
    dv_text_add(file, "\n");
}

static void add_json_row(dv_text_file *file, const char *start, const dv_world *world,
                         dv_agent agent) {
    static const char *const position_keys[] = {",\"x\":", ",\"y\":", ",\"z\":"};
    static const char *const velocity_keys[] = {",\"vx\":", ",\"vy\":", ",\"vz\":"};
    uint32_t kind = dv_agent_kind(world, agent);
    dv_text_add(file, start);
    dv_text_add_integer(file, dv_agent_id(agent));
    dv_text_add(file, ",\"kind\":");
    dv_text_add_json(file, dv_program_kind_name(dv_world_program(world), kind));
    dv_text_add(file, ",\"state\":");
    dv_text_add_json(file, state_name(world, agent, kind));
    add_vector(file, dv_agent_position(world, agent), position_keys);
    add_vector(file, dv_agent_velocity(world, agent), velocity_keys);
    dv_text_add(file, "}\n");
}

// Write the start that all rows of a tick share.
static void row_start(const dv_trace *trace, const dv_world *world, char *start, size_t size) {
    char time[DV_NUMBER_TEXT];
    dv_double_text(dv_world_time(world), time);
    unsigned long long tick = dv_world_tick(world);
    if (trace->json)
        snprintf(start, size, "{\"tick\":%llu,\"time\":%s,\"id\":", tick, time);
    else
        snprintf(start, size, "%llu,%s,", tick, time);
}

dv_result dv_trace_write(dv_trace *trace, const dv_world *world, dv_error *error) {
    char start[3 * DV_NUMBER_TEXT];
    row_start(trace, world, start, sizeof start);
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!dv_agent_alive(world, agent))
            continue;
        if (trace->json)
            add_json_row(trace->file, start, world, agent);
        else
            add_csv_row(trace->file, start, world, agent);
    }
    return dv_text_flush(trace->file, error);
}

dv_text_file *dv_trace_file(dv_trace *trace) { return trace->file; }

dv_result dv_trace_close(dv_trace *trace, dv_error *error) {
    if (!trace)
        return DV_OK;
    dv_result result = dv_text_close(trace->file, error);
    dv_free(trace);
    return result;
}
