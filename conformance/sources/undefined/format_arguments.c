// reports: fewer arguments than the format needs
#include <stdio.h>

int main(void) {
    const char *format = "%d of %d\n";
    printf(format, 1);
}
