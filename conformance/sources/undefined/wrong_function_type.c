// reports: call through a function pointer of the wrong type: `@add` has 2 parameters, and is called with 1 arguments
#include <stdio.h>

static int add(int a, int b) { return a + b; }

int main(void) {
    int (*operation)(int) = (int (*)(int))add;
    printf("%d\n", operation(1));
}
