// Counts how often each word of the standard input occurs, and prints the words in order.
//
// wordcount.ll is what LLVM 22 makes of it, read and printed once more:
//   clang-22 -O1 -g -fno-ident -fdebug-compilation-dir=. -S -emit-llvm -o - wordcount.c | opt-22 -S

int getchar(void);
int printf(const char *format, ...);
void *malloc(unsigned long size);
void exit(int status);

enum { LONGEST_WORD = 63 };

struct node {
    struct node *left, *right;
    unsigned long count;
    char word[LONGEST_WORD + 1];
};

static int is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int compare(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

// Puts the next word into `word`, in lower case; gives its length, 0 at the end of the input.
static unsigned next_word(char *word) {
    unsigned length = 0;
    int c;
    while ((c = getchar()) >= 0 && !is_letter(c))
        ;
    for (; c >= 0 && is_letter(c); c = getchar())
        if (length < LONGEST_WORD)
            word[length++] = (char)(c | 0x20);
    word[length] = 0;
    return length;
}

static void count(struct node **tree, const char *word) {
    while (*tree) {
        int order = compare(word, (*tree)->word);
        if (order == 0) {
            (*tree)->count++;
            return;
        }
        tree = order < 0 ? &(*tree)->left : &(*tree)->right;
    }
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->left = node->right = 0;
    node->count = 1;
    for (unsigned i = 0; (node->word[i] = word[i]); i++)
        ;
    *tree = node;
}

static void print(const struct node *tree) {
    if (!tree)
        return;
    print(tree->left);
    printf("%6lu %s\n", tree->count, tree->word);
    print(tree->right);
}

int main(void) {
    char word[LONGEST_WORD + 1];
    struct node *words = 0;
    double total = 0;
    while (next_word(word)) {
        count(&words, word);
        total += 1;
    }
    print(words);
    printf("%.0f words\n", total);
    return 0;
}
