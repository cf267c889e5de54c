// reports: free of a pointer to the inside of an allocation: at offset 2 of a heap object of 8 bytes
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = strdup("  hello");
    while (*text == ' ') text++;
    free(text);
}
