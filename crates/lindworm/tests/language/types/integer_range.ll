; A number that does not fit its type is cut to it only where its bits are all zeros or sign
@a = global i8 -1
@b = global i8 255
@c = global i8 u0xFF
@d = global i8 s0x0F
@e = global i16 s0xFFFE
