// The list of classes, for editors and the reference. Nothing that a class is made of may need it:
// it needs all of them.
#include "classes/classes.h"

#include <stddef.h>

const dv_class *const dv_classes[] = {
    &dv_vector_class,  &dv_agent_class, &dv_group_class,      &dv_obstacle_class, &dv_path_class,
    &dv_flow_class,    &dv_field_class, &dv_image_class,      &dv_geometry_class, &dv_region_class,
    &dv_surface_class, &dv_world_class, &dv_test_world_class, &dv_draw_class,     NULL,
};
