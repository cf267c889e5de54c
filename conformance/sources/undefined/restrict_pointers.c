// reports: access that breaks the promise of `restrict`
#include <stdio.h>

static void add(int *restrict to, const int *restrict from, int count) {
    for (int i = 0; i < count; i++) to[i] += from[0];
}

int main(void) {
    int values[] = {1, 2, 3};
    add(values, values, 3);
    printf("%d\n", values[2]);
}
