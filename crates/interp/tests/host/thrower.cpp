// What `tests/unwinding.rs` calls: exceptions that native code throws, and what becomes of them there.
#include <exception>
#include <stdexcept>

namespace {
// The tests run side by side, each in a thread of its own.
thread_local int alive = 0;

struct Counted : std::runtime_error {
    Counted() : std::runtime_error("counted") { alive++; }
    Counted(const Counted &other) : std::runtime_error(other) { alive++; }
    ~Counted() override { alive--; }
};

thread_local std::exception_ptr kept;
}

extern "C" {
void throw_int(int value) { throw value; }
void throw_counted() { throw Counted(); }
int throws_through(void (*call)()) {
    Counted counted;
    call();
    return 1;
}
void keep() { kept = std::make_exception_ptr(Counted()); }
void throw_kept() { std::rethrow_exception(kept); }
void forget() { kept = nullptr; }
int how_many_alive() { return alive; }
int how_many_uncaught() { return std::uncaught_exceptions(); }
}
