// The command `drover test`: a scenario's own tests.
#ifndef DV_PLAYER_TEST_H
#define DV_PLAYER_TEST_H

#include "player/options/options.h"

/// Run the tests in `options->scenario`. The exit status.
int dv_test_command(const dv_options *options);

#endif
