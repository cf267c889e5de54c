// C11 atomics with every ordering, fences, compare and exchange, a spin lock, message passing, wide and small ones.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int counter, ready, turns[2], turn;
static atomic_flag spin = ATOMIC_FLAG_INIT;
static _Atomic(int *) published;
static int payload, guarded, plain;
static _Atomic double real = 1.5;
static _Atomic uint8_t small;
static atomic_bool flag;
static struct Node { struct Node *next; int value; } nodes[60];
static _Atomic(struct Node *) stack;

static void *count(void *argument) {
    for (int i = 0; i < 100; i++) {
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
        while (atomic_flag_test_and_set_explicit(&spin, memory_order_acquire)) sched_yield();
        guarded++;
        atomic_flag_clear_explicit(&spin, memory_order_release);
        double old = atomic_load(&real);
        while (!atomic_compare_exchange_weak(&real, &old, old + 0.25)) ;
        small += 3;
    }
    return NULL;
}
static void *publish(void *argument) {
    payload = 42;
    atomic_store_explicit(&published, &payload, memory_order_release);
    plain = 7;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}
static void *receive(void *argument) {
    int *p;
    while (!(p = atomic_load_explicit(&published, memory_order_acquire))) sched_yield();
    long sum = *p;
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) sched_yield();
    atomic_thread_fence(memory_order_acquire);
    return (void *)(sum + plain);
}
static void *push(void *argument) {
    for (int i = 0; i < 20; i++) {
        struct Node *n = &nodes[(long)argument * 20 + i];
        n->value = i;
        n->next = atomic_load_explicit(&stack, memory_order_relaxed);
        while (!atomic_compare_exchange_weak_explicit(&stack, &n->next, n, memory_order_release, memory_order_relaxed)) ;
    }
    return NULL;
}
// Peterson's lock needs sequential consistency.
static void *peterson(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < 50; i++) {
        atomic_store(&turns[me], 1);
        atomic_store(&turn, 1 - me);
        while (atomic_load(&turns[1 - me]) && atomic_load(&turn) == 1 - me) sched_yield();
        plain++;
        atomic_store(&turns[me], 0);
    }
    return NULL;
}
static void together(void *(*a)(void *), void *(*b)(void *), long *result) {
    pthread_t x, y;
    pthread_create(&x, NULL, a, (void *)0), pthread_create(&y, NULL, b, (void *)1);
    pthread_join(x, NULL), pthread_join(y, (void **)result);
}

int main(void) {
    long result;
    together(count, count, &result);
    printf("%d %d %g %d\n", counter, guarded, real, small);
    together(publish, receive, &result);
    printf("%ld\n", result);
    together(push, push, &result);
    int length = 0, sum = 0;
    for (struct Node *n = stack; n; n = n->next) length++, sum += n->value;
    printf("%d %d\n", length, sum);
    plain = 0;
    together(peterson, peterson, &result);
    printf("%d\n", plain);
    atomic_int a = 10;
    int expected = 11, old[6] = {atomic_exchange_explicit(&a, 12, memory_order_acq_rel), atomic_fetch_sub(&a, 2), atomic_fetch_or(&a, 5), atomic_fetch_xor(&a, 3), atomic_fetch_and(&a, 6), a};
    bool swapped = atomic_compare_exchange_strong_explicit(&a, &expected, 1, memory_order_seq_cst, memory_order_acquire);
    printf("%d %d %d %d %d %d %d %d\n", old[0], old[1], old[2], old[3], old[4], old[5], swapped, expected);
    printf("%d %d %d\n", __atomic_fetch_nand(&expected, 3, __ATOMIC_RELAXED), __atomic_fetch_max(&expected, 100, __ATOMIC_SEQ_CST), __atomic_fetch_min(&expected, 9, __ATOMIC_ACQUIRE));
    printf("%d %d %d %d\n", expected, atomic_exchange(&flag, true), flag, (int)atomic_is_lock_free(&a));
    _Atomic long wide = 1l << 40;
    atomic_fetch_add(&wide, -1);
    atomic_signal_fence(memory_order_seq_cst);
    printf("%ld %d\n", wide, __sync_bool_compare_and_swap(&plain, 100, 3));
    __sync_synchronize();
}
