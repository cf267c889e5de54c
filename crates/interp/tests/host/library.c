// What the tests of `host.rs` call: one function for each way in which a value is passed or memory is shared.

#include <complex.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Values.

int8_t negate8(int8_t x) { return -x; }
uint8_t negate_u8(uint8_t x) { return -x; }
int16_t negate16(int16_t x) { return -x; }
_Bool not(_Bool x) { return !x; }
float half_float(float x) { return x / 2; }
double native_cbrt(double x) { return cbrt(x); }
long double third(long double x) { return x / 3; }
__int128 negate128(__int128 x) { return -x; }

// Six integers fill the registers: the seventh is on the stack, and the `__int128` behind it is aligned to 16 there.
int64_t many(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, __int128 h, double i) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * (int64_t)(h >> 64) + 9 * (int64_t)i;
}

// Structs.

struct ints { int64_t a, b; };
struct ints swap_ints(struct ints s) { return (struct ints){s.b, s.a}; }
struct doubles { double a, b; };
struct doubles swap_doubles(struct doubles s) { return (struct doubles){s.b, s.a}; }
struct mixed { int64_t a; double b; };
struct mixed next_mixed(struct mixed s) { return (struct mixed){s.a + 1, s.b + 1}; }
struct floats { float a, b, c; };
struct floats turn(struct floats s) { return (struct floats){s.b, s.c, s.a}; }
struct big { int32_t a[10]; };
struct big doubled(struct big s) { for (int i = 0; i < 10; i++) s.a[i] *= 2; return s; }
int64_t third_of(struct big s, int i) { return s.a[i] / 3; }
double _Complex times_i(double _Complex z) { return z * I; }
long double _Complex times_i_long(long double _Complex z) { return z * I; }

// Variable arguments: `kinds` says what each is.

double sum(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double all = 0;
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'i': all += va_arg(list, int); break;
    case 'l': all += va_arg(list, int64_t); break;
    case 'd': all += va_arg(list, double); break;
    case 'L': all += va_arg(list, long double); break;
    case 's': all += strlen(va_arg(list, char *)); break;
    }
  }
  va_end(list);
  return all;
}

// Memory.

int numbers[4] = {1, 2, 3, 4};
const char *const greeting = "hello from the library";
int *number(int i) { return &numbers[i]; }
const int *constant(void) { static const int c = 7; return &c; }
void fill(char *to, size_t len) { memset(to, 'x', len); }
char *copy(const char *s) { return strdup(s); }
struct node { struct node *next; int value; };
void reverse(struct node **list) {
  struct node *reversed = 0;
  for (struct node *n = *list, *next; n; n = next) { next = n->next; n->next = reversed; reversed = n; }
  *list = reversed;
}
struct node *kept;
void keep(struct node *n) { kept = n; }
void change_kept(struct node *next) { kept->next = next; }
int fails(int how) { errno = how; return -1; }
int errno_now(void) { return errno; }

// Functions.

typedef int unary(int);
static int add_one(int x) { return x + 1; }
unary *get_add_one(void) { return add_one; }
unary *same(unary *f) { return f; }
int apply(unary *f, int x) { return f(x); }
int apply_all(unary *f, int n) { int all = 0; for (int i = 0; i < n; i++) all += f(i); return all; }
struct table { int size; unary *functions[2]; };
int apply_table(const struct table *t, int x) { for (int i = 0; i < t->size; i++) x = t->functions[i](x); return x; }
struct ints apply_ints(struct ints (*f)(struct ints), struct ints s) { return f(s); }
struct big apply_big(struct big (*f)(struct big), struct big s) { return f(s); }
long double apply_long(long double (*f)(long double), long double x) { return f(x); }
int8_t apply8(int8_t (*f)(int8_t), int8_t x) { return f(x) / 2; }
int measure(size_t (*length)(const char *), const char *s) { return length(s); }
void give_back(void (*release)(void *), void *memory) { release(memory); }
int apply_pointer(int (*f)(const int *), int x) { return f(&x); }

static void *in_thread(void *f) { ((unary *)f)(1); return 0; }
int apply_in_thread(unary *f) {
  pthread_t thread;
  if (pthread_create(&thread, 0, in_thread, f)) return 1;
  pthread_join(thread, 0);
  return 0;
}
