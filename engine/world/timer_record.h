// The timers of a world; see timers.h.
#ifndef DV_WORLD_TIMER_RECORD_H
#define DV_WORLD_TIMER_RECORD_H

#include <stdint.h>

typedef struct dv_timer_record {
    uint64_t due;   ///< a tick
    uint64_t agent; ///< the owner's handle; 0: the world
    char *content;  ///< `size` bytes of data, then the name; NULL: the timer has ended
    uint32_t size;
    uint32_t next, previous; ///< timers of the same owner: 1 + a record's index; 0: none
    uint32_t held_at;        ///< 1 + the place among those that are held; 0: not held
} dv_timer_record;

typedef struct dv_timers {
    dv_timer_record *records; ///< in the order in which they were set
    uint32_t limit;           ///< number of records, with those that have ended
    uint32_t record_capacity;
    uint32_t count; ///< of timers that wait
    uint64_t bytes; ///< of their data and names
    uint32_t *queue;
    uint32_t queued, queue_capacity;
    uint32_t *held; ///< in any order
    uint32_t held_count, held_capacity;
    uint32_t *of_agents; ///< by agent's index: 1 + the index of the owner's last record
    uint32_t owner_capacity;
    uint32_t of_world;
} dv_timers;

#endif
