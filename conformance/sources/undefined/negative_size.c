// reports: memory function with a negative number of bytes: load of 18446744073709551614 bytes (as a signed number, -2) at offset 0 of a global of 6 bytes
#include <string.h>
#include <stdio.h>

static void copy(char *to, const char *from, int length) { memcpy(to, from, length - 8); }

int main(void) {
    char to[8] = "";
    copy(to, "hello", 6);
    printf("%s\n", to);
}
