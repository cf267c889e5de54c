// Alarms, blocked signals, jumps out of a handler, weak symbols, aliases, exit codes.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static sigjmp_buf away;
static volatile sig_atomic_t seen;
static void jump(int signal) { siglongjmp(away, signal); }
static void note(int signal) { seen = signal; }
extern int missing(void) __attribute__((weak));
static int real(int x) { return x + 1; }
int other(int) __attribute__((alias("real")));
static void *resolve(void) { return real; }

int main(int argc, char **argv) {
    signal(SIGUSR1, jump);
    if (sigsetjmp(away, 1) == 0) raise(SIGUSR1), printf("not reached\n");
    else printf("jumped out\n");
    sigset_t set, old;
    sigemptyset(&set), sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGUSR2, note);
    raise(SIGUSR2);
    printf("blocked %d ", seen == 0);
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("then %d\n", seen == SIGUSR2);
    signal(SIGALRM, note);
    struct itimerval soon = {.it_value = {0, 2000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    for (long spins = 0; seen != SIGALRM && spins < 4000000000; spins++) ;
    printf("alarm %d\n", seen == SIGALRM);
    printf("%d %d\n", missing == NULL, other(41));
    printf("%d\n", sigismember(&set, SIGUSR2));
    fflush(stdout);
    _exit(256 + 19);
}
