// reports: free of a local variable: `values`, which has 16 bytes
#include <stdlib.h>

static void release(int *values) { free(values); }

int main(void) {
    int values[4] = {1, 2, 3, 4};
    release(values);
}
