; Integers in decimal and hexadecimal
@a = global i32 -0
@b = global i32 0000123
@c = global i64 u0xDEADBEEF
@d = global i64 s0x8000
