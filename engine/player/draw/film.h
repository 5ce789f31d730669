// Films: uncompressed video in the format YUV4MPEG2, which ffmpeg and mpv read.
//
//     YUV4MPEG2 W1280 H800 F60:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED
//     FRAME
//     … the bytes of a frame …
//     FRAME
//     …
//
// A frame has the brightness of each pixel, then its two differences of color for each 2 × 2
// pixels, from the top down. Many players show only films in which these are so coarse.
#ifndef DV_PLAYER_FILM_H
#define DV_PLAYER_FILM_H

#include "record/text_file.h"

typedef struct dv_film dv_film;

/// The most frames a second.
#define DV_FILM_RATE 60

/// How many ticks there are from one frame to the next, and how many frames in a second, as a
/// fraction.
typedef struct dv_film_pace {
    uint64_t ticks;
    uint64_t frames, seconds;
} dv_film_pace;

/// The pace of a film that shows ticks of `dt` seconds at `speed` times real time, which is
/// positive and finite. Where there are more ticks than DV_FILM_RATE a second, it leaves out some.
dv_film_pace dv_film_pace_for(double dt, double speed);

/// Begin to write a film; it takes over the file, which may be NULL if it could not be opened.
/// NULL with a message on failure.
dv_film *dv_film_create(dv_text_file *file, int width, int height, const dv_film_pace *pace,
                        dv_error *error);
/// The film's file, to hold frames back.
dv_text_file *dv_film_file(dv_film *film);

/// Add a frame of the film's size: rows from the top down, a pixel each 0xffRRGGBB.
dv_result dv_film_add(dv_film *film, const uint32_t *pixels, dv_error *error);

/// End the film, close its file, and free it, even when that fails. It may be NULL.
dv_result dv_film_close(dv_film *film, dv_error *error);

#endif
