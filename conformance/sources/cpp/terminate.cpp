// An exception out of a noexcept function calls the handler for it.
#include <cstdio>
#include <cstdlib>
#include <exception>

struct Loud { ~Loud() { printf("destroyed\n"); } };
__attribute__((noinline)) void thrower(int argc) { if (argc < 5) throw argc; }
void promise(int argc) noexcept { thrower(argc); }

int main(int argc, char **) {
    std::set_terminate([] {
        try { std::rethrow_exception(std::current_exception()); } catch (int n) { printf("terminated by %d\n", n); }
        fflush(stdout);
        _Exit(3);
    });
    try { promise(argc); } catch (...) { printf("caught what must not be\n"); }
}
