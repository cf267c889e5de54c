// Integers of every width, bit-fields, floats, long double, __int128, complex numbers, vectors.
#include <complex.h>
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tgmath.h>
#undef I

typedef int int4 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef unsigned char byte16 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef long long8 __attribute__((ext_vector_type(8)));
struct Bits { int a : 3; unsigned b : 5; long c : 33; _Bool d : 1; unsigned : 0; short e : 9; };
static void print128(unsigned __int128 n) {
    char digits[40], *p = digits + 39;
    *p = 0;
    do *--p = '0' + (int)(n % 10); while (n /= 10);
    printf("%s ", p);
}
static volatile int zero;
static volatile double one = 1;

int main(int argc, char **argv) {
    unsigned char c = 250 + zero;
    c += 10;
    short s = (short)(40000 + zero);
    printf("%d %d %d %d %u %lu\n", c, s, -7 / (2 + zero), -7 % (2 + zero), 1u << (31 + zero), 1ul << (63 - zero));
    printf("%d %ld %d %d\n", INT_MIN >> (3 + zero), LONG_MIN / (2 + zero), (signed char)(200 + zero), (int)(unsigned char)(signed char)-1);
    printf("%d %d %d %d %d %d\n", __builtin_popcount(0xff00 + zero), __builtin_clz(1 + zero), __builtin_ctzll(1ull << 40), __builtin_ffs(zero), __builtin_parity(7 + zero), __builtin_bswap32(0x01020304 + zero) == 0x04030201);
    int sum, product, bytes_left;
    printf("%d %d ", __builtin_add_overflow(INT_MAX, 1 + zero, &sum), __builtin_mul_overflow(1 << 20, (1 << 5) + zero, &product));
    printf("%d %d %d\n", sum, product, __builtin_sub_overflow(zero, INT_MIN, &bytes_left));
    struct Bits bits = {-4, 17, -5000000000L, 1, -200};
    bits.a++, bits.b += 20, bits.c *= 1, bits.e -= 56;
    printf("%d %u %ld %d %d %zu\n", bits.a, bits.b, (long)bits.c, bits.d, bits.e, sizeof bits);
    unsigned __int128 big = (unsigned __int128)ULLONG_MAX * ULLONG_MAX;
    print128(big), print128(big / 1000000007u), print128(big % 1000000007u), print128(big >> (65 + zero)), print128((unsigned __int128)((double)(1ull << 60) * 1e10 * one));
    printf("%d %.6g %.6g\n", (__int128)-5 / (2 + zero) == -2, (double)big, (double)-(__int128)(big >> 1));
    _BitInt(200) wide = 1;
    for (int i = 1; i < 30; i++) wide *= i;
    printf("%lld %d\n", (long long)(wide >> 40), (int)(wide % 1009));
    printf("%.20Lg %.20Lg %d %zu\n", 1.0L / 3 * one, sqrtl(2.0L * one), (int)(10.9L * one), sizeof(long double));
    printf("%.10Lg %.6Le %d\n", powl(2.5L, 10 * one), LDBL_MAX, (1.0L + LDBL_EPSILON * one) > 1.0L);
    printf("%a %.9g %.9g %d %d\n", (float)(0.1 * one), (float)(16777217 + zero), 0.1f * 3 * (float)one, (int)(float)2147483000, (int)-1.9 * (int)one);
    _Float16 half = 1.0f / 3 * one;
    printf("%.6f %.6f %lu %.1f\n", (float)half, (float)(half * (_Float16)3), (unsigned long)(1.8e19 * one), (double)(18446744073709551615ul - zero));
    double nan = zero / (one - 1 + 0.0), inf = one / zero;
    printf("%d %d %d %d %d %d %g %g\n", nan == nan, nan < 1, !(nan < 1), isnan(nan), isinf(inf), signbit(-0.0 * one), fmin(nan, 3), copysign(2, -0.0));
    printf("%d %d %d %d %d\n", fpclassify(1e-310 * one) == FP_SUBNORMAL, isnormal(one), isfinite(inf), isunordered(nan, one), isgreater(inf, one));
    double complex z = 3 + 4 * _Complex_I * one, w = z * z / (1 - 2 * _Complex_I);
    printf("%.3f %.3f%+.3fi %.3f%+.3fi %.4f\n", cabs(z), creal(w), cimag(w), creal(csqrt(z)), cimag(conj(cexp(z / 10))), carg(z));
    float complex small = (1 + 1 * _Complex_I) * (float)one;
    printf("%.3f %.3f\n", crealf(small * small), cimagf(small * small));
    int4 v = {1, 2, 3, 4}, m = v > 2;
    v = v * v + (int4){10, 10, 10, 10} - (v << 1);
    float4 f = __builtin_convertvector(v, float4) / 4.0f;
    printf("%d %d %d %d | %d %d | %.2f %.2f | %d\n", v[0], v[1], v[2], v[3], m[1], m[2], f[0], f[3], __builtin_reduce_add(v));
    byte16 bytes;
    for (int i = 0; i < 16; i++) bytes[i] = i * 17 + argc;
    byte16 turned = __builtin_shufflevector(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0) >> 1;
    double2 d = (double2){1.5, 2.5} * one;
    d += (double2){d[1], d[0]};
    long8 l = {1, 2, 3, 4, 5, 6, 7, 8};
    l.lo = l.hi * l.even;
    printf("%d %d %g %g %ld %ld %ld\n", turned[0], turned[15], d[0], d[1], l[0], l[3], __builtin_reduce_max(l));
    memcpy(&v, &f, sizeof v);
    printf("%x %x\n", v[0], v[3]);
    for (double x = -1.5; x < 3; x += 1.25)
        printf("%.9g %.9g %.9g %.9g %.9g %.9g %g %g %g %ld\n", sin(x), cos(x), tan(x), atan2(x, 2), exp(x), log(fabs(x)), floor(x), rint(x), round(x), lrint(x));
    int exponent;
    double whole, fraction = modf(-3.75 * one, &whole), mantissa = frexp(48.0 * one, &exponent);
    printf("%g %g %g %d %g %g %g %g\n", fraction, whole, mantissa, exponent, ldexp(0.75, 4), fmod(-7.5, 2), remainder(7.5, 2), hypot(3, 4) * one);
    printf("%.9g %.9g %.9g %.9g %g %d %g %g\n", cbrt(27 * one), expm1(1e-10 * one), log1p(1e-10 * one), tgamma(5 * one), nextafter(1, 2) - 1, ilogb(1000 * one), fma(2, 3, one), erf(one));
    printf("%.7g %.7g %.7g %.7g %.7g %.7g\n", sinf(1) * one, sinh(one), asinh(one), acos(0.5 * one), log2(10 * one), exp2(2.5 * one));
    printf("%d %d %d\n", (bool)(0.5 * one), !!argv[0], fegetround() == FE_TONEAREST);
}
