#include <cstdio>
#include <stdexcept>
int main() {
    setvbuf(stdout, nullptr, _IONBF, 0);
    printf("before\n");
    throw std::runtime_error("nobody catches this");
}
