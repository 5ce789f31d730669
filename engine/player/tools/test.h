// The command `drover test`: runs a scenario's tests.
#ifndef DV_PLAYER_TEST_H
#define DV_PLAYER_TEST_H

#include "player/options/options.h"

/// Run the tests in `options->scenario`. Returns the exit status.
int dv_test_command(const dv_options *options);

#endif
