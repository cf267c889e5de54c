// reports: deadlock
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static void *backwards(void *argument) {
    pthread_mutex_lock(&second), pthread_barrier_wait(&both);
    pthread_mutex_lock(&first);
    printf("not reached\n");
    return NULL;
}
int main(void) {
    pthread_t other;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&other, NULL, backwards, NULL);
    pthread_mutex_lock(&first), pthread_barrier_wait(&both);
    pthread_mutex_lock(&second);
    printf("not reached\n");
}
