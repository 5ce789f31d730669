// A game loop: SDL2 draws a scenario's agents while Drover steps them at a fixed rate, at any frame
// rate. Keys and the mouse go to the scenario, as in Drover's own window.
//
//     loop SCENARIO FRAMES
#include <SDL.h>
#include <drover/scenario.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_AGENTS 4096
#define SLOWEST_FRAME 0.25 ///< s; after a longer one the world does not catch up

typedef struct view {
    SDL_Renderer *renderer;
    float scale, left, top; ///< pixels a meter; the corner of the world, m
} view;

static view view_of(SDL_Renderer *renderer, const dv_world *world) {
    int width, height;
    dv_bounds bounds = dv_world_bounds(world);
    SDL_GetRendererOutputSize(renderer, &width, &height);
    float across = (float)width / (bounds.max.x - bounds.min.x);
    float down = (float)height / (bounds.max.y - bounds.min.y);
    return (view){renderer, fminf(across, down), bounds.min.x, bounds.max.y};
}

static void draw_agents(const view *v, const dv_world *world) {
    static dv_vec3 places[MAX_AGENTS];
    static uint32_t colors[MAX_AGENTS];
    static double radii[MAX_AGENTS];
    uint32_t count = dv_world_read(world, DV_COLUMN_POSITION, DV_ANY_KIND, places, MAX_AGENTS);
    dv_world_read(world, DV_COLUMN_COLOR, DV_ANY_KIND, colors, MAX_AGENTS);
    dv_world_read(world, DV_COLUMN_RADIUS, DV_ANY_KIND, radii, MAX_AGENTS);
    for (uint32_t i = 0; i < count && i < MAX_AGENTS; i++) {
        float radius = fmaxf((float)radii[i] * v->scale, 1);
        SDL_FRect body = {(places[i].x - v->left) * v->scale - radius,
                          (v->top - places[i].y) * v->scale - radius, 2 * radius, 2 * radius};
        SDL_SetRenderDrawColor(v->renderer, (Uint8)(colors[i] >> 24), (Uint8)(colors[i] >> 16),
                               (Uint8)(colors[i] >> 8), (Uint8)colors[i]);
        SDL_RenderFillRectF(v->renderer, &body);
    }
}

/// False: the window was closed.
static bool take_events(const view *v, dv_scenario *scenario) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        dv_input input = {.type = DV_INPUT_COUNT};
        if (event.type == SDL_QUIT)
            return false;
        if (event.type == SDL_MOUSEMOTION) {
            input.type = DV_MOUSE_MOVED;
            input.x = (double)((float)event.motion.x / v->scale + v->left);
            input.y = (double)(v->top - (float)event.motion.y / v->scale);
            dv_vec3 mouse = {(float)input.x, (float)input.y, 0};
            dv_world_set_mouse(dv_scenario_world(scenario), &mouse);
        } else if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) {
            input.type = DV_KEY_PRESSED;
            input.key = "space";
        }
        if (input.type != DV_INPUT_COUNT)
            dv_scenario_input(scenario, &input);
    }
    return true;
}

/// As many ticks as the time since the last frame holds; what is left over goes to the next.
static bool step(dv_scenario *scenario, double *behind, dv_error *error) {
    double dt = dv_world_dt(dv_scenario_world(scenario));
    for (; *behind >= dt; *behind -= dt)
        if (dv_scenario_step(scenario, error) != DV_OK)
            return false;
    return true;
}

static bool play(dv_scenario *scenario, SDL_Renderer *renderer, long frames, dv_error *error) {
    double behind = 0;
    Uint64 last = SDL_GetPerformanceCounter();
    for (long frame = 0; frame < frames; frame++) {
        view v = view_of(renderer, dv_scenario_world(scenario));
        Uint64 now = SDL_GetPerformanceCounter();
        double passed = (double)(now - last) / (double)SDL_GetPerformanceFrequency();
        last = now;
        behind += passed < SLOWEST_FRAME ? passed : SLOWEST_FRAME;
        if (!take_events(&v, scenario))
            return true;
        if (!step(scenario, &behind, error))
            return false;
        SDL_SetRenderDrawColor(renderer, 24, 28, 24, 255);
        SDL_RenderClear(renderer);
        draw_agents(&v, dv_scenario_world(scenario));
        SDL_RenderPresent(renderer);
        SDL_Delay(1);
    }
    return true;
}

int main(int argc, char **argv) {
    dv_error error = {{0}};
    if (argc != 3 || SDL_Init(SDL_INIT_VIDEO) != 0)
        return 2;
    dv_scenario *scenario = dv_scenario_open(argv[1], NULL, &error);
    SDL_Window *window =
        SDL_CreateWindow(scenario ? dv_scenario_title(scenario) : "", SDL_WINDOWPOS_UNDEFINED,
                         SDL_WINDOWPOS_UNDEFINED, 800, 480, SDL_WINDOW_RESIZABLE);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
    bool is_fine = scenario && renderer && play(scenario, renderer, atol(argv[2]), &error);
    if (is_fine)
        printf("played %s\n", dv_scenario_title(scenario));
    else
        fprintf(stderr, "%s%s\n", error.message, SDL_GetError());
    dv_scenario_close(scenario);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return is_fine ? 0 : 1;
}
