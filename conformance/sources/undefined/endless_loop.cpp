// reports: endless loop without side effects
struct Queue {
    int size = 0;
    bool stopped = false;
};

int main() {
    Queue queue;
    while (!queue.stopped) {
        if (queue.size > 0) queue.size--;
    }
    return queue.size;
}
