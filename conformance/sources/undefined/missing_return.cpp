// reports: `llvm.trap` ends the program: clang has it for `__builtin_trap`, and in C++ where a function that returns a value ends without a `return`
static int sign(int x) {
    if (x > 0) return 1;
    if (x < 0) return -1;
}

int main() { return sign(0); }
