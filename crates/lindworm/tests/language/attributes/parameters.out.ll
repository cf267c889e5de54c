; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a(i8 zeroext, i8 signext, i8 inreg, i8 noext)

declare void @b(ptr byval(i32), ptr byref({ i8, i32 }), ptr preallocated(i64))

declare void @c(ptr sret(i32))

declare void @d(ptr align 8, ptr align 16, ptr align 1 dereferenceable(4) dereferenceable_or_null(8))

declare void @e(ptr noalias nofree nonnull captures(none))

declare ptr @f(ptr nest, ptr returned, ptr swiftself, ptr swifterror)

declare void @g(ptr swiftasync, i8 noundef, i8 noundef)

declare void @h(ptr readnone, ptr readonly, ptr writeonly, ptr writable)

declare void @i(ptr alignstack(8), i64 allocalign, ptr allocptr, ptr dead_on_unwind)

declare void @j(i32, ptr inalloca(i32))

declare void @k(ptr dead_on_return, ptr dead_on_return)
