// reports: argument whose type does not match the format
#include <stdio.h>

int main(void) {
    int line = 12;
    const char *format = "error in line %s\n";
    printf(format, line);
}
