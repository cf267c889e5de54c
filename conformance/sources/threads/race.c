// reports: data race
#include <pthread.h>
#include <stdio.h>
static int shared;
static void *add(void *argument) {
    for (int i = 0; i < 10; i++) shared++;
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL), pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    printf("%d\n", shared);
}
