// reports: signed integer overflow: -2147483648 / -1 does not fit in i32
#include <limits.h>
#include <stdio.h>

static int scale(int value, int by) { return value / by; }

int main(void) {
    printf("%d\n", scale(INT_MIN, -1));
}
