// reports: misaligned pointer dereference: load of 4 bytes at offset 1 of `packet`, which has 8 bytes
#include <stdio.h>
#include <stdint.h>

static uint32_t length(const unsigned char *packet) { return *(const uint32_t *)(packet + 1); }

int main(void) {
    unsigned char packet[8] = {1, 2, 0, 0, 0};
    printf("%u\n", length(packet));
}
