#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct Money { long cents; };
std::ostream &operator<<(std::ostream &out, Money m) { return out << m.cents / 100 << '.' << std::setw(2) << std::setfill('0') << m.cents % 100 << std::setfill(' '); }
std::istream &operator>>(std::istream &in, Money &m) {
    double value;
    if (in >> value) m.cents = static_cast<long>(value * 100 + 0.5);
    return in;
}

int main() {
    std::cout << "int " << 42 << " hex " << std::hex << std::showbase << 255 << std::dec << " [" << std::setw(8) << std::left << 7 << "] " << std::boolalpha << true << '\n';
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 12345.678 << std::defaultfloat << ' ' << 1e100 << ' ' << Money{12345} << std::endl;
    std::istringstream in("12 3.5 word 7.25 rest of the line\nsecond");
    int i;
    double d;
    std::string word, rest, second;
    Money money;
    in >> i >> d >> word >> money;
    std::getline(in, rest);
    in >> second;
    std::cout << i << ' ' << d << ' ' << word << ' ' << money << " <" << rest << "> " << second << ' ' << in.eof() << '\n';
    int bad = 5;
    std::istringstream("x") >> bad;
    std::cout << bad << '\n';
    {
        std::ofstream file("scratch.txt");
        for (int n = 0; n < 5; n++) file << n * n << "\n";
    }
    std::ifstream file("scratch.txt");
    int total = 0;
    for (int n; file >> n;) total += n;
    std::cout << total << ' ' << file.good() << ' ' << std::ifstream("missing").is_open() << '\n';
    std::ostringstream out;
    out << std::setw(6) << "ab" << std::string(3, 'z');
    out.exceptions(std::ios::badbit);
    std::cout << out.str() << ' ' << out.tellp() << '\n';
    std::string line;
    while (std::getline(std::cin, line)) std::cout << "input " << line << '\n';
    std::cerr << "to the other output\n";
    std::wcout.flush();
    std::cout.put('x').write("yz\n", 3);
}
