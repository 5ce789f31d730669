// The commands that keys and buttons ask for. The window obeys them between two ticks.
#ifndef DV_PLAYER_REQUESTS_H
#define DV_PLAYER_REQUESTS_H

#include "player/run/command.h"

/// Lines in the order in which they were asked for, each ended by a zero byte.
typedef struct dv_requests {
    char *text;
    uint32_t used, capacity;
    bool is_cut; ///< memory ran out for a line
} dv_requests;

/// Ask for a command, as it would be typed on standard input.
void dv_request_command(dv_requests *requests, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Take out the oldest line. False if there is none.
bool dv_requests_take(dv_requests *requests, char line[DV_LONGEST_COMMAND + 1]);
void dv_requests_free(dv_requests *requests);

#endif
