// The formats of data files, which the ends of their names tell.
#ifndef DROVER_BINDINGS_DATA_FORMAT_H
#define DROVER_BINDINGS_DATA_FORMAT_H

typedef enum dv_data_format {
    DV_DATA_NONE, ///< not a data file
    DV_DATA_CSV,
    DV_DATA_JSON, ///< also the JSON maps and tilesets of Tiled
    DV_DATA_PNG,
    DV_DATA_WKT
} dv_data_format;

#define DV_DATA_ENDINGS ".csv, .json, .tmj, .tsj, .png, or .wkt"

/// The format of the file at a path, or of this name, by its ending in any case.
dv_data_format dv_data_format_of(const char *path);

#endif
