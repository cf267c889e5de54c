// reports: use of a local variable out of its scope
// flags: -O1 -Xclang -disable-llvm-passes
#include <stdio.h>

int main(void) {
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        last = &square;
    }
    if (*last > 1) printf("%d\n", *last);
}
