// Round numbers for axes and scales, and how they are written.
#ifndef DV_PLAYER_AXIS_H
#define DV_PLAYER_AXIS_H

#ifdef __cplusplus
extern "C" {
#endif

#define DV_AXIS_TEXT 32

/// The smallest number of 1, 2, or 5 times a power of ten that is at least `least`, which is
/// positive.
double dv_axis_step(double least);

/// A value with four significant digits: "0.0007875", "12.35", "1.2e+09".
const char *dv_axis_number(double value, char text[DV_AXIS_TEXT]);

/// The unit for times up to `seconds`: 1, 60, or 3600 seconds.
double dv_axis_time_unit(double seconds);
/// A time of that unit, with its symbol: "2.5 min".
const char *dv_axis_time(double seconds, double unit, char text[DV_AXIS_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
