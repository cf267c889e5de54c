// Thrown by value, by base, by pointer; rethrown; destructors on the way; function try blocks; nested; exception_ptr.
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Loud {
    const char *name;
    Loud(const char *name) : name(name) { printf("+%s ", name); }
    Loud(const Loud &other) : name(other.name) { printf("copy %s ", name); }
    ~Loud() { printf("-%s ", name); }
};

struct Base { virtual const char *what() const { return "base"; } virtual ~Base() {} };
struct Left : virtual Base { const char *what() const override { return "left"; } int x = 1; };
struct Right : virtual Base { const char *what() const override { return "right"; } int y = 2; };
struct Both : Left, Right { const char *what() const override { return "both"; } };
struct Private : private Base {};

class Failure : public std::runtime_error {
    int code_;
public:
    Failure(const std::string &text, int code) : runtime_error(text + "!"), code_(code) {}
    int code() const { return code_; }
};

__attribute__((noinline)) void raise(int kind) {
    Loud here("raise");
    static Left left;
    switch (kind) {
    case 0: throw 42;
    case 1: throw "text";
    case 2: throw Both();
    case 3: throw &left;
    case 4: throw Failure("failed", 7);
    case 5: throw std::string("a string");
    case 6: throw Private();
    case 7: std::vector<int>().at(3);
    case 8: throw nullptr;
    case 9: dynamic_cast<Both &>(static_cast<Base &>(left));
    case 10: throw std::bad_alloc();
    case 11: { enum Color { Red = 5 }; throw Red; }
    case 12: throw 2.5;
    }
}

__attribute__((noinline)) void middle(int kind) {
    Loud here("middle");
    try {
        raise(kind);
    } catch (double d) {
        printf("[middle %g] ", d);
        throw static_cast<int>(d);
    } catch (const std::string &) {
        printf("[again] ");
        throw;
    }
}

void dispatch(int kind) {
    try {
        middle(kind);
        printf("nothing");
    } catch (int n) {
        printf("int %d", n);
    } catch (const char *s) {
        printf("chars %s", s ? s : "of a null pointer");
    } catch (Right &r) {
        printf("right %s %d", r.what(), r.y);
    } catch (const Base *b) {
        printf("pointer %s", b->what());
    } catch (const Failure &f) {
        printf("failure %s %d", f.what(), f.code());
    } catch (const std::logic_error &e) {
        printf("logic");
    } catch (std::bad_cast &) {
        printf("bad cast");
    } catch (const std::exception &e) {
        printf("exception %s", typeid(e) == typeid(std::bad_alloc) ? "bad_alloc" : "?");
    } catch (Base &) {
        printf("base, which cannot be");
    } catch (std::string s) {
        printf("string %s", s.c_str());
    } catch (...) {
        printf("something");
    }
    printf("\n");
}

struct Member {
    Loud first{"first"};
    Loud second;
    Member(bool fail) try : second("second") {
        if (fail) throw 1;
        printf("made ");
    } catch (int) {
        printf("[in the constructor] ");
    }
};

struct Cleans {
    ~Cleans() {
        printf("%d ", std::uncaught_exceptions());
        try { throw 3; } catch (int n) { printf("[%d inside] ", n); }
    }
};

std::exception_ptr keep() {
    try {
        throw Failure("kept", 9);
    } catch (...) {
        return std::current_exception();
    }
}

int nested(int depth) {
    if (depth == 0) throw std::out_of_range("bottom");
    try {
        return nested(depth - 1) + 1;
    } catch (const std::exception &e) {
        if (depth % 2) std::throw_with_nested(Failure("level " + std::to_string(depth), depth));
        throw;
    }
}

void unwrap(const std::exception &e) {
    printf("%s;", e.what());
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        unwrap(inner);
    }
}

int main() {
    for (int kind = 0; kind <= 13; kind++) dispatch(kind);
    try { Member ok(false); printf("| "); Member bad(true); } catch (int n) { printf("member %d\n", n); }
    try { Cleans cleans; throw 1L; } catch (long n) { printf("long %ld %d\n", n, std::uncaught_exceptions()); }
    std::exception_ptr kept = keep();
    for (int i = 0; i < 2; i++)
        try { std::rethrow_exception(kept); } catch (Failure &f) { printf("%s %d ", f.what(), f.code()); }
    kept = nullptr;
    printf("%d\n", std::current_exception() == nullptr);
    try { nested(4); } catch (const std::exception &e) { unwrap(e); }
    printf("\n");
    try {
        try { throw Loud("thrown"); } catch (Loud &l) { l.name = "changed"; throw; }
    } catch (Loud l) { printf("caught %s\n", l.name); }
    try { Loud array[3] = {"a", "b", "c"}; throw 5; } catch (...) { printf("array\n"); }
    try { new Member(true); } catch (int) { printf("new\n"); }
    try { operator new(static_cast<size_t>(-1) / 2); } catch (std::bad_alloc &) { printf("too much\n"); }
    int total = 0;
    for (int i = 0; i < 500; i++)
        try { if (i % 3) throw i; total += 1000; } catch (int n) { total += n; if (n % 2) continue; }
    printf("%d\n", total);
    void (*leave)(int) = [](int n) { throw n; };
    try { leave(77); } catch (int n) { printf("%d\n", n); return n; }
}
