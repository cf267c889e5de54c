// reports: copy between places that overlap
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16] = "hello";
    memcpy(text + 1, text, 6);
    printf("%s\n", text);
}
