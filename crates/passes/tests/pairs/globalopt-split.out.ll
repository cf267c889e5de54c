target datalayout = "e-p:64:64:64-i64:64:64-n8:16:32:64"

@pair.0 = internal unnamed_addr global i64 5, align 16
@pair.2 = internal unnamed_addr global i32 7, align 4
@mixed = internal unnamed_addr global { i64, i64 } zeroinitializer

define i32 @split(i64 %x, i32 %y) local_unnamed_addr {
  store i64 %x, ptr @pair.0, align 16
  store i32 %y, ptr @pair.2, align 4
  %w = load i64, ptr @pair.0, align 16
  %q = load i32, ptr @pair.2, align 4
  %t = trunc i64 %w to i32
  %s = add i32 6, %t
  %r = add i32 %s, %q
  ret i32 %r
}

define i32 @whole(i64 %x, i32 %y) local_unnamed_addr {
  store i64 %x, ptr @mixed, align 8
  store i32 %y, ptr getelementptr (i8, ptr @mixed, i64 4), align 4
  %v = load i32, ptr @mixed, align 4
  ret i32 %v
}

define i32 @read(i64 %i) local_unnamed_addr {
  ret i32 0
}

define void @write(i64 %i) local_unnamed_addr {
  ret void
}
