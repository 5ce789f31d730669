// Includes all of Drover's public C headers.
#ifndef DROVER_DROVER_H
#define DROVER_DROVER_H

#include <drover/base.h>
#include <drover/catalogue.h>
#include <drover/data.h>
#include <drover/explain.h>
#include <drover/fields.h>
#include <drover/handle.h>
#include <drover/kinds.h>
#include <drover/links.h>
#include <drover/navigation.h>
#include <drover/parameters.h>
#include <drover/program.h>
#include <drover/queries.h>
#include <drover/sketch.h>
#include <drover/stream.h>
#include <drover/surface.h>
#include <drover/terrain.h>
#include <drover/timers.h>
#include <drover/value.h>
#include <drover/world.h>

#endif
