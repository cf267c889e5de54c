#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

thread_local int mine = 1;
struct AtEnd { ~AtEnd() { printf("thread ends\n"); } };

int main() {
    std::mutex lock;
    std::condition_variable ready;
    std::vector<int> queue;
    std::atomic<int> total{0};
    std::thread consumer([&] {
        thread_local AtEnd at_end;
        (void)&at_end;
        for (int left = 10; left > 0;) {
            std::unique_lock held(lock);
            ready.wait(held, [&] { return !queue.empty(); });
            for (int n : queue) total += n, left--;
            queue.clear();
        }
    });
    for (int i = 0; i < 10; i++) {
        { std::lock_guard held(lock); queue.push_back(i); }
        ready.notify_one();
    }
    consumer.join();
    printf("%d\n", total.load());
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) threads.emplace_back([&total](int n) { for (int k = 0; k < 50; k++) total.fetch_add(n, std::memory_order_relaxed); mine += n; }, i);
    for (auto &t : threads) t.join();
    printf("%d %d\n", total.load(), mine);
    auto later = std::async(std::launch::async, [](int n) { return n * n; }, 12);
    auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("from a thread"); });
    auto lazy = std::async(std::launch::deferred, [] { return ++mine; });
    printf("%d %d\n", later.get(), lazy.get());
    try { failing.get(); } catch (const std::exception &e) { printf("%s\n", e.what()); }
    std::promise<std::vector<int>> promise;
    auto future = promise.get_future();
    std::thread setter([p = std::move(promise)]() mutable { p.set_value({1, 2, 3}); });
    printf("%zu\n", future.get().size());
    setter.join();
    std::once_flag once;
    std::shared_mutex shared;
    int calls = 0, guarded = 0;
    auto work = [&] { std::call_once(once, [&] { calls++; }); std::unique_lock held(shared); guarded++; };
    std::thread a(work), b(work);
    a.join(), b.join();
    std::shared_lock reading(shared);
    printf("%d %d\n", calls, guarded);
}
