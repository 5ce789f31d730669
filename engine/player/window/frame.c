#include "player/window/frame.h"

#include "player/run/what_if.h"
#include "player/window/arrange_mouse.h"

/// Keep the selected agent in the middle of the view, where it is drawn in this frame.
static void follow_selected(dv_view *view) {
    dv_agent agent = view->shown.selected;
    if (!view->panels.follows || !dv_agent_alive(view->run->world, agent))
        return;
    dv_pose pose =
        dv_motion_pose(&view->drawing.motion, view->run->world, agent, view->shown.fraction);
    view->camera.x = (double)pose.x;
    view->camera.y = (double)pose.y;
    view->camera.z = (double)pose.z;
}

/// Take what is drawn besides the world from the run.
static void show_run(dv_view *view) {
    const dv_run *run = view->run;
    dv_drawing_options *shown = &view->shown;
    shown->reloads = run->reloads.count + run->rewind_count;
    // Until it diverges, the ghost's agents would be hidden by the run's.
    const dv_ghost *ghost = &run->ghost;
    shown->ghost = ghost->has_diverged ? dv_beside_world(&ghost->beside) : NULL;
    shown->futures = dv_what_if_paths(run);
    shown->of_tick = dv_scenario_tick_sketch(run->scenario);
    shown->of_callbacks = dv_scenario_drawn_sketch(run->scenario);
    shown->scenario = run->scenario;
}

dv_result dv_frame_draw(dv_view *view, SDL_Renderer *renderer, dv_gui *gui, int width, int height,
                        double elapsed) {
    dv_scenario *scenario = view->run->scenario;
    follow_selected(view);
    dv_scenario_draw(scenario, dv_tools_chosen(&view->tools, scenario));
    dv_run_print_script_error(view->run);
    show_run(view);
    dv_result result =
        dv_drawing_draw(&view->drawing, renderer, &view->camera, view->run->world, &view->shown);
    if (view->arrange.is_on && view->camera.orbits)
        dv_arrange_turn_on(view, false);
    dv_arrange_draw(view, renderer);
    dv_gui_begin(gui, width, height, elapsed);
    dv_drawing_write(&view->drawing, renderer, &view->camera, &view->shown);
    dv_panels_show(view, width, height);
    dv_gui_end(gui);
    return result;
}
