// Vectors in single precision, and the transcendental functions in double.
//
// These functions are our own so that a run gives the same bits with any compiler, optimization,
// processor and C library. They use only + - * / and sqrt, which IEEE 754 defines exactly, and
// integer operations, and need -ffp-contract=off. Every NaN they return has the same bits.
#ifndef DV_BASE_MATH_H
#define DV_BASE_MATH_H

#include "drover/base.h"

#include <math.h>

#define DV_PI 3.14159265358979323846

/// Within 1 unit in the last place (dv_pow: 2) of the true value, for any argument. Special values
/// are those of C17 annex F, without errno. dv_log is the natural logarithm.
double dv_sin(double x);
double dv_cos(double x);
/// Both at once, with the same bits as dv_sin and dv_cos.
void dv_sin_cos(double x, double *sine, double *cosine);
double dv_tan(double x);
double dv_asin(double x);
double dv_acos(double x);
double dv_atan(double x);
double dv_atan2(double y, double x);
double dv_exp(double x);
double dv_log(double x);
double dv_pow(double x, double y);

/// NaN for anything below 0, always with the same bits.
static inline double dv_sqrt(double x) { return x >= 0 ? sqrt(x) : (double)NAN; }

// Not fmin and fmax: for zeros of different signs, the compiler decides which zero those return.
// Equal arguments return the first; a NaN as the second argument is ignored.
static inline double dv_lesser(double a, double b) { return b < a ? b : a; }

static inline double dv_greater(double a, double b) { return b > a ? b : a; }

/// Move `place` by whole spans into [low, low + span), within rounding.
static inline float dv_into_span(float place, float low, float span) {
    return place - span * floorf((place - low) / span);
}

/// Move `place` into [low, high). If rounding leads outside, far out or just below `low`, it
/// becomes `low`.
static inline float dv_wrap(float place, float low, float high) {
    if (place >= low && place < high)
        return place;
    float inside = dv_into_span(place, low, high - low);
    return inside >= low && inside < high ? inside : low;
}

/// The second if either is NaN.
static inline float dv_larger(float a, float b) { return a > b ? a : b; }
static inline float dv_smaller(float a, float b) { return a < b ? a : b; }

/// `value` limited to [low, high]; NaN stays NaN.
static inline float dv_clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

static inline dv_vec3 dv_vec(float x, float y, float z) { return (dv_vec3){x, y, z}; }

/// A place as a vector from zero, rounded to single precision.
static inline dv_vec3 dv_vector_of_place(dv_place place) {
    return dv_vec((float)place.x, (float)place.y, (float)place.z);
}

static inline dv_vec3 dv_add(dv_vec3 a, dv_vec3 b) {
    return dv_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline dv_vec3 dv_subtract(dv_vec3 a, dv_vec3 b) {
    return dv_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline dv_vec3 dv_scale(dv_vec3 v, float factor) {
    return dv_vec(v.x * factor, v.y * factor, v.z * factor);
}

static inline float dv_dot(dv_vec3 a, dv_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline dv_vec3 dv_cross(dv_vec3 a, dv_vec3 b) {
    return dv_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Interpolate from `a` (t = 0) to `b` (t = 1); both ends are exact.
static inline dv_vec3 dv_lerp(dv_vec3 a, dv_vec3 b, float t) {
    return dv_add(dv_scale(a, 1 - t), dv_scale(b, t));
}

static inline bool dv_is_zero(dv_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

static inline bool dv_is_finite(dv_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static inline float dv_length_squared(dv_vec3 v) { return dv_dot(v, v); }

// Squares of floats neither overflow nor underflow in double, so this works for all finite vectors.
static inline double dv_length_double(dv_vec3 v) {
    return sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}

// Between these, sums of squares in single precision are as accurate as their terms.
#define DV_LEAST_SQUARE 1e-30f
#define DV_LARGEST_SQUARE 1e30f

/// The length of a vector, also where its square overflows or underflows single precision.
static inline float dv_length(dv_vec3 v) {
    float squared = dv_length_squared(v);
    return squared >= DV_LEAST_SQUARE && squared <= DV_LARGEST_SQUARE ? sqrtf(squared)
                                                                      : (float)dv_length_double(v);
}

/// Scale to length 1; zero stays zero.
static inline dv_vec3 dv_normalize(dv_vec3 v) {
    float squared = dv_length_squared(v);
    if (squared >= DV_LEAST_SQUARE && squared <= DV_LARGEST_SQUARE) {
        float length = sqrtf(squared);
        return dv_vec(v.x / length, v.y / length, v.z / length);
    }
    double length = dv_length_double(v);
    if (length == 0)
        return v;
    return dv_vec((float)(v.x / length), (float)(v.y / length), (float)(v.z / length));
}

// Truncating to shorter limits, other than 0, is done in double precision.
#define DV_LEAST_LIMIT 1e-14f
// Takes off what rounding may have added to a shortened vector.
#define DV_A_LITTLE_LESS (1 - 0x1p-21f)

/// The component of `v` along a unit vector. Divides by the squared length, since a unit vector's
/// length is not exactly 1 and the error would add up tick by tick.
static inline float dv_along(dv_vec3 v, dv_vec3 unit) {
    return dv_dot(v, unit) / dv_length_squared(unit);
}

/// Shorten to `max` if longer, so that dv_length of the result never exceeds `max`; the result is
/// short by at most one part in 2²⁰. A negative `max` counts as 0. A vector that is not finite
/// gives NaN.
dv_vec3 dv_truncate(dv_vec3 v, float max);

/// The upper half of the 128-bit product.
uint64_t dv_multiply_high(uint64_t a, uint64_t b);

#endif
