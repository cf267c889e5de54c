// reports: use of uninitialized variable `best`
#include <stdio.h>

static int largest(const int *values, int count) {
    int best;
    for (int i = 0; i < count; i++)
        if (values[i] > best) best = values[i];
    return best;
}

int main(void) {
    int values[] = {3, 1, 2};
    printf("%d\n", largest(values, 3));
}
