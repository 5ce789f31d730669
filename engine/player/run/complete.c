#include "player/run/complete.h"

#include <stdio.h>
#include <string.h>

static void add_completion(void *context, const dv_completion *completion) {
    dv_completions *to = context;
    size_t used = strlen(to->list), same = 0;
    size_t length = strlen(completion->name) + strlen(completion->arguments) + 1;
    if (to->count++ == 0)
        snprintf(to->shared, sizeof to->shared, "%s", completion->name);
    while (to->shared[same] && to->shared[same] == completion->name[same])
        same++;
    to->shared[same] = '\0';
    if (to->listed + 1 < to->count || used + length >= sizeof to->list)
        return;
    snprintf(to->list + used, sizeof to->list - used, "%s%s\n", completion->name,
             completion->arguments);
    to->listed++;
}

void dv_complete(const dv_run *run, const char *line, dv_agent selected, dv_completions *to) {
    *to = (dv_completions){.count = 0};
    const char *name = dv_scenario_complete(run->scenario, line, selected, add_completion, to);
    size_t typed = strlen(name);
    if (to->count > 0 && typed <= strlen(to->shared))
        snprintf(to->missing, sizeof to->missing, "%s", to->shared + typed);
}
