// What is asked of the compiler beyond the language.
#ifndef DV_BASE_COMPILER_H
#define DV_BASE_COMPILER_H

/// For functions whose loops are to be made anew for constant arguments, and for those that only
/// prefetch: gcc takes these for doing nothing and leaves their calls out.
#define DV_ALWAYS_INLINE inline __attribute__((always_inline))

#endif
