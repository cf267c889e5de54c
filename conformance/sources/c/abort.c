#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void handler(int signal) {
    // abort comes through here, and ends the program all the same.
    write(1, "handled\n", 8);
}
int main(int argc, char **argv) {
    signal(SIGABRT, handler);
    printf("before\n"), fflush(stdout);
    assert(argc > 5);
}
