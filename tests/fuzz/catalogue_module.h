// The catalogue for scenarios that call everything in it, so that they need no list of their own.
#ifndef DV_TEST_CATALOGUE_MODULE_H
#define DV_TEST_CATALOGUE_MODULE_H

/// The source of a Lua module, or NULL if `path` is neither of these:
/// - catalogue.lua returns { steer, blend, when, stress, locomotion, properties, own_properties }.
///   The first four are lists of { name, positional, parameter … }; a blend may also have a
///   `weight`. A parameter is { name, type, required, unit, min, max }, where infinity is 1e30.
///   Single agents can override the first `own_properties` of the properties.
/// - arguments.lua calls an entry of the catalogue.
const char *catalogue_module(const char *path);

#endif
