// reports: use of uninitialized variable `p`
#include <stdio.h>

struct point {
    int x, y;
};

int main(void) {
    struct point p;
    p.x = 1;
    printf("%d %d\n", p.x, p.y);
}
