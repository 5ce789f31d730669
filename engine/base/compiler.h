// What is asked of the compiler beyond the language.
#ifndef DV_BASE_COMPILER_H
#define DV_BASE_COMPILER_H

/// For functions whose loops are to be made anew for constant arguments, and for those that only
/// prefetch: gcc takes these for doing nothing and leaves their calls out.
#ifdef DV_COVERAGE // copies for constant arguments would count a branch of the source many times
#define DV_ALWAYS_INLINE inline
#else
#define DV_ALWAYS_INLINE inline __attribute__((always_inline))
#endif
/// For what is rarely done by functions that are called most: in the same one it would cost them
/// registers.
#define DV_APART __attribute__((noinline))

#endif
