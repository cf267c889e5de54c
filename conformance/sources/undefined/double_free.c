// reports: double free: a heap object of 6 bytes
#include <stdlib.h>
#include <string.h>

struct message {
    char *text;
};

static void clear(struct message *m) { free(m->text); }

int main(void) {
    struct message m = {strdup("hello")};
    struct message copy = m;
    clear(&m);
    clear(&copy);
}
