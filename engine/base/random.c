// Counter-based random numbers: a hash of the key and the number of the draw; see random.h.
//
// The words of the key are taken in one after another, each by an exclusive or and a mix. The mix
// is a bijection (an odd product and a shifted exclusive or can both be undone), so two keys that
// differ in one word never meet, and draws of one key never repeat. Its multipliers are the first
// 64 bits behind the point of the square roots of 3 and 7, and the start that of 2, made odd:
// chosen for carrying no structure of their own. test_random holds it to its statistics and to
// fixed values: changing anything here changes every run there ever was.
#include "base/random.h"

#include "base/math.h"

#include <assert.h>

static uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 32)) * UINT64_C(0xbb67ae8584caa73b);
    word = (word ^ (word >> 29)) * UINT64_C(0xa54ff53a5f1d36f1);
    return word ^ (word >> 32);
}

uint64_t dv_random_bits(dv_random_key key, uint64_t n) {
    uint64_t word = mix(UINT64_C(0x6a09e667f3bcc909) ^ key.seed);
    word = mix(word ^ key.tick);
    word = mix(word ^ ((uint64_t)key.stream << 32 | key.agent));
    return mix(word ^ n);
}

double dv_random_unit(dv_random_key key, uint64_t n) {
    return (double)(dv_random_bits(key, n) >> 11) * 0x1p-53;
}

int64_t dv_random_range(dv_random_key key, uint64_t n, int64_t low, int64_t high) {
    assert(low <= high);
    if (low >= high)
        return low;
    uint64_t bits = dv_random_bits(key, n);
    uint64_t values = (uint64_t)high - (uint64_t)low + 1;
    // All 2^64 values wrap the number of them to 0.
    uint64_t offset = values ? dv_multiply_high(bits, values) : bits;
    return (int64_t)((uint64_t)low + offset);
}

// The height of a point even over the sphere is even (Archimedes); half of the bits go to each of
// height and angle, so that one vector is one draw.
dv_vec3 dv_random_direction(dv_random_key key, uint64_t n, bool volume) {
    uint64_t bits = dv_random_bits(key, n);
    double angle = (double)(bits >> 32) * (2 * DV_PI * 0x1p-32);
    double z = 0, radius = 1;
    if (volume) {
        z = ((double)(bits & UINT32_MAX) + 0.5) * 0x1p-31 - 1;
        radius = dv_sqrt(1 - z * z);
    }
    double sine, cosine;
    dv_sin_cos(angle, &sine, &cosine);
    return dv_vec((float)(radius * cosine), (float)(radius * sine), (float)z);
}
