; What a function writes before it reads
declare void @a(ptr initializes((0, 4)) %p)
declare void @b(ptr initializes((-8, 0), (4, 8)) %p)
