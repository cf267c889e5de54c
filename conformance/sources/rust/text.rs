use std::fmt::{self, Write};
use std::str::FromStr;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Symbol(char),
}

struct Point {
    x: f32,
    y: f32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if f.alternate() { write!(f, "Point[{}; {}]", self.x, self.y) } else { f.pad(&format!("({}, {})", self.x, self.y)) }
    }
}

impl FromStr for Point {
    type Err = Box<dyn std::error::Error>;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let (x, y) = s.split_once(',').ok_or("no comma")?;
        Ok(Point { x: x.trim().parse()?, y: y.trim().parse()? })
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(&c) = rest.peek() {
        if c.is_ascii_digit() {
            let mut digits = String::new();
            while let Some(d) = rest.next_if(|d| d.is_ascii_digit() || *d == '.') {
                digits.push(d);
            }
            found.push(Token::Number(digits.parse().unwrap()));
        } else {
            rest.next();
            if !c.is_whitespace() {
                found.push(Token::Symbol(c));
            }
        }
    }
    found
}

fn sum(tokens: &mut &[Token]) -> f64 {
    let mut value = product(tokens);
    while let [Token::Symbol(c @ ('+' | '-')), rest @ ..] = *tokens {
        *tokens = rest;
        let right = product(tokens);
        value = if *c == '+' { value + right } else { value - right };
    }
    value
}

fn product(tokens: &mut &[Token]) -> f64 {
    let mut value = atom(tokens);
    while let [Token::Symbol(c @ ('*' | '/')), rest @ ..] = *tokens {
        *tokens = rest;
        let right = atom(tokens);
        value = if *c == '*' { value * right } else { value / right };
    }
    value
}

fn atom(tokens: &mut &[Token]) -> f64 {
    let (first, rest) = tokens.split_first().expect("an atom");
    *tokens = rest;
    match first {
        Token::Number(n) => *n,
        Token::Symbol('-') => -atom(tokens),
        Token::Symbol(_) => {
            let value = sum(tokens);
            *tokens = &tokens[1..];
            value
        }
    }
}

fn main() {
    println!("{:?}", tokens("1+ (2.5*x)"));
    println!("{}", sum(&mut tokens("2 * (3 + 4) - 10 / 4 + -1").as_slice()));
    println!("[{:>8}] [{:<8}] [{:^8}] [{:*^9}] [{:+}] [{:08.3}] [{:e}] [{:#010b}] [{:#x}] [{:X}] [{:o}]", "ab", 12, 'c', "mid", 5, -3.14159, 1234.5, 5, 255, 48879, 8);
    let (width, precision) = (10, 2);
    println!("[{:width$.precision$}] [{:>1$}] [{:.*}] [{0:?}] {named}", 2.718281828, 7, 3, 1.0, named = "yes");
    println!("{} {:>12}| {:#}", Point { x: 1.5, y: -2.0 }, Point { x: 0.0, y: 1e10 }, Point { x: f32::NAN, y: f32::INFINITY });
    for s in ["1,2", " 3.5 , -4e2 ", "5", "x,1", "1,"] {
        match s.parse::<Point>() {
            Ok(p) => println!("{s:?} -> {p}"),
            Err(e) => println!("{s:?} -> error: {e}"),
        }
    }
    for f in [0.1, 1.0 / 3.0, 1e21, 1e-7, 123456789.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, -0.0, 0.1 + 0.2] {
        print!("{f} {f:?} {f:e} {f:.3} ");
    }
    println!();
    println!("{:?} {:?} {:?} {:?}", "12".parse::<u8>(), "256".parse::<u8>(), "-1".parse::<u32>(), "".parse::<i64>());
    println!("{:?} {:?} {:?} {:?}", "1e3".parse::<f64>(), "inf".parse::<f32>(), "0x1".parse::<f64>().is_err(), i64::from_str_radix("-7f", 16));
    let text = "Grüße, Jürgen! ¿Qué tal? 日本語 😀";
    println!("{} {} {} {}", text.len(), text.chars().count(), text.to_uppercase(), text.chars().rev().collect::<String>());
    println!("{:?} {:?} {:?}", text.find("日本"), text.char_indices().nth(3), text.is_char_boundary(3));
    println!("{:?}", text.bytes().filter(|b| !b.is_ascii()).map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(""));
    println!("{:?} {:?}", "a,b,,c".split(',').collect::<Vec<_>>(), "  lots   of space ".split_whitespace().rev().collect::<Vec<_>>());
    println!("{} {} {:?}", "abcabc".replace("bc", "X"), "ab".repeat(3), "key=a=b".splitn(2, '=').collect::<Vec<_>>());
    println!("{:?} {:?} {:?}", "tab\t\"quote\" \u{1} \u{301}", 'é', "line\r\nbreak\n".lines().collect::<Vec<_>>());
    println!("{:?} {:?}", String::from_utf8(vec![0xff, 0x41]).is_err(), String::from_utf8_lossy(b"ok \xf0\x9f bad"));
    let mut out = String::new();
    for i in 0..5 {
        write!(out, "{i}:{:?};", char::from_u32(0x41 + i)).unwrap();
    }
    out.insert_str(2, "<>");
    out.truncate(20);
    println!("{out} {:?} {}", out.pop(), out.trim_end_matches(';'));
    println!("{:?} {:?}", "apple".cmp("banana"), ["b", "a", "C"].iter().map(|s| s.to_lowercase()).max());
}
