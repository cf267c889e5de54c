#![no_std]
#![crate_type = "lib"]

#[inline(never)]
fn local() -> *const i32 {
    let value = 7;
    &raw const value
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let dangling = local();
    unsafe { *dangling }
}
