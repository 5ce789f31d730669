// The section with the links of the selected agent.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include "drover/links.h"

#include <inttypes.h>
#include <math.h>

/// How many are listed.
#define LISTED_LINKS 12

/// A link as a row: its type, which way it leads, whom it is with, and how far away that is.
static void show_link(const dv_world *world, dv_agent agent, const dv_link *link) {
    const dv_program *program = dv_world_program(world);
    const dv_link_def *def = dv_program_link_def(program, link->type);
    dv_agent other = link->from.bits == agent.bits ? link->to : link->from;
    dv_vec3 offset =
        dv_world_offset(world, dv_agent_position(world, agent), dv_agent_position(world, other));
    const char *way = !def->is_directed ? "" : other.bits == link->to.bits ? "to " : "from ";
    dv_gui_print_row(def->name, "%s%s#%" PRIu32 ", %.1f m", way,
                     dv_program_kind_name(program, dv_agent_kind(world, other)), dv_agent_id(other),
                     sqrt((double)offset.x * offset.x + (double)offset.y * offset.y +
                          (double)offset.z * offset.z));
}

void dv_panels_show_links(const dv_view *view, dv_agent agent) {
    const dv_world *world = view->run->world;
    uint32_t cursor = 0, count = 0;
    bool is_open = false;
    dv_link link;
    while (dv_agent_next_link(world, agent, &cursor, &link)) {
        is_open = count == 0 ? dv_gui_section("Links", true) : is_open;
        if (is_open && count < LISTED_LINKS)
            show_link(world, agent, &link);
        count++;
    }
    if (is_open && count > LISTED_LINKS)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", count - LISTED_LINKS);
}
