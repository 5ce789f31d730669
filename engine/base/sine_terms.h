// The coefficients of sine and cosine, for one angle and for several; see math.c.
#ifndef DV_BASE_SINE_TERMS_H
#define DV_BASE_SINE_TERMS_H

#define DV_HALF_PI_PARTS 4
#define DV_SINE_TERMS 7
#define DV_COSINE_TERMS 7

// pi/2 in parts of 33 bits, so that the first three, times a quadrant number below 2^20, are exact.
static const double dv_half_pi_parts[DV_HALF_PI_PARTS] = {0x1.921fb544p+0, 0x1.0b4611a6p-34,
                                                          0x1.3198a2ep-69, 0x1.b839a252049c1p-104};

// On [-pi/4, pi/4], x = z²: (sin z / z - 1) / x, error 2^-57.3 and (cos z - 1 + x/2) / x², 2^-59.5.
static const double dv_sine_terms[DV_SINE_TERMS] = {
    -0x1.5555555555555p-3,  0x1.1111111111110p-7,  -0x1.a01a01a019926p-13, 0x1.71de3a545e704p-19,
    -0x1.ae64540f0c1bcp-26, 0x1.61217c18c5ad8p-33, -0x1.ab161790d481ep-41};
static const double dv_cosine_terms[DV_COSINE_TERMS] = {
    0x1.5555555555555p-5,  -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16, -0x1.27e4fb7711e1fp-22,
    0x1.1eed8de9efaa4p-29, -0x1.9394b76d752bfp-37, 0x1.ab76cfa136b4ap-45};

#endif
