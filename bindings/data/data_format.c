#include "data/data_format.h"

#include <string.h>
#include <strings.h>

dv_data_format dv_data_format_of(const char *path) {
    static const struct {
        const char *ending;
        dv_data_format format;
    } formats[] = {
        {".csv", DV_DATA_CSV},  {".json", DV_DATA_JSON}, {".tmj", DV_DATA_JSON},
        {".tsj", DV_DATA_JSON}, {".png", DV_DATA_PNG},   {".wkt", DV_DATA_WKT},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t size = strlen(formats[i].ending);
        if (length > size && strcasecmp(path + length - size, formats[i].ending) == 0)
            return formats[i].format;
    }
    return DV_DATA_NONE;
}
