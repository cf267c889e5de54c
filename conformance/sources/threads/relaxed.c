// reports: data race
// What a relaxed flag publishes is not synchronized.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
static int payload;
static atomic_int ready;
static void *publish(void *argument) {
    payload = 5;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, publish, NULL);
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) sched_yield();
    printf("%d\n", payload);
    pthread_join(other, NULL);
}
