// reports: unlock of a mutex that is not locked by this thread
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void set(int to) {
    pthread_mutex_lock(&lock);
    value = to;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    set(1);
    pthread_mutex_unlock(&lock);
}
