// The program `drover`: reads the command line and calls the subcommand.
#include "player/options/command_line.h"
#include "player/run/run.h"
#include "player/subcommands.h"
#include "player/terminal/messages.h"
#include "player/tools/scenario_choice.h"
#ifdef DROVER_VIEWER
#include "player/window/viewer.h"
#endif

#include <signal.h>
#include <stdio.h>

static int print_complaint(const char *message, int status) {
    fprintf(stderr, "drover: %s\n", message);
    return status;
}

static int start_without_command(const dv_options *options) {
#ifdef DROVER_VIEWER
    return dv_viewer_start(options->known);
#else
    return dv_start_print(options->known);
#endif
}

static int obey_options(const dv_options *options) {
    dv_know_mods(options->mods, options->mod_count);
    if (options->version)
        printf("drover %s\n", DV_VERSION);
    else if (options->help && options->command)
        dv_write_help(stdout, options->command);
    else if (options->help)
        dv_write_program_help(stdout, options->known);
    else
        return options->command ? options->command->run(options) : start_without_command(options);
    return 0;
}

int main(int count, char **arguments) {
    dv_options options;
    dv_error error;
    // Flush each line, because other programs may read a run's output through a pipe.
    setvbuf(stdout, NULL, _IOLBF, 0);
    // What does not fit below the limit for files is an error of the write, like a full disk.
    signal(SIGXFSZ, SIG_IGN);
    dv_result result = dv_options_read(dv_subcommands, count, arguments, &options, &error);
    int status = result == DV_OK
                     ? obey_options(&options)
                     : print_complaint(error.message, result == DV_ERROR_MEMORY ? 1 : DV_BAD_USAGE);
    dv_options_free(&options);
    if (fflush(stdout) != 0 || ferror(stdout))
        return status ? status : print_complaint("cannot write to stdout", 1);
    return status;
}
