// Calculates in reverse Polish notation: `calc 3 4 + 2 x` prints 14. It believes that its arguments make sense.
//
// calc.ll is what LLVM 22 makes of it, read and printed once more:
//   clang-22 -O1 -g -fno-ident -fdebug-compilation-dir=. -S -emit-llvm -o - examples/calc.c | opt-22 -S

int printf(const char *format, ...);
int atoi(const char *digits);

struct stack {
    int depth;
    int items[8];
};

static void push(struct stack *stack, int value) {
    stack->items[stack->depth++] = value;
}

static int pop(struct stack *stack) {
    return stack->items[--stack->depth];
}

static void calculate(struct stack *stack, char operator) {
    int b = pop(stack);
    int a = pop(stack);
    switch (operator) {
    case '+':
        return push(stack, a + b);
    case '-':
        return push(stack, a - b);
    case 'x':
        return push(stack, a * b);
    case '/':
        return push(stack, a / b);
    }
}

static int is_number(const char *word) {
    return (word[0] >= '0' && word[0] <= '9') || (word[0] == '-' && word[1]);
}

int main(int argc, char **argv) {
    struct stack stack;
    stack.depth = 0;
    for (int i = 1; i < argc; i++) {
        if (is_number(argv[i]))
            push(&stack, atoi(argv[i]));
        else
            calculate(&stack, *argv[i]);
    }
    printf("%d\n", pop(&stack));
    return 0;
}
