// reports: variable-length array of a size that is negative or too large
#include <stdio.h>

static int sum(int count) {
    int values[count];
    for (int i = 0; i < count; i++) values[i] = i;
    return count > 0 ? values[0] : 0;
}

int main(void) {
    printf("%d\n", sum(-1));
}
