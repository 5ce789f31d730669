// Pictures as shapes: whether a file is a PNG that can be drawn as an agent.
#include "pictures/png_check.h"
#include "program/program_draft.h"

const char *dv_picture_problem(const unsigned char *png, size_t size) {
    const char *problem = dv_png_problem(png, size);
    if (problem)
        return problem;
    dv_png_size of = dv_png_size_of(png);
    return of.height > 2 * of.width ? "it is more than twice as high as wide" : NULL;
}
