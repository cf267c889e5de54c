// Threads, mutexes of all kinds, condition variables, read-write locks, once, keys, barriers, semaphores.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_barrier_t barrier;
static sem_t semaphore;
static _Thread_local int local = 5;
static int total, queue[4], head, tail, initialized, destroyed, table[8], leaders;

static void destroy(void *value) { pthread_mutex_lock(&lock), destroyed += *(int *)value, pthread_mutex_unlock(&lock); free(value); }
static void initialize(void) { initialized++; pthread_key_create(&key, destroy); }

static void *add(void *argument) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        total += (int)(long)argument;
        pthread_mutex_unlock(&lock);
    }
    local += (int)(long)argument;
    return (void *)(long)local;
}
static void *produce(void *argument) {
    for (int i = 1; i <= 20; i++) {
        pthread_mutex_lock(&lock);
        while (tail - head == 4) pthread_cond_wait(&changed, &lock);
        queue[tail++ % 4] = i;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
static void *consume(void *argument) {
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&lock);
        while (tail == head) pthread_cond_wait(&changed, &lock);
        sum += queue[head++ % 4];
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return (void *)sum;
}
static void *various(void *argument) {
    int me = (int)(long)argument;
    pthread_once(&once, initialize);
    int *mine = malloc(sizeof(int));
    *mine = me + 1;
    pthread_setspecific(key, mine);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_mutex_lock(&lock), leaders++, pthread_mutex_unlock(&lock);
    pthread_rwlock_wrlock(&shared);
    table[me] = *(int *)pthread_getspecific(key) * 10;
    pthread_rwlock_unlock(&shared);
    pthread_barrier_wait(&barrier);
    pthread_rwlock_rdlock(&shared);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += table[i];
    pthread_rwlock_unlock(&shared);
    sem_post(&semaphore);
    pthread_exit((void *)(long)sum);
}
static int standard(void *argument) { thrd_yield(); return *(int *)argument * 2; }
static void cleanup(void *text) { printf("%s ", (char *)text); }
static void *cleaned(void *argument) {
    pthread_cleanup_push(cleanup, "cleaned");
    pthread_exit("left");
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    void *result;
    long sum = 0;
    for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, add, (void *)i);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], &result), sum += (long)result;
    printf("%d %ld %d\n", total, sum, local);
    pthread_create(&threads[0], NULL, produce, NULL);
    for (int i = 1; i < 3; i++) pthread_create(&threads[i], NULL, consume, NULL);
    sum = 0;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], &result), sum += (long)result;
    printf("%ld\n", sum);
    pthread_barrier_init(&barrier, NULL, 3), sem_init(&semaphore, 0, 0);
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, various, (void *)i);
    for (int i = 0; i < 3; i++) sem_wait(&semaphore);
    sum = 0;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], &result), sum += (long)result;
    printf("%ld %d %d %d %d\n", sum, initialized, destroyed, leaders, sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    pthread_mutexattr_t attributes;
    pthread_mutex_t recursive, checking;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE), pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK), pthread_mutex_init(&checking, &attributes);
    printf("%d %d %d ", pthread_mutex_lock(&recursive), pthread_mutex_lock(&recursive), pthread_mutex_unlock(&recursive) + pthread_mutex_unlock(&recursive));
    pthread_mutex_lock(&checking);
    printf("%d %d %d\n", pthread_mutex_lock(&checking) == EDEADLK, pthread_mutex_trylock(&checking) == EBUSY, pthread_mutex_unlock(&checking) + (pthread_mutex_unlock(&checking) == EPERM));
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    if ((until.tv_nsec += 2000000) >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
    pthread_mutex_lock(&lock);
    printf("%d\n", pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    thrd_t other;
    int argument = 21, doubled;
    thrd_create(&other, standard, &argument), thrd_join(other, &doubled);
    pthread_attr_t attr;
    pthread_attr_init(&attr), pthread_attr_setstacksize(&attr, 1 << 20);
    pthread_create(&threads[0], &attr, cleaned, NULL), pthread_join(threads[0], &result);
    pthread_attr_destroy(&attr);
    printf("%d %s %d\n", doubled, (char *)result, pthread_equal(pthread_self(), pthread_self()) != 0);
}
