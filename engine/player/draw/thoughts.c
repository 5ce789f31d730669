#include "player/draw/thoughts.h"

#include <math.h>

/// With more agents than this, thoughts are drawn fainter, so that a crowd stays readable.
static const float most_in_full = 12;

void dv_thoughts_free(dv_thoughts *thoughts) {
    dv_sketch_destroy(thoughts->sketch);
    thoughts->sketch = NULL;
}

static bool is_on_screen(const dv_world *world, dv_agent agent, const dv_camera *camera, int width,
                         int height) {
    dv_vec3 place = dv_agent_position(world, agent);
    dv_pixel p = dv_camera_spot(camera, place.x, place.y, place.z).pixel;
    return p.x >= 0 && p.y >= 0 && p.x < (float)width && p.y < (float)height;
}

static void find_visible(dv_thoughts *thoughts, const dv_world *world, const dv_camera *camera,
                         int width, int height) {
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < limit && !thoughts->has_more; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits || !is_on_screen(world, agent, camera, width, height))
            continue;
        if (thoughts->count == DV_MAX_THINKERS)
            thoughts->has_more = true;
        else
            thoughts->agents[thoughts->count++] = agent;
    }
}

dv_result dv_thoughts_draw(dv_thoughts *thoughts, const dv_world *world, dv_agent selected,
                           const dv_camera *camera, int width, int height, uint32_t strokes) {
    thoughts->count = 0;
    thoughts->has_more = false;
    if (!thoughts->sketch)
        thoughts->sketch = dv_sketch_create();
    if (!thoughts->sketch)
        return DV_ERROR_MEMORY;
    dv_sketch_clear(thoughts->sketch);
    // What agents think about is what they sensed.
    if (!dv_world_knows_last_tick(world))
        return DV_OK;
    if (dv_agent_alive(world, selected))
        thoughts->agents[thoughts->count++] = selected;
    else
        find_visible(thoughts, world, camera, width, height);
    if (thoughts->count > most_in_full)
        dv_sketch_fade(thoughts->sketch, sqrtf(most_in_full / (float)thoughts->count));
    uint32_t drawn = 0;
    while (drawn < thoughts->count && dv_sketch_count(thoughts->sketch) < strokes)
        dv_agent_annotate(world, thoughts->agents[drawn++], thoughts->sketch, NULL);
    thoughts->has_more |= drawn < thoughts->count;
    thoughts->count = drawn;
    return dv_sketch_complete(thoughts->sketch) ? DV_OK : DV_ERROR_MEMORY;
}
