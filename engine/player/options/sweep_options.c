#include "player/options/sweep_options.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

#define MOST_JOBS 1024
#define MOST_RUNS 1000000000

dv_result dv_read_vary(dv_reading *r, const char *option, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1])
        return dv_refuse_option(r, option, value,
                                "NAME=VALUES, such as wolves=0:8:2 or fog=true,false");
    r->options->sweep.vary[r->options->sweep.vary_count++] = value;
    return DV_OK;
}

dv_result dv_read_part(dv_reading *r, const char *option, const char *value) {
    dv_sweep_options *sweep = &r->options->sweep;
    char part[24];
    const char *slash = strchr(value, '/');
    size_t length = slash ? (size_t)(slash - value) : 0;
    if (length > 0 && length < sizeof part) {
        snprintf(part, sizeof part, "%.*s", (int)length, value);
        if (dv_whole_number(slash + 1, 1, MOST_RUNS, &sweep->parts) &&
            dv_whole_number(part, 1, sweep->parts, &sweep->part))
            return DV_OK;
    }
    return dv_refuse_option(r, option, value, "PART/PARTS, such as 2/3");
}

dv_result dv_read_sweep_number(dv_reading *r, const char *option, const char *value) {
    dv_sweep_options *sweep = &r->options->sweep;
    const struct {
        const char *name;
        uint64_t least, most;
        uint64_t *number;
        const char *range;
    } numbers[] = {
        {"repeat", 1, MOST_RUNS, &sweep->repeat, "a whole number from 1 to 10^9"},
        {"warmup", 0, DV_MOST_TICKS, &sweep->warmup, "a whole number from 0 to 10^12"},
        {"every", 1, DV_MOST_TICKS, &sweep->every, "a whole number from 1 to 10^12"},
        {"jobs", 1, MOST_JOBS, &sweep->jobs, "a whole number from 1 to 1024"},
        {"rerun", 1, MOST_RUNS, &sweep->rerun, "the number of a run, from 1"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, option) == 0 &&
            !dv_whole_number(value, numbers[i].least, numbers[i].most, numbers[i].number))
            return dv_refuse_option(r, option, value, numbers[i].range);
    return DV_OK;
}

dv_result dv_read_sweep_text(dv_reading *r, const char *option, const char *value) {
    dv_sweep_options *sweep = &r->options->sweep;
    const char **text = strcmp(option, "design") == 0  ? &sweep->design
                        : strcmp(option, "until") == 0 ? &sweep->until
                                                       : &sweep->out;
    size_t length = strlen(value);
    if (*text)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s is given twice", option);
    *text = value;
    if (text == &sweep->out && (length <= 4 || strcmp(value + length - 4, ".csv") != 0))
        return dv_refuse_option(r, option, value, "a .csv file");
    return DV_OK;
}

dv_result dv_read_sweep_flag(dv_reading *r, const char *option, const char *value) {
    dv_sweep_options *sweep = &r->options->sweep;
    (void)value;
    *(strcmp(option, "resume") == 0 ? &sweep->resume
      : strcmp(option, "join") == 0 ? &sweep->join
                                    : &sweep->same_seeds) = true;
    return DV_OK;
}

static bool has_plan(const dv_options *o) {
    return o->sweep.vary_count > 0 || o->sweep.design || o->setting_count > 0 ||
           o->ticks != DV_NO_LIMIT || o->sweep.until || o->sweep.parts > 0 || o->sweep.resume ||
           o->sweep.repeat > 1 || o->sweep.same_seeds || o->sweep.warmup > 0 || o->sweep.jobs > 0 ||
           o->sweep.every > 0 || o->has_seed || o->mod_count > 0;
}

dv_result dv_check_sweep_options(dv_reading *r) {
    const dv_options *o = r->options;
    const dv_sweep_options *sweep = &o->sweep;
    const char *wrong = NULL;
    if (sweep->rerun > 0 && (sweep->join || sweep->out || has_plan(o)))
        wrong = "--rerun N FILE.csv has its options from the sweep: leave out the others";
    else if (sweep->rerun > 0 && sweep->file_count != 1)
        wrong = "--rerun N takes one FILE.csv, which drover sweep wrote";
    else if (o->headless && sweep->rerun == 0)
        wrong = "a sweep has no window: leave out --headless";
    else if (sweep->join && has_plan(o))
        wrong = "--join has its options from the parts: give only their files and --out";
    else if (sweep->join && sweep->file_count == 0)
        wrong = "--join takes the files of all parts";
    else if (sweep->rerun == 0 && !sweep->out)
        wrong = "no --out given: the CSV file to write";
    else if (!sweep->join && sweep->rerun == 0 && sweep->file_count == 0)
        wrong = "no SCENARIO given: a folder with main.lua, or a .lua file";
    else if (!sweep->join && sweep->file_count > 1)
        return dv_fail(r->error, DV_ERROR_ARGUMENT,
                       "drover sweep takes only one SCENARIO, got '%s' too", sweep->files[1]);
    else if (sweep->vary_count > 0 && sweep->design)
        wrong = "give --vary or --design, not both";
    else if (!sweep->join && sweep->rerun == 0 && o->ticks == DV_NO_LIMIT)
        wrong = "no --ticks given: where a run ends that doesn't end before";
    r->operand = sweep->file_count > 0 ? sweep->files[0] : NULL;
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}
