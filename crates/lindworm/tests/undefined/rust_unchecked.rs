#![no_std]
#![crate_type = "lib"]

#[inline(never)]
fn next(n: i32) -> i32 {
    unsafe { n.unchecked_add(1) }
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    if next(i32::MAX) > 0 { 1 } else { 0 }
}
