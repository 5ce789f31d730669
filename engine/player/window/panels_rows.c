// Rows of the inspector.
#include "player/window/panels.h"

#include <math.h>

void dv_panels_show_row(void *context, const dv_inspected *row) {
    (void)context;
    if (row->is_dim)
        dv_gui_dim_row(row->name, row->value);
    else if (!isnan(row->part))
        dv_gui_bar(row->name, row->value, (float)row->part);
    else
        dv_gui_row(row->name, row->value);
}
