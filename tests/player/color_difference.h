// How different two colors look: the difference ΔE00 of CIEDE2000, in normal vision and in three
// kinds of color blindness.
//
// G. Sharma, W. Wu, E. N. Dalal: "The CIEDE2000 color-difference formula: implementation notes,
// supplementary test data, and mathematical observations", Color Research & Application 30(1),
// 2005.
// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: "A physiologically-based model for simulation
// of color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6),
// 2009.
#ifndef DV_TESTS_COLOR_DIFFERENCE_H
#define DV_TESTS_COLOR_DIFFERENCE_H

#include <math.h>
#include <stdint.h>

/// CIE L*a*b*, under daylight (D65).
typedef struct lab {
    double l, a, b;
} lab;

typedef enum vision { NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA, VISION_COUNT } vision;

static const char *const vision_names[] = {"normal vision", "protanopia", "deuteranopia",
                                           "tritanopia"};

/// From linear RGB to the linear RGB that looks the same to everyone as the color does in this
/// vision: the matrices of Machado et al. for severity 1.0.
static const double vision_matrices[VISION_COUNT][3][3] = {
    [NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [PROTANOPIA] = {{0.152286, 1.052583, -0.204868},
                    {0.114503, 0.786281, 0.099216},
                    {-0.003882, -0.048116, 1.051998}},
    [DEUTERANOPIA] = {{0.367322, 0.860646, -0.227968},
                      {0.280085, 0.672501, 0.047413},
                      {-0.011820, 0.042940, 0.968881}},
    [TRITANOPIA] = {{1.255528, -0.076749, -0.178779},
                    {-0.078411, 0.930809, 0.147602},
                    {0.004733, 0.691367, 0.303900}},
};

static inline double linear_of_srgb(double encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

static inline double lab_curve(double t) {
    const double edge = 6.0 / 29;
    return t > edge * edge * edge ? cbrt(t) : t / (3 * edge * edge) + 4.0 / 29;
}

/// An opaque sRGB color, 0xRRGGBBAA, as it looks in this vision.
static inline lab lab_of(uint32_t color, vision seen_by) {
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    double linear[3], seen[3], curved[3];
    for (int i = 0; i < 3; i++)
        linear[i] = linear_of_srgb((color >> (24 - 8 * i) & 0xff) / 255.0);
    for (int i = 0; i < 3; i++) {
        const double *row = vision_matrices[seen_by][i];
        seen[i] = fmin(fmax(row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2], 0), 1);
    }
    for (int i = 0; i < 3; i++) {
        const double *row = to_xyz[i];
        curved[i] = lab_curve((row[0] * seen[0] + row[1] * seen[1] + row[2] * seen[2]) / white[i]);
    }
    return (lab){116 * curved[1] - 16, 500 * (curved[0] - curved[1]),
                 200 * (curved[1] - curved[2])};
}

static const double degrees_per_radian = 57.29577951308232;

/// The angle of a hue, from 0 to 360 degrees; 0 for grays.
static inline double hue_of(double a, double b) {
    if (a == 0 && b == 0)
        return 0;
    double hue = atan2(b, a) * degrees_per_radian;
    return hue < 0 ? hue + 360 : hue;
}

static inline double cosine_of(double degrees) { return cos(degrees / degrees_per_radian); }

/// The difference of two hues, from −180 to 180 degrees. `product` is that of their chromas.
static inline double hue_between(double first, double second, double product) {
    double between = second - first;
    if (product == 0)
        return 0;
    return between > 180 ? between - 360 : between < -180 ? between + 360 : between;
}

/// The middle of two hues, in degrees.
static inline double middle_hue(double first, double second, double product) {
    double sum = first + second;
    if (product == 0)
        return sum;
    if (fabs(first - second) <= 180)
        return sum / 2;
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
}

/// ΔE00, with all parametric factors 1; the equations are numbered as in Sharma et al.
static inline double difference_of(lab x, lab y) {
    const double seventh = 6103515625; // 25 to the power of 7
    double chroma = (hypot(x.a, x.b) + hypot(y.a, y.b)) / 2;
    double g = 0.5 * (1 - sqrt(pow(chroma, 7) / (pow(chroma, 7) + seventh))); // (4)
    double xa = (1 + g) * x.a, ya = (1 + g) * y.a;                            // (5)
    double xc = hypot(xa, x.b), yc = hypot(ya, y.b), product = xc * yc;       // (6)
    double xh = hue_of(xa, x.b), yh = hue_of(ya, y.b);                        // (7)
    double dl = y.l - x.l, dc = yc - xc;                                      // (8), (9)
    double dh = 2 * sqrt(product) *
                sin(hue_between(xh, yh, product) / 2 / degrees_per_radian);         // (10), (11)
    double l = (x.l + y.l) / 2, c = (xc + yc) / 2, h = middle_hue(xh, yh, product); // (12) to (14)
    double t = 1 - 0.17 * cosine_of(h - 30) + 0.24 * cosine_of(2 * h) +
               0.32 * cosine_of(3 * h + 6) - 0.20 * cosine_of(4 * h - 63); // (15)
    double turn = 30 * exp(-pow((h - 275) / 25, 2));                       // (16)
    double rc = 2 * sqrt(pow(c, 7) / (pow(c, 7) + seventh));               // (17)
    double sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2));    // (18)
    double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;                     // (19), (20)
    double rt = -sin(2 * turn / degrees_per_radian) * rc;                  // (21)
    dl /= sl;
    dc /= sc;
    dh /= sh;
    return sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh); // (22)
}

#endif
