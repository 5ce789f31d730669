// Rows of the inspector.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include <math.h>
#include <string.h>

void dv_panels_show_row(void *context, const dv_inspected *row) {
    (void)context;
    if (strcmp(row->name, "and") == 0)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %s", row->value);
    else if (row->is_dim)
        dv_gui_dim_row(row->name, row->value);
    else if (!isnan(row->part))
        dv_gui_bar(row->name, row->value, (float)row->part);
    else
        dv_gui_row(row->name, row->value);
}
