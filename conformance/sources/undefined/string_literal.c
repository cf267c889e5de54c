// reports: write to a constant or a string literal: store of 1 byte at offset 0 of a global of 6 bytes
#include <ctype.h>
#include <stdio.h>

static void capitalize(char *text) { text[0] = toupper(text[0]); }

int main(void) {
    char *text = "hello";
    capitalize(text);
    printf("%s\n", text);
}
