// The program `drover`: reads the command line and calls the command.
#include "player/bench/bench.h"
#include "player/options/command_line.h"
#include "player/replay/replay.h"
#include "player/run/run.h"
#include "player/sweep/sweep.h"
#include "player/sweep/sweep_rerun.h"
#include "player/terminal/messages.h"
#include "player/tools/check.h"
#include "player/tools/help.h"
#include "player/tools/mods.h"
#include "player/tools/new_scenario.h"
#include "player/tools/scenario_choice.h"
#include "player/tools/test.h"
#ifdef DROVER_VIEWER
#include "player/window/viewer.h"
#endif

#include <stdio.h>

#define BAD_USAGE 2

static int print_complaint(const char *message, int status) {
    fprintf(stderr, "drover: %s\n", message);
    return status;
}

static int run_scenario(const dv_options *options) {
#ifdef DROVER_VIEWER
    return options->headless ? dv_run_whole(options, dv_run_headless) : dv_viewer_run(options);
#else
    if (!options->headless) {
        fprintf(stderr,
                "drover: this program was built without a window; type drover run --headless %s\n",
                options->scenario);
        return BAD_USAGE;
    }
    if (options->screenshot || options->frames || options->film)
        return print_complaint(
            "this program was built without a window: no --screenshot, no --frames, and no --film",
            BAD_USAGE);
    return dv_run_whole(options, dv_run_headless);
#endif
}

static int start_without_command(void) {
#ifdef DROVER_VIEWER
    return dv_viewer_start();
#else
    return dv_start_print();
#endif
}

static int obey_options(const dv_options *options) {
    dv_know_mods(options->mods, options->mod_count);
    switch (options->command) {
    case DV_COMMAND_HELP:
        fputs(dv_options_help(options->topic), stdout);
        return 0;
    case DV_COMMAND_VERSION:
        printf("drover %s\n", DV_VERSION);
        return 0;
    case DV_COMMAND_RUN:
        return run_scenario(options);
    case DV_COMMAND_CHECK:
        return dv_check(options);
    case DV_COMMAND_REPLAY:
        return dv_replay(options);
    case DV_COMMAND_REFERENCE:
    case DV_COMMAND_BEHAVIORS:
        return dv_help(options);
    case DV_COMMAND_BENCH:
        return dv_bench(options);
    case DV_COMMAND_START:
        return start_without_command();
    case DV_COMMAND_NEW:
        return options->mod ? dv_new_mod(options->mod, options->for_scenario)
                            : dv_new_scenario(options->folder, options->from);
    case DV_COMMAND_TEST:
        return dv_test_command(options);
    case DV_COMMAND_MODS:
        return dv_mods_command(options);
    case DV_COMMAND_SWEEP:
        return options->sweep.rerun > 0 ? dv_sweep_rerun(options, run_scenario)
                                        : dv_sweep_command(options);
    }
    return BAD_USAGE;
}

int main(int count, char **arguments) {
    dv_options options;
    dv_error error;
    // Flush each line, because other programs may read a run's output through a pipe.
    setvbuf(stdout, NULL, _IOLBF, 0);
    dv_result result = dv_options_read(count, arguments, &options, &error);
    int status = result == DV_OK
                     ? obey_options(&options)
                     : print_complaint(error.message, result == DV_ERROR_MEMORY ? 1 : BAD_USAGE);
    dv_options_free(&options);
    if (fflush(stdout) != 0 || ferror(stdout))
        return status ? status : print_complaint("cannot write to stdout", 1);
    return status;
}
