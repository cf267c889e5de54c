// reports: null pointer dereference: store of 4 bytes at null + 8
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *find(struct node *list, int value) {
    while (list && list->value != value) list = list->next;
    return list;
}

int main(void) {
    struct node list = {NULL, 1};
    find(&list, 2)->value = 3;
}
