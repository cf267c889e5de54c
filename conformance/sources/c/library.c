// Strings, memory, sorting with callbacks, time, environment, character classes, random numbers, errors.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

struct Word { char text[12]; int n; };
static int compared;
static int by_text(const void *a, const void *b) { compared++; return strcmp(((struct Word *)a)->text, ((struct Word *)b)->text); }
static int by_number(const void *a, const void *b) { int x = *(int *)a, y = *(int *)b; return (x > y) - (x < y); }
static int scaled(const void *a, const void *b, void *by) { return by_number(a, b) * *(int *)by; }
static volatile sig_atomic_t signals;
static void handler(int signal) { signals += signal; }
static void informed(int signal, siginfo_t *info, void *context) { signals += info->si_signo * 100; }
static void visit(const void *node, VISIT order, int level) { if (order == postorder || order == leaf) printf("%d ", **(int **)node); }

int main(void) {
    char a[40] = "hello", b[40];
    strcat(a, ", "), strncat(a, "world and more", 5);
    memcpy(b, a, sizeof b), memmove(b + 2, b, 6);
    printf("%s %s %zu %zu %d %d\n", a, b, strlen(a), strnlen(a, 4), strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2));
    printf("%s %s %s %s\n", strchr(a, 'o'), strrchr(a, 'o'), strstr(a, "wor"), strpbrk(a, "xyzd"));
    printf("%zu %zu %d %d %s\n", strspn(a, "hel"), strcspn(a, ","), memcmp("a\0b", "a\0c", 3) < 0, strcasecmp("HeLLo", "hEllO"), (char *)memchr(a, 'w', 40));
    char list[] = "a,b;;c", *save;
    for (char *t = strtok_r(list, ",;", &save); t; t = strtok_r(NULL, ",;", &save)) printf("<%s>", t);
    char fields[] = "x::y", *rest = fields;
    for (char *t; (t = strsep(&rest, ":"));) printf("[%s]", t);
    char *copy = strdup(a), *part = strndup(a, 3);
    printf(" %s %s %s\n", copy, part, stpcpy(b, "end") - 3);
    free(copy), free(part);
    memset(b, 'x', 5), b[5] = 0;
    strncpy(b, "yy", 2);
    printf("%s %s %s\n", b, strerror(ENOENT), strcpy(b, "Zz"));
    struct Word words[] = {{"pear", 1}, {"fig", 2}, {"apple", 3}, {"kiwi", 4}, {"banana", 5}};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++) printf("%s%d ", words[i].text, words[i].n);
    struct Word key = {"kiwi"}, *found = bsearch(&key, words, 5, sizeof *words, by_text);
    printf("%d %d\n", found->n, compared > 5);
    int numbers[200], direction = -1;
    srand(7);
    for (int i = 0; i < 200; i++) numbers[i] = (i * 7919) % 1009;
    qsort(numbers, 200, sizeof(int), by_number);
    printf("%d %d %d ", numbers[0], numbers[100], numbers[199]);
    qsort_r(numbers, 200, sizeof(int), scaled, &direction);
    printf("%d %d\n", numbers[0], bsearch(&numbers[5], numbers, 200, sizeof(int), by_number) == NULL);
    void *tree = NULL;
    for (int i = 0; i < 8; i++) tsearch(&numbers[i * 31 % 200], &tree, by_number);
    twalk(tree, visit);
    while (tree) tdelete(*(int **)tree, &tree, by_number);
    int *block = calloc(10, sizeof(int)), all = 0;
    for (int i = 0; i < 10; i++) all |= block[i], block[i] = i;
    block = realloc(block, 1000 * sizeof(int));
    printf("| %d %d\n", all, block[9]);
    block = realloc(block, 3 * sizeof(int));
    printf("%d ", block[2]);
    free(block), free(NULL);
    void *aligned = aligned_alloc(64, 128), *more;
    printf("%d %d ", (int)((size_t)aligned % 64), posix_memalign(&more, 32, 10));
    free(aligned), free(more);
    size_t too_much = (size_t)-1 / 2;
    static void *volatile never;
    printf("%d\n", (never = malloc(too_much)) == NULL);
    printf("%s %d %d\n", getenv("GREETING"), getenv("NO_SUCH_THING") == NULL, setenv("NEW", "value", 1));
    printf("%s %d\n", getenv("NEW"), unsetenv("NEW"));
    for (int c = 0; c < 128; c += 9) printf("%d%d%d%d%c ", !!isalpha(c), !!isdigit(c), !!isspace(c), !!ispunct(c), isprint(c) ? toupper(c) : '?');
    printf("\n");
    time_t when = 1000000000;
    struct tm *utc = gmtime(&when), made = {.tm_year = 101, .tm_mon = 8, .tm_mday = 9, .tm_hour = 1, .tm_min = 46, .tm_sec = 40};
    strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %j", utc);
    printf("%s %d %ld %s", b, utc->tm_wday, (long)mktime(&made), asctime(utc));
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%d %d %g\n", (end.tv_sec - begin.tv_sec) * 1000000000L + end.tv_nsec - begin.tv_nsec >= 1000000, time(NULL) > when && clock() >= 0, difftime(5, 3));
    signal(SIGUSR1, handler);
    raise(SIGUSR1), raise(SIGUSR1);
    struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO}, old;
    sigaction(SIGUSR2, &action, &old);
    kill(getpid(), SIGUSR2);
    signal(SIGUSR1, SIG_IGN), raise(SIGUSR1);
    printf("%d %d %d\n", (int)signals, signals == 2 * SIGUSR1 + 100 * SIGUSR2, old.sa_handler == SIG_DFL);
    div_t quotient = div(-17, 5);
    printf("%d %d %ld %d\n", quotient.quot, quotient.rem, labs(-5L), rand() != rand());
    assert(quotient.rem == -2);
    fflush(stdout);
    raise(SIGTERM);
}
