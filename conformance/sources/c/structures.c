// Structures by value, unions, flexible members, packed and aligned ones, linked lists, hash tables, initializers, qualifiers.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Point { int x, y; };
struct Rect { struct Point a, b; };
struct Mixed { float f; int i; };
struct Doubles { double a, b; };
struct Big { char bytes[100]; };
struct __attribute__((packed)) Packed { char c; int i; short s; double d; };
struct Flexible { int n; int items[]; };
union Any { int i; float f; unsigned char bytes[8]; struct { short low, high; }; };
struct Aligned { alignas(32) int x; };
static struct Point move(struct Point p, int dx, int dy) { return (struct Point){p.x + dx, p.y + dy}; }
static struct Rect grow(struct Rect r, int by) { return (struct Rect){move(r.a, -by, -by), move(r.b, by, by)}; }
static struct Mixed mix(struct Mixed m, struct Doubles d) { m.f += d.a, m.i += d.b; return m; }
static struct Big fill(struct Big b, int c) { memset(b.bytes, c, sizeof b.bytes - 1); b.bytes[99] = 0; return b; }
static struct Doubles many(int a, struct Big b, double d, struct Point p, long l, struct Mixed m, struct Doubles e) { return (struct Doubles){a + b.bytes[3] + d + p.x + l, m.f + m.i + e.b + p.y}; }

struct Entry { struct Entry *next; unsigned hash; int value; char key[]; };
struct Table { struct Entry **slots; unsigned capacity, count; };
static unsigned hash(const char *s) { unsigned h = 2166136261u; while (*s) h = (h ^ (unsigned char)*s++) * 16777619u; return h; }
static int *lookup(struct Table *t, const char *key) {
    if (t->count >= t->capacity) {
        unsigned capacity = t->capacity ? t->capacity * 2 : 4;
        struct Entry **slots = calloc(capacity, sizeof *slots);
        for (unsigned i = 0; i < t->capacity; i++)
            for (struct Entry *e = t->slots[i], *next; e; e = next) next = e->next, e->next = slots[e->hash % capacity], slots[e->hash % capacity] = e;
        free(t->slots);
        t->slots = slots, t->capacity = capacity;
    }
    unsigned h = hash(key);
    for (struct Entry *e = t->slots[h % t->capacity]; e; e = e->next) if (e->hash == h && !strcmp(e->key, key)) return &e->value;
    struct Entry *e = malloc(sizeof *e + strlen(key) + 1);
    *e = (struct Entry){t->slots[h % t->capacity], h, 0};
    strcpy(e->key, key);
    t->slots[h % t->capacity] = e, t->count++;
    return &e->value;
}
static const struct { const char *name; int (*function)(int); } table[] = {{"abs", abs}, {"nothing", NULL}};
static int counter(void) { static int n = 10; return n++; }
static struct Node { struct Node *left, *right; int value; } *root;
static void insert(struct Node **at, int value) { while (*at) at = value < (*at)->value ? &(*at)->left : &(*at)->right; *at = calloc(1, sizeof **at); (*at)->value = value; }
static int walk(struct Node *n, int depth) {
    if (!n) return depth;
    int left = walk(n->left, depth + 1);
    printf("%d ", n->value);
    int right = walk(n->right, depth + 1);
    free(n);
    return left > right ? left : right;
}

int main(void) {
    struct Rect r = grow((struct Rect){{0, 0}, {10, 5}}, 2);
    struct Mixed m = mix((struct Mixed){1.5, 2}, (struct Doubles){2.25, 3});
    struct Big b = fill((struct Big){0}, 'q');
    struct Doubles d = many(1, b, 2.5, (struct Point){3, 4}, 5, m, (struct Doubles){6, 7});
    printf("%d %d %g %d %zu %g %g\n", r.a.x, r.b.y, m.f, m.i, strlen(b.bytes), d.a, d.b);
    struct Packed p = {1, 2, 3, 4.5};
    int *inside = &p.i;
    memcpy(&r.a.x, inside, sizeof(int));
    printf("%zu %zu %d %g %zu %zu\n", sizeof p, offsetof(struct Packed, d), r.a.x, p.d, sizeof(struct Aligned), alignof(struct Aligned));
    union Any any = {.f = 1.0f};
    any.high ^= 1;
    printf("%x %d %d %g\n", any.i, any.bytes[3], any.low, any.f);
    struct Flexible *flexible = malloc(sizeof *flexible + 5 * sizeof(int));
    flexible->n = 5;
    for (int i = 0; i < 5; i++) flexible->items[i] = i * i;
    struct Aligned *aligned = aligned_alloc(32, sizeof *aligned), on_stack = {3};
    *aligned = on_stack;
    printf("%d %d %d\n", flexible->items[4], aligned->x, (int)((uintptr_t)&on_stack % 32));
    free(flexible), free(aligned);
    struct Table t = {0};
    char key[20];
    for (int i = 0; i < 500; i++) snprintf(key, sizeof key, "key%d", i % 90), *lookup(&t, key) += i;
    printf("%u %u %d %d\n", t.count, t.capacity, *lookup(&t, "key7"), *lookup(&t, "none"));
    for (unsigned i = 0; i < t.capacity; i++) for (struct Entry *e = t.slots[i], *next; e; e = next) next = e->next, free(e);
    free(t.slots);
    for (int i = 0; i < 15; i++) insert(&root, i * 7 % 15);
    printf("depth %d\n", walk(root, 0));
    int grid[3][4] = {[1] = {[2] = 5}, {1, 2, 3, 4}}, (*row)[4] = grid + 1;
    printf("%d %d %d %ld %s%d\n", grid[2][3], (*row)[2], row[1][0], &grid[2][0] - &grid[0][0], table[0].name, table[0].function(-3));
    printf("%d %d %d %d\n", counter(), counter(), table[1].function == NULL, (int)sizeof "text");
    char *end = (char *)&r + sizeof r;
    ptrdiff_t distance = end - (char *)&r;
    uintptr_t address = (uintptr_t)&r;
    struct Rect *back = (struct Rect *)(address ^ 0);
    const char *strings[] = {"a", "bb", "ccc", NULL};
    size_t length = 0;
    for (const char **s = strings; *s; s++) length += strlen(*s);
    printf("%td %d %zu\n", distance, back->b.x, length);
}
