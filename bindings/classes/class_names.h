// Names of the classes of userdata, and of the bindings' entries in the registry.
#ifndef DROVER_BINDINGS_CLASSES_CLASS_NAMES_H
#define DROVER_BINDINGS_CLASSES_CLASS_NAMES_H

#define DV_BEHAVIOR_CLASS "behavior"
#define DV_GUARD_CLASS "guard"
#define DV_STRESS_CLASS "stress behavior"
#define DV_VECTOR_CLASS "drover.vector"
#define DV_SETTING_CLASS "setting"
#define DV_MARKER_CLASS "drover.marker"
#define DV_WORLD_CLASS "world"
/// Registry key of the functions of scripts/monitors.lua.
#define DV_MONITORS "drover.monitors"
#define DV_SETTINGS_CLASS "settings"

#endif
