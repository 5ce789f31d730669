// Reads and checks the command line, before anything is opened.
#ifndef DV_PLAYER_COMMAND_LINE_H
#define DV_PLAYER_COMMAND_LINE_H

#include "player/options/options.h"

#include <stdio.h>

/// Read the command line of a program that has some subcommands, ended by NULL. DV_ERROR_ARGUMENT
/// with a message on bad usage. Call dv_options_free in any case.
dv_result dv_options_read(const dv_subcommand *const *known, int count, char *const *arguments,
                          dv_options *options, dv_error *error);
/// Free the settings of options, also after dv_options_read failed.
void dv_options_free(dv_options *options);

/// The subcommand of that name; NULL: there is none.
const dv_subcommand *dv_subcommand_named(const dv_subcommand *const *known, const char *name);

/// Write what `drover COMMAND --help` prints, in lines of at most 80 columns.
void dv_write_help(FILE *out, const dv_subcommand *command);
/// Write what `drover --help` prints.
void dv_write_program_help(FILE *out, const dv_subcommand *const *known);

#endif
