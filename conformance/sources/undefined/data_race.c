// reports: data race on global `counter`
#include <pthread.h>
#include <stdio.h>

static int counter;

static void *work(void *unused) {
    for (int i = 0; i < 100; i++) counter++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", counter);
}
