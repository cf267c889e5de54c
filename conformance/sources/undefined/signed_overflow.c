// reports: signed integer overflow: 2000000000 + 2000000000 does not fit in i32
#include <stdio.h>

static int total(const int *prices, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += prices[i];
    return sum;
}

int main(void) {
    int prices[] = {2000000000, 2000000000};
    int sum = total(prices, 2);
    printf("%d\n", sum);
    return sum > 0;
}
