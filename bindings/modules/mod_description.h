// What a mod says of itself.
#ifndef DROVER_BINDINGS_MOD_DESCRIPTION_H
#define DROVER_BINDINGS_MOD_DESCRIPTION_H

/// What a mod's mod.lua says; "" for what it does not say.
typedef struct dv_mod_description {
    char title[128], description[512], version[32];
} dv_mod_description;

#endif
