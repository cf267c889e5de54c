// reports: use after free: load of 8 bytes at offset 8 of a heap object of 16 bytes
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value, n->next = list;
    return n;
}

static void destroy(struct node *list) {
    for (struct node *n = list; n; n = n->next) free(n);
}

int main(void) {
    destroy(push(push(NULL, 1), 2));
}
