// reports: fewer arguments than the format needs: argument 2 of the format is missing
#include <stdio.h>

int main(void) {
    const char *format = "%d of %d\n";
    printf(format, 1);
}
