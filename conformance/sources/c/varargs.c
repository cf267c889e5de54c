// Variable arguments of every size and in every number, passed on, copied; printf and scanf in all their forms; wide characters.
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

struct Small { int a; char b; };
struct Pair { double x; long y; };
struct Large { long v[5]; };
static double mixed(const char *kinds, ...) {
    va_list args, copy;
    va_start(args, kinds);
    va_copy(copy, args);
    double total = 0;
    for (int twice = 0; twice < 2; twice++)
        for (const char *k = kinds; *k; k++) {
            va_list *from = twice ? &copy : &args;
            switch (*k) {
            case 'i': total += va_arg(*from, int); break;
            case 'd': total += va_arg(*from, double); break;
            case 'l': total += va_arg(*from, long); break;
            case 's': total += strlen(va_arg(*from, char *)); break;
            case 'L': total += va_arg(*from, long double); break;
            case 'S': { struct Small s = va_arg(*from, struct Small); total += s.a + s.b; break; }
            case 'P': { struct Pair p = va_arg(*from, struct Pair); total += p.x + p.y; break; }
            case 'B': { struct Large b = va_arg(*from, struct Large); total += b.v[0] + b.v[4]; break; }
            }
        }
    va_end(args), va_end(copy);
    return total;
}
static int forward(char *to, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(to, size, format, args);
    va_end(args);
    return n;
}

int main(void) {
    printf("%g\n", mixed("idlsLSPB", 1, 2.5, 3L, "four", 5.5L, (struct Small){6, 7}, (struct Pair){8.25, 9}, (struct Large){{10, 0, 0, 0, 11}}));
    printf("%g\n", mixed("iiiiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.0));
    char text[80];
    printf("%d %s\n", forward(text, 10, "%s-%d-%c", "abcdef", 12345, 'x'), text);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%x] [%#X] [%o] [%#o] [%u] [%hhd] [%hd] [%ld] [%lld] [%zu] [%jd] [%td]\n", 42, 42, 42, 42, 42, 255, 255, 8, 8, -1, 300, 70000, LONG_MIN, LLONG_MAX, (size_t)-1, (intmax_t)-1, (ptrdiff_t)5);
    printf("[%f] [%.0f] [%10.2f] [%-10.3e] [%G] [%g] [%g] [%a] [%#g] [%Lf] [%f] [%F] [%g]\n", 1.5, 2.5, 3.14159, 31415.9, 1e-10, 100000.0, 1e6, 1.0, 1.0, 1.25L, INFINITY, -INFINITY, NAN);
    printf("[%s] [%10s] [%-10s] [%.2s] [%c] [%%] [%*d] [%-*d] [%.*f] [%2$s]\n" + 0 * INT_MAX, "str", "right", "left", "cut", 'c', 6, 7, 6, 7, 2, 2.71828);
    printf("%2$s %1$s %3$*4$d\n", "first", "second", 3, 5);
    int count, a, b;
    unsigned hex;
    float f;
    double d;
    char word[20], set[20], ch;
    printf("abc%ndef ", &count);
    printf("%d %d\n", count, sscanf("12 -7 ff 1.5e2 2.25 hello [a-c] x", "%d %i %x %f %lf %19s [%19[a-c-]] %c", &a, &b, &hex, &f, &d, word, set, &ch));
    printf("%d %d %x %g %g %s %s %c\n", a, b, hex, f, d, word, set, ch);
    printf("%d %d\n", sscanf("5,6", "%d,%d%n", &a, &b, &count), count);
    printf("%d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a));
    printf(PRId64 " %" PRIu8 " %" PRIxPTR "\n" + 3, (uint8_t)200, (uintptr_t)48879);
    printf("%g %g %g %g\n", strtod("0x1.8p3", NULL), strtod("-1e-400", NULL), strtod("infinity", NULL), strtod("  12.5abc", NULL));
    char *end;
    printf("%ld %ld %lu %ld %s\n", strtol("0x7fz", &end, 0), strtol("-0777", NULL, 8), strtoul("-1", NULL, 10), strtol("99999999999999999999", NULL, 10), end);
    printf("%d %ld %g %lld\n", atoi(" -42x"), atol("12"), atof("1e3"), atoll("9000000000"));
    printf("%.17g %.17g %.3Lf %.20f\n", strtod("0.1", NULL), strtod("1.7976931348623157e308", NULL), strtold("1.5", NULL), 0.1);
    wchar_t wide[20];
    printf("%d %zu %ls %d\n", swprintf(wide, 20, L"%d-%ls-%c", 5, L"wide", 'x'), wcslen(wide), wide, wcscmp(wide, L"5-wide-x"));
    printf("%d %d %ld %lc\n", iswalpha(L'q') != 0, towupper(L'q'), wcstol(L"77", NULL, 10), L'w');
    setlocale(LC_ALL, "C.UTF-8");
    char multi[8] = {0};
    mbstate_t state = {0};
    wchar_t one;
    printf("%d %s %zu %x %zu\n", wctomb(multi, 0x20ac), multi, mbrtowc(&one, "\xc3\xa9", 2, &state), (unsigned)one, mbstowcs(wide, "a\xc3\xa9z", 20));
    puts(setlocale(LC_ALL, "C"));
    fprintf(stdout, "%s %s\n", setlocale(LC_ALL, "no_SUCH") ? "found" : "missing", localeconv()->decimal_point);
    putchar('x'), putc('y', stdout), fputs("z\n", stdout);
}
