// The header-only part of the standard library: containers, algorithms, strings, smart pointers, variants.
#include <algorithm>
#include <any>
#include <array>
#include <bitset>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

struct Point {
    int x, y;
    auto key() const { return std::tie(x, y); }
    bool operator<(const Point &o) const { return key() < o.key(); }
};

int main() {
    std::vector<std::string> words;
    for (std::string_view rest = "the quick brown fox jumps over the lazy dog again and again"; !rest.empty();) {
        size_t space = std::min(rest.find(' '), rest.size());
        words.emplace_back(rest.substr(0, space));
        rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    std::map<std::string, int> counts;
    for (const auto &word : words) ++counts[word];
    for (const auto &[word, n] : counts) printf("%s%d ", word.c_str(), n);
    printf("%zu %s\n", counts.size(), counts.lower_bound("m")->first.c_str());
    std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
    words.erase(std::unique(words.begin(), words.end()), words.end());
    words.insert(words.begin() + 2, 3, "a rather long string which is not small");
    std::rotate(words.begin(), words.begin() + 4, words.end());
    printf("%s\n", std::accumulate(words.begin(), words.end(), std::string(), [](std::string a, const auto &b) { return std::move(a) + b[0]; }).c_str());
    std::unordered_map<int, std::vector<int>> groups;
    for (int i = 0; i < 1000; i++) groups[i * i % 17].push_back(i);
    size_t largest = 0;
    for (auto &[k, v] : groups) largest = std::max(largest, v.size());
    printf("%zu %zu %d\n", groups.size(), largest, groups.at(4).back());
    std::set<Point> points{{2, 1}, {1, 5}, {1, 2}, {2, 1}};
    for (auto &p : points) printf("(%d,%d)", p.x, p.y);
    std::multiset<int> multi{3, 1, 3, 2};
    printf(" %zu %d\n", multi.count(3), *std::next(multi.begin(), 2));
    std::deque<int> deque(5, 1);
    for (int i = 0; i < 200; i++) i % 3 ? deque.push_back(i) : deque.push_front(-i);
    printf("%d %d %d %zu\n", deque.front(), deque.back(), deque[100], deque.size());
    std::list<int> list{5, 3, 9, 1};
    list.sort(), list.splice(list.begin(), std::list<int>{7, 8}), list.remove_if([](int n) { return n == 3; });
    for (int n : list) printf("%d ", n);
    std::priority_queue<int, std::vector<int>, std::greater<>> heap;
    for (int n : {5, 1, 4}) heap.push(n);
    heap.pop();
    printf("%d\n", heap.top());
    std::variant<int, double, std::string> variant = "text";
    auto name = [](auto &&v) -> const char * {
        using T = std::decay_t<decltype(v)>;
        return std::is_same_v<T, int> ? "int" : std::is_same_v<T, double> ? "double" : "string";
    };
    printf("%s ", std::visit(name, variant));
    variant = 2.5;
    try { std::get<int>(variant); } catch (std::bad_variant_access &) { printf("bad access "); }
    std::optional<int> none, some = 4;
    std::any any = std::string("any");
    printf("%s %d %d %s %d\n", std::visit(name, variant), none.value_or(-1), *some, std::any_cast<std::string &>(any).c_str(), std::any_cast<int>(&any) == nullptr);
    std::function<int(int)> factorial = [&](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
    auto bound = std::bind(std::minus<>(), std::placeholders::_2, 10);
    printf("%d %d\n", factorial(10), bound(0, 15));
    std::array<int, 6> array{4, 2, 6, 1, 5, 3};
    std::nth_element(array.begin(), array.begin() + 3, array.end());
    std::stable_partition(array.begin(), array.end(), [](int n) { return n % 2; });
    printf("%d %d %d\n", array[3], std::reduce(array.begin(), array.end()), *std::max_element(array.begin(), array.end()));
    std::string text = "hello", permuted = "abcd";
    int permutations = 1;
    while (std::next_permutation(permuted.begin(), permuted.end())) permutations++;
    text.insert(2, "__").append(3, '!').replace(0, 1, "J").push_back('.');
    printf("%s %zu %d %d %s %ld\n", text.c_str(), text.find_last_of('l'), text.compare("Jello") < 0, permutations, std::to_string(3.25).c_str(), std::stol("-0x1f", nullptr, 16));
    std::mt19937 random(42);
    std::uniform_int_distribution<int> die(1, 6);
    unsigned first = random();
    int rolls[7] = {};
    for (int i = 0; i < 600; i++) rolls[die(random)]++;
    printf("%u %d %d\n", first, rolls[1], rolls[6]);
    std::vector<bool> bits(70);
    bits[69] = bits[3] = true;
    std::bitset<100> set(0b1011);
    set <<= 60;
    printf("%ld %zu %s\n", std::count(bits.begin(), bits.end(), true), set.count(), (set >> 58).to_string().substr(90).c_str());
    char buffer[32];
    auto [end, error] = std::to_chars(buffer, buffer + 32, 1234567, 7);
    printf("%.*s %d\n", (int)(end - buffer), buffer, error == std::errc());
    auto tuple = std::tuple_cat(std::make_tuple(1, 'c'), std::pair(2.5, "s"));
    printf("%d %c %g %s %zu\n", std::get<0>(tuple), std::get<1>(tuple), std::get<2>(tuple), std::get<3>(tuple), std::tuple_size_v<decltype(tuple)>);
    auto sum = std::make_shared<std::vector<std::unique_ptr<int>>>();
    for (int i = 0; i < 10; i++) sum->push_back(std::make_unique<int>(i));
    printf("%d %d\n", std::transform_reduce(sum->begin(), sum->end(), 0, std::plus<>(), [](auto &p) { return *p * *p; }), (int)std::chrono::minutes(std::chrono::hours(2)).count());
    std::unordered_set<std::string> names{"x", "y", "x"};
    std::vector<int> heap2{3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap2.begin(), heap2.end()), std::sort_heap(heap2.begin(), heap2.end());
    std::vector<int> merged, other{2, 2, 7};
    std::set_union(heap2.begin(), heap2.end(), other.begin(), other.end(), std::back_inserter(merged));
    printf("%zu %zu %d %d\n", names.size(), merged.size(), std::binary_search(merged.begin(), merged.end(), 7), std::gcd(84, 36));
}
