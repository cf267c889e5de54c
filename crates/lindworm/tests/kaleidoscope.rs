//! The example compiler: what it makes is valid, reads as it prints, and runs.

#[path = "../examples/kaleidoscope/codegen.rs"]
mod codegen;
#[path = "../examples/kaleidoscope/parser.rs"]
mod parser;

use lindworm::interp::{Machine, Options, Value};
use lindworm::{Context, Module, ReadOptions, read, to_bytes, verify};

const PROGRAM: &str = "
# Operators of one's own.
def binary : 1 (x y) y;
def unary ! (v) if v then 0 else 1;
def unary - (v) 0 - v;
def binary > 10 (lhs rhs) rhs < lhs;
def binary | 5 (lhs rhs) if lhs then 1 else if rhs then 1 else 0;

def fib(n) if n < 3 then 1 else fib(n - 1) + fib(n - 2);

def iterated(n)
  var a = 1, b = 1, c in
    (for i = 3, i < n in
      c = a + b :
      a = b :
      b = c) :
    b;

def shadowed(x) (var x = x + 1 in x * 10) + x;

extern larger(a b);
def both(a b) larger(a, b) | !larger(b, a);
def larger(a b) a > b;

fib(10) - iterated(10);
-iterated(20);
shadowed(4) + both(1, 2);
";

fn compile(source: &str) -> Result<(Module, Vec<String>), String> {
    codegen::compile("test.ks", &parser::parse(source)?)
}

#[test]
fn programs_are_valid_and_run() {
    let (module, expressions) = compile(PROGRAM).unwrap();
    let findings: Vec<_> =
        verify(&module).findings.iter().map(|f| String::from_utf8_lossy(&f.message).into_owned()).collect();
    assert_eq!(findings, [""; 0]);
    let mut machine = Machine::new(vec![module], Options::default()).unwrap();
    let mut call = |name: &str, args: &[f64]| {
        let args: Vec<_> = args.iter().map(|&arg| arg.into()).collect();
        match machine.call(name, &args).unwrap() {
            Some(Value::Float(number)) => number.to_f64().unwrap(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(call("fib", &[15.0]), 610.0);
    let values: Vec<_> = expressions.iter().map(|name| call(name, &[])).collect();
    assert_eq!(values, [0.0, -6765.0, 54.0]);
}

#[test]
fn what_is_printed_reads_as_it_was() {
    let text = to_bytes(&compile(PROGRAM).unwrap().0);
    let again = read(&Context::new(), "test.ks", &text, &ReadOptions::default()).unwrap().module;
    assert_eq!(String::from_utf8_lossy(&to_bytes(&again)), String::from_utf8_lossy(&text));
    let text = String::from_utf8_lossy(&text);
    for part in [
        "#dbg_declare(ptr %n1, ",
        "!DILocalVariable(name: \"n\", arg: 1",
        "!DISubprogram(name: \"fib\"",
        "%iftmp = phi double",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn mistakes_are_reported_with_their_place() {
    for (source, message) in [
        ("def f(x) x +;", "1:13: expected an expression"),
        ("def f(x) y;", "1:10: there is no variable 'y'"),
        ("f(1);", "1:1: there is no function 'f'"),
        ("extern f(a);\nf(1, 2);", "2:1: 'f' takes 1 arguments"),
        ("def f() 1; def f() 2;", "1:16: the function is defined twice"),
        ("1 = 2;", "1:3: only a variable can be assigned to"),
    ] {
        assert_eq!(compile(source).map(|_| ()), Err(message.into()));
    }
}
