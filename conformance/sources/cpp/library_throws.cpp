// Exceptions that the library throws, not the program.
#include <cstdio>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

struct Loud { ~Loud() { printf("- "); } };

int main() {
    try { Loud loud; std::vector<int>(3).at(5); } catch (const std::out_of_range &e) { printf("%s\n", e.what()); }
    try { Loud loud; std::string("abc").substr(9); } catch (const std::exception &) { printf("substr\n"); }
    try { Loud loud; std::stoi("x"); } catch (const std::invalid_argument &e) { printf("%s\n", e.what()); }
    try { std::stoi("99999999999"); } catch (const std::out_of_range &e) { printf("%s\n", e.what()); }
    try { std::function<void()>()(); } catch (const std::bad_function_call &) { printf("bad call\n"); }
    try { std::vector<int> v; v.reserve(static_cast<size_t>(-1)); } catch (const std::length_error &e) { printf("%s\n", e.what()); }
    try {
        std::ifstream strict;
        strict.exceptions(std::ios::failbit);
        strict.open("missing");
    } catch (const std::ios_base::failure &) { printf("failure\n"); }
}
