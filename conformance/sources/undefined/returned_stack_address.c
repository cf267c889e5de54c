// reports: use of a local variable after its function returned: load of 1 byte at offset 0 of `text`, which has 16 bytes
#include <stdio.h>

static char *greeting(int hour) {
    char text[16];
    snprintf(text, sizeof text, "good %s", hour < 12 ? "morning" : "evening");
    char *result = text;
    return result;
}

int main(void) {
    char *text = greeting(9);
    printf("%c\n", text[0]);
}
