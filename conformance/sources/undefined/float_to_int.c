// reports: floating-point number that does not fit the integer type: 10000000000.0 does not fit in i32
#include <stdio.h>

static int whole(double x) { return (int)x; }

int main(void) {
    int i = whole(1e10);
    if (i) printf("%d\n", i);
}
