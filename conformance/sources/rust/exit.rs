struct Never;
impl Drop for Never {
    fn drop(&mut self) {
        println!("never dropped");
    }
}

fn main() {
    let _never = Never;
    print!("{:?} {:?} ", std::env::args().len(), std::env::var("GREETING"));
    println!("{:?}", std::env::var("NO_SUCH_THING"));
    eprintln!("to the other output");
    print!("without a newline");
    std::process::exit(if std::env::vars().any(|(k, _)| k == "TZ") { 42 } else { 1 });
}
