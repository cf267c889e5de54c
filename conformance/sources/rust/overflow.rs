// Arithmetic that overflows ends an unoptimized program with 101; an optimized one goes on.
fn main() {
    let n = std::env::args().count() as u8;
    println!("{:?} {:?} {}", 255u8.checked_add(n), 255u8.overflowing_add(n), 255u8.saturating_add(n));
    println!("{} {} {}", i32::MAX.wrapping_add(n.into()), (-128i8).wrapping_neg(), 1u32.wrapping_shl(33));
    let sum = (250..=255u8).fold(n, |a, b| a + b);
    println!("wrapped to {sum}");
}
