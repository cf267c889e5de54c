// The compiler's own setjmp and longjmp, which are intrinsics.
#include <stdio.h>
static void *buffer[5];
static int depth;
__attribute__((noinline)) static void leave(int n) {
    depth++;
    if (n > 3) __builtin_longjmp(buffer, 1);
    leave(n + 1);
    depth = 100;
}
int main(void) {
    volatile int tries = 0;
    if (__builtin_setjmp(buffer) == 0) printf("first\n");
    else printf("again %d\n", depth);
    if (tries++ < 2) leave(0);
    printf("%d\n", tries);
}
