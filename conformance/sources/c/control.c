// setjmp and longjmp, computed goto, switch, recursion, function pointers, VLAs, alloca, atexit.
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf out, again;
static int depth;
static void dive(int n) {
    char local[64];
    memset(local, n, sizeof local);
    depth++;
    if (n == 0) longjmp(out, local[5] + 7);
    dive(n - 1);
    printf("not reached %d\n", local[0]);
}

// A machine for a small language: one label an instruction.
static int run(const char *code) {
    static const void *const labels[] = {['+'] = &&add, ['-'] = &&sub, ['*'] = &&mul, ['d'] = &&dup, ['.'] = &&print, ['1'] = &&one, ['2'] = &&two, ['!'] = &&end};
    int stack[16], top = 0, steps = 0;
#define NEXT steps++; goto *labels[(unsigned char)*code++]
    NEXT;
add: top--, stack[top - 1] += stack[top]; NEXT;
sub: top--, stack[top - 1] -= stack[top]; NEXT;
mul: top--, stack[top - 1] *= stack[top]; NEXT;
dup: stack[top] = stack[top - 1], top++; NEXT;
one: stack[top++] = 1; NEXT;
two: stack[top++] = 2; NEXT;
print: printf("%d ", stack[--top]); NEXT;
end: return steps;
}

static int dense(unsigned n) {
    switch (n) {
    case 0: return 5;
    case 1: n += 2;  // fall through
    case 2: return n * 3;
    case 4 ... 9: return -1;
    case 1000000: return 7;
    default: return n % 2 ? 8 : 9;
    }
}
static unsigned ackermann(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int square(int x) { return x * x; }
static int twice(int (*f)(int), int x) { return f(f(x)); }
typedef int (*chooser)(int);
static int negate(int x) { return -x; }
static chooser choose(int which) { return which ? square : negate; }

static int sum_vla(int n, int m) {
    int grid[n][m], total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) grid[i][j] = i * j;
    for (int i = 0; i < n; i++) total += grid[i][m - 1] + (int)(sizeof grid / sizeof grid[0]);
    return total;
}
static void one(void) { printf("one\n"); }
static void two(void) { printf("two "); atexit(one); }
__attribute__((constructor)) static void early(void) { printf("constructor "); }
__attribute__((destructor)) static void late(void) { printf("destructor\n"); }

int main(int argc, char **argv) {
    volatile int kept = 1;
    int value = setjmp(out);
    if (value == 0) { kept = 2; dive(20); }
    printf("%d %d %d\n", value, kept, depth);
    for (volatile int i = 0; i < 3; i++)
        if (setjmp(again)) printf("back %d ", i);
        else longjmp(again, 0);
    printf("%d\n", run("12+d*1-2*.12-.!"));
    printf("%d %d %d %d %d %d\n", dense(0), dense(1), dense(2), dense(7), dense(1000000), dense(argc + 10));
    printf("%u %d %d %d\n", ackermann(2, 5), twice(square, 3), choose(argc)(6), choose(argc - 1)(6));
    int total = 0;
    for (int n = 1; n < 6; n++) total += sum_vla(n, n + 1);
    for (int i = 0; i < 50; i++) {
        char *p = alloca(i + 1);
        memset(p, 'a', i), p[i] = 0;
        total += strlen(p);
    }
    printf("%d\n", total);
    int i = 0, n = 13, steps = 0;
    do { n = n % 2 ? 3 * n + 1 : n / 2; if (++steps > 1000) goto done; } while (n != 1);
done:
    for (;;) { if (i++ > 5) break; if (i % 2) continue; printf("%d ", i); }
    printf("%d %s\n", steps, ({ int k = steps; k > 5 ? "many" : "few"; }));
    printf("%d %d\n", argc, strstr(argv[0], "control") != NULL && argv[argc] == NULL);
    atexit(two);
    exit(total % 100);
}
