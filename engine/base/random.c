// Counter-based random numbers: a hash of the key and the index of the draw; see random.h.
//
// The words of the key are mixed in one after another, each by an exclusive or and a mix. The mix
// is a bijection (an odd product and a shifted exclusive or can both be undone), so two keys that
// differ in one word never collide, and draws of one key never repeat. Its multipliers are the
// first 64 fraction bits of the square roots of 3 and 7, and the start those of 2, made odd: chosen
// because they have no structure of their own. test_random checks statistics and fixed values: any
// change here changes every run ever made.
#include "base/random.h"

#include <assert.h>

static uint64_t mix_bits(uint64_t word) {
    word = (word ^ (word >> 32)) * UINT64_C(0xbb67ae8584caa73b);
    word = (word ^ (word >> 29)) * UINT64_C(0xa54ff53a5f1d36f1);
    return word ^ (word >> 32);
}

static uint64_t bits_of(uint64_t tick, uint32_t stream, uint32_t agent, uint64_t n) {
    return mix_bits(mix_bits(tick ^ ((uint64_t)stream << 32 | agent)) ^ n);
}

static uint64_t mix_tick(dv_random_key key) {
    return mix_bits(mix_bits(UINT64_C(0x6a09e667f3bcc909) ^ key.seed) ^ key.tick);
}

uint64_t dv_random_bits(dv_random_key key, uint64_t n) {
    return bits_of(mix_tick(key), key.stream, key.agent, n);
}

void dv_random_bits_of(dv_random_key key, uint64_t n, const uint32_t *agents, uint32_t count,
                       uint64_t *bits) {
    uint64_t tick = mix_tick(key);
    for (uint32_t i = 0; i < count; i++)
        bits[i] = bits_of(tick, key.stream, agents[i], n);
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
    // For the full range, the count 2^64 wraps to 0.
    uint64_t offset = values ? dv_multiply_high(bits, values) : bits;
    return (int64_t)((uint64_t)low + offset);
}

dv_vec3 dv_random_direction(dv_random_key key, uint64_t n, bool volume) {
    uint64_t bits = dv_random_bits(key, n);
    double height = 0, radius = 1, sine, cosine;
    if (volume)
        height = dv_height_of_bits(bits, &radius);
    dv_sin_cos(dv_angle_of_bits(bits), &sine, &cosine);
    return dv_vec((float)(radius * cosine), (float)(radius * sine), (float)height);
}
