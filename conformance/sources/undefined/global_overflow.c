// reports: global buffer overflow: load of 8 bytes at offset 24 of `names`, which has 24 bytes
#include <stdio.h>

static const char *names[] = {"mon", "tue", "wed"};

int main(int argc, char **argv) {
    (void)argv;
    printf("%s\n", names[argc + 2]);
}
