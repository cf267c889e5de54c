fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = (result as u128 * base as u128 % modulus as u128) as u64;
        }
        base = (base as u128 * base as u128 % modulus as u128) as u64;
        exponent >>= 1;
    }
    result
}

fn main() {
    println!("{} {} {}", u128::MAX, i128::MIN, gcd(2u128.pow(100) * 3, 6u128.pow(40)));
    println!("{} {}", power(3, 1_000_000_006, 1_000_000_007), power(2, 63, u64::MAX));
    println!("{:?} {:?} {:?}", 7i32.div_euclid(-2), (-7i32).rem_euclid(3), (-7i32).checked_rem(0));
    println!("{:?} {:?} {:?}", 200u8.checked_mul(2), i64::MIN.overflowing_neg(), i16::MIN.saturating_sub(1));
    println!("{} {} {} {}", 0b1011u8.count_ones(), 1u64.leading_zeros(), 40u32.trailing_zeros(), 0x1234u16.swap_bytes());
    println!("{:x} {:x} {:b}", 0x12345678u32.rotate_left(8), 0xf0u8.reverse_bits(), 100u8.next_power_of_two());
    println!("{:?} {:?}", 1.5f64.to_bits().to_be_bytes(), u32::from_le_bytes([1, 2, 3, 4]));
    println!("{} {} {} {}", 300i32 as u8, -1i32 as u32, 3.99f64 as i32, -1.0f64 as u8);
    println!("{} {} {}", f64::NAN as i32, 1e20 as i32, u64::MAX as f32);
    for x in [0.5f64, -2.25, 1e10, 1e-3] {
        println!("{:.10} {:.10} {:.10} {:.6} {} {} {}", x.sin(), x.exp().min(1e9), x.abs().ln(), x.atan2(2.0), x.floor(), x.round(), x.trunc());
    }
    println!("{} {} {} {}", 2f64.powf(0.5), 2f32.sqrt(), 27f64.cbrt(), 3f64.hypot(4.0));
    println!("{} {} {:?}", f64::NAN.max(1.0), (0.0f64 / 0.0).is_nan(), 1.0f64.partial_cmp(&f64::NAN));
    println!("{} {} {}", 1f64.copysign(-0.0), (-1.5f64).signum(), 2.5f64.mul_add(2.0, 1.0));
    println!("{:?}", [3.5, -1.0, 2.0].iter().cloned().fold(f64::INFINITY, f64::min));
    println!("{:?}", { let mut v = vec![2.5, -1.0, f64::INFINITY, -0.0, 0.0]; v.sort_by(f64::total_cmp); v });
    let dot: f32 = (0..1000).map(|i| i as f32 * 0.5).zip((0..1000).rev().map(|i| i as f32)).map(|(a, b)| a * b).sum();
    let bytes: Vec<u8> = (0..=255).collect();
    let hash = bytes.iter().fold(0xcbf29ce484222325u64, |h, b| (h ^ *b as u64).wrapping_mul(0x100000001b3));
    println!("{dot} {hash:x} {}", bytes.iter().map(|b| *b as u32).sum::<u32>());
    let mut primes = vec![true; 2000];
    (2..45).for_each(|i| (i * i..2000).step_by(i).for_each(|j| primes[j] = false));
    println!("{}", primes.iter().skip(2).filter(|p| **p).count());
    let mut matrix = [[0i64; 8]; 8];
    for (i, row) in matrix.iter_mut().enumerate() {
        row.iter_mut().enumerate().for_each(|(j, x)| *x = (i * 8 + j) as i64 % 7 - 3);
    }
    let product: Vec<i64> = (0..8).map(|i| (0..8).map(|j| (0..8).map(|k| matrix[i][k] * matrix[k][j]).sum::<i64>()).max().unwrap()).collect();
    println!("{product:?} {:?}", char::from_digit(11, 16));
}
