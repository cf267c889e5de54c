// reports: heap buffer overflow: store of 6 bytes at offset 0 of a heap object of 5 bytes
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    char *copy = malloc(strlen(text));
    return strcpy(copy, text);
}

int main(void) {
    free(duplicate("hello"));
}
