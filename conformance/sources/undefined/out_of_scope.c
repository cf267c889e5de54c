// not caught: the IR of -O0 does not say where the scope of a variable ends
#include <stdio.h>

int main(void) {
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        last = &square;
    }
    if (*last > 1) printf("%d\n", *last);
}
