; `sext` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(i64)
declare void @give(i64, ...)
declare i32 @__gxx_personality_v0(...)

define i64 @returned() {
  ret i64 sext (i32 ptrtoint (i32* @g to i32) to i64)
}

define void @used(i64* %p, i1 %c) {
  store i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64* %p
  call void @take(i64 sext (i32 ptrtoint (i32* @g to i32) to i64))
  call void (i64, ...) @give(i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 sext (i32 ptrtoint (i32* @g to i32) to i64)) [ "deopt"(i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 7) ]
  %s = select i1 %c, i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 undef
  %f = freeze i64 sext (i32 ptrtoint (i32* @g to i32) to i64)
  %a = insertvalue { i8, i64 } undef, i64 sext (i32 ptrtoint (i32* @g to i32) to i64), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 sext (i32 ptrtoint (i32* @g to i32) to i64))
  %n = add i64 sext (i32 ptrtoint (i32* @g to i32) to i64), add (i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 1)
  store { i64, [2 x i64] } { i64 sext (i32 ptrtoint (i32* @g to i32) to i64), [2 x i64] [i64 undef, i64 sext (i32 ptrtoint (i32* @g to i32) to i64)] }, { i64, [2 x i64] }* null
  %q = call i32 asm "", "=r,r"(i64 sext (i32 ptrtoint (i32* @g to i32) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(i64 sext (i32 ptrtoint (i32* @g to i32) to i64))
          to label %good unwind label %bad
good:
  %p = phi i64 [ sext (i32 ptrtoint (i32* @g to i32) to i64), %0 ]
  store i64 %p, i64* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define i64 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ sext (i32 ptrtoint (i32* @g to i32) to i64), %loop ]
  br i1 icmp ult (i64 sext (i32 ptrtoint (i32* @g to i32) to i64), i64 9), label %join, label %loop
join:
  %x = phi i64 [ sext (i32 ptrtoint (i32* @g to i32) to i64), %entry ], [ sext (i32 ptrtoint (i32* @g to i32) to i64), %one ], [ sext (i32 ptrtoint (i32* @g to i32) to i64), %one ], [ undef, %loop ]
  %y = phi i64 [ sext (i32 ptrtoint (i32* @g to i32) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ sext (i32 ptrtoint (i32* @g to i32) to i64), %loop ]
  switch i64 sext (i32 ptrtoint (i32* @g to i32) to i64), label %end [ i64 5, label %end ]
end:
  ret i64 %x
}
