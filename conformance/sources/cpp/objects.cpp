// Virtual and multiple inheritance, casts, member pointers, guards of local statics, initialization order, new and delete.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>

struct Animal {
    int legs;
    explicit Animal(int legs) : legs(legs) {}
    virtual ~Animal() { printf("~Animal "); }
    virtual void speak() const = 0;
    virtual Animal *clone() const = 0;
};
struct Swimmer { virtual void swim() const { printf("splash "); } virtual ~Swimmer() { printf("~Swimmer "); } double depth = 1.5; };
struct Dog : Animal {
    Dog() : Animal(4) {}
    void speak() const override { printf("woof%d ", legs); }
    Dog *clone() const override { return new Dog(*this); }
    ~Dog() override { printf("~Dog "); }
};
struct Newfoundland final : Dog, Swimmer {
    void speak() const override { printf("WOOF "); Dog::speak(); }
    void swim() const override { printf("deep %.1f legs %d ", depth, legs); }
    Newfoundland *clone() const override { return new Newfoundland(*this); }
};
struct Device { int id; Device(int id) : id(id) { printf("Device(%d) ", id); } virtual int code() const { return id; } virtual ~Device() {} };
struct Input : virtual Device { Input() : Device(1) { printf("Input:%d ", code()); } int code() const override { return id * 10; } };
struct Output : virtual Device { Output() : Device(2) { printf("Output:%d ", code()); } };
struct Terminal : Input, Output { Terminal() : Device(3) { printf("Terminal:%d ", code()); } int code() const override { return id * 100 + Input::code(); } };

int counter = 0;
struct Counted {
    int n = ++counter;
    char padding[20];
    static void *operator new(size_t size) { printf("new %d ", size == sizeof(Counted)); return malloc(size); }
    static void operator delete(void *p) { printf("delete "); free(p); }
    Counted() = default;
    Counted(Counted &&other) : n(std::exchange(other.n, -1)) {}
    ~Counted() { if (n >= 0) counter--; }
};
Counted &local() {
    static Counted once;
    return once;
}
struct Before { Before(const char *s) { printf("init %s ", s); } ~Before() { printf("fini\n"); } } before("global");
thread_local struct Local { int n; Local() : n(5) { printf("thread local "); } } here;

union Number { float f; unsigned u; };
struct Bits { unsigned a : 3; int b : 5; unsigned long long c : 40; bool d : 1; };
template <typename T, int N> struct Stack {
    T items[N];
    int size = 0;
    template <typename... Args> void push(Args &&...args) { ((items[size++] = std::forward<Args>(args)), ...); }
    T pop() { return items[--size]; }
};
template <typename T> constexpr T power(T base, int n) { return n == 0 ? T(1) : base * power(base, n - 1); }

int main() {
    printf("\n");
    Animal *animals[] = {new Dog, new Newfoundland};
    for (Animal *a : animals) {
        a->speak();
        Animal *copy = a->clone();
        if (auto *s = dynamic_cast<Swimmer *>(copy)) { s->swim(); printf("%d %d ", (void *)s != (void *)copy, dynamic_cast<void *>(s) == copy); }
        printf("%d %s ", dynamic_cast<Newfoundland *>(copy) != nullptr, typeid(*copy).name());
        delete copy;
        delete a;
        printf("\n");
    }
    Terminal terminal;
    Device &device = terminal;
    Output *output = &terminal;
    printf("%d %d %d %d\n", device.code(), dynamic_cast<Input &>(*output).code(), static_cast<Terminal *>(output)->id, dynamic_cast<Dog *>(&device) == nullptr);
    int (Device::*method)() const = &Device::code;
    int Device::*field = &Device::id;
    device.*field = 7;
    printf("%d %d %zu\n", (terminal.*method)(), output->id, sizeof(method));
    delete new Counted;
    local(), local();
    std::unique_ptr<Counted> unique(new Counted), moved = std::move(unique);
    std::shared_ptr<int> shared(new int(5), [](int *p) { printf("gone %d ", *p); delete p; });
    std::weak_ptr<int> weak = shared;
    auto again = shared;
    printf("%d %d %ld %d ", counter, !unique, shared.use_count(), *weak.lock());
    shared.reset(), again.reset();
    Counted *array = ::new Counted[3];
    Counted stolen = std::move(array[1]);
    ::delete[] array;
    printf("%d %d %d\n", weak.expired(), counter, stolen.n);
    alignas(64) char buffer[128];
    Dog *placed = new (buffer) Dog;
    placed->speak(), placed->~Dog();
    auto *aligned = new (std::align_val_t(64)) char[10];
    printf("%d %d\n", (int)((size_t)aligned % 64), new (std::nothrow) char[10] != nullptr);
    operator delete[](aligned, std::align_val_t(64));
    Number number{1.5f};
    Bits bits{5, -3, 0xffffffffffULL, true};
    memcpy(&number.u, &number.f, 4);
    bits.a += 6, bits.b *= 4, bits.c++;
    printf("%x %u %d %llu %d %zu\n", number.u, bits.a, bits.b, (unsigned long long)bits.c, bits.d, sizeof(Bits));
    Stack<int, 8> stack;
    stack.push(1, 2, 3);
    printf("%d %d %ld %g\n", stack.pop(), stack.pop(), power(3L, 20), power(0.5, 3));
    int total = 0;
    auto add = [&total, n = 2](auto... xs) mutable { ((total += xs * n), ...); return ++n; };
    printf("%d %d %d %d\n", add(1, 2), add(1.5), total, here.n);
    std::atexit([] { printf("atexit "); });
    return counter;
}
