// reports: shift by too many bits: 1 << 40, and i32 has 32 bits
#include <stdio.h>

static unsigned mask(unsigned bits) { return 1u << bits; }

int main(void) {
    unsigned m = mask(40);
    if (m) printf("%u\n", m);
}
