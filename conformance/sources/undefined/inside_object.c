// not caught: the IR of -O0 does not say where an array ends inside of its struct
#include <stdio.h>

struct record {
    int values[4];
    int checksum;
};

int main(void) {
    struct record r = {{1, 2, 3, 4}, 10};
    for (int i = 0; i <= 4; i++) r.values[i] = 0;
    printf("%d\n", r.checksum);
}
