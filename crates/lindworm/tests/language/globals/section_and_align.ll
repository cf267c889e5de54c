; Section, partition, alignment and comdat after the initializer
$c = comdat any
@a = global i32 0, section "s\22q", align 8
@b = global i32 0, align 4294967296
@c = global i32 0, section ".x", partition "p", comdat, align 1
@d = global i32 0, comdat($c)
