// Compiler attributes beyond the language.
#ifndef DV_BASE_COMPILER_H
#define DV_BASE_COMPILER_H

/// For functions whose loops should be compiled again for constant arguments, and for functions
/// that only prefetch, whose calls gcc would drop as having no effect.
#ifdef DV_COVERAGE // copies for constant arguments would count a source branch many times
#define DV_ALWAYS_INLINE inline
#else
#define DV_ALWAYS_INLINE inline __attribute__((always_inline))
#endif
/// For rarely run parts of hot functions: inlined, they would take registers from the hot path.
#define DV_NOINLINE __attribute__((noinline))

#define DV_UNLIKELY(condition) __builtin_expect(condition, 0)

#define DV_JOIN_(a, b) a##_##b
#define DV_JOIN(a, b) DV_JOIN_(a, b)
/// A kernel's name at the width of vectors, in bits, that a file is compiled for.
#define DV_AT_WIDTH(name) DV_JOIN(name, DV_WIDTH)

#endif
