// reports: use of uninitialized memory
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *counts = malloc(4 * sizeof *counts);
    counts[0] = 1;
    for (int i = 0; i < 4; i++)
        if (counts[i] > 0) printf("%d\n", i);
    free(counts);
}
