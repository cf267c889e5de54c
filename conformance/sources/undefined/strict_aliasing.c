// reports: access through a pointer of the wrong type
// options: --tbaa
// flags: -O1 -Xclang -disable-llvm-passes
#include <stdio.h>

static unsigned bits(float *f) { return *(unsigned *)f; }

int main(void) {
    float one = 1;
    printf("%x\n", bits(&one));
}
