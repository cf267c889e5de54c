fn main() {
    println!("before");
    if std::env::args().count() < 5 {
        std::process::abort();
    }
    println!("after");
}
