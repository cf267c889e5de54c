;--- a
%t = type { i32 }
@x = global %t zeroinitializer
;--- b
%t = type { i32 }
%unused = type { ptr }
define ptr @f(ptr %p) {
  %q = getelementptr %t, ptr %p, i64 1
  %r = getelementptr %unused, ptr %p, i64 1
  ret ptr %q
}
;--- c
%unused = type { ptr }
%t = type { i64 }
@y = global %t zeroinitializer
;--- d
%t = type { i64 }
@z = global { %t, i8 } zeroinitializer
;--- e
%t = type { i32, i8 }
@v = global %t zeroinitializer
;--- linked
%t = type { i32 }
%t.2 = type { i64 }
%t.4 = type { i32, i8 }
%unused = type { ptr }

@x = global %t zeroinitializer
@y = global %t.2 zeroinitializer
@z = global { %t.2, i8 } zeroinitializer
@v = global %t.4 zeroinitializer

define ptr @f(ptr %p) {
  %q = getelementptr %t, ptr %p, i64 1
  %r = getelementptr %unused, ptr %p, i64 1
  ret ptr %q
}
