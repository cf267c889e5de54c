;--- a
%pair = type { i32, %inner }
%inner = type { ptr, i64 }
define i64 @a(ptr %p) {
  %q = getelementptr %pair, ptr %p, i64 0, i32 1, i32 1
  %x = load i64, ptr %q
  ret i64 %x
}
;--- b
%pair = type { i32, %inner }
%inner = type { ptr, i64 }
@g = global %pair zeroinitializer
define void @b(ptr byval(%pair) %p) {
  call void @b(ptr byval(%pair) %p)
  ret void
}
;--- linked
%pair = type { i32, %inner }
%inner = type { ptr, i64 }

@g = global %pair zeroinitializer

define i64 @a(ptr %p) {
  %q = getelementptr %pair, ptr %p, i64 0, i32 1, i32 1
  %x = load i64, ptr %q, align 4
  ret i64 %x
}

define void @b(ptr byval(%pair) %p) {
  call void @b(ptr byval(%pair) %p)
  ret void
}
