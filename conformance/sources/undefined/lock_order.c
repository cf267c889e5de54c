// reports: deadlock
// options: --seeds=200
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100}, savings = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount, to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *save(void *unused) { return transfer(&checking, &savings, 10), unused; }
static void *spend(void *unused) { return transfer(&savings, &checking, 10), unused; }

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, save, NULL);
    pthread_create(&b, NULL, spend, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
