; `fptosi` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(i32)
declare void @give(i32, ...)
declare i32 @__gxx_personality_v0(...)

define i32 @returned() {
  ret i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32)
}

define void @used(i32* %p, i1 %c) {
  store i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), i32* %p
  call void @take(i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32))
  call void (i32, ...) @give(i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32)) [ "deopt"(i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), i64 7) ]
  %s = select i1 %c, i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), i32 undef
  %f = freeze i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32)
  %a = insertvalue { i8, i32 } undef, i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64))
  %n = add i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), add (i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), i64 1)
  store { i32, [2 x i32] } { i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), [2 x i32] [i32 undef, i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32)] }, { i32, [2 x i32] }* null
  %q = call i32 asm "", "=r,r"(i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32))
          to label %good unwind label %bad
good:
  %p = phi i32 [ fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), %0 ]
  store i32 %p, i32* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define i32 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), %loop ]
  br i1 icmp ult (i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), i64 9), label %join, label %loop
join:
  %x = phi i32 [ fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), %entry ], [ fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), %one ], [ fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32), %one ], [ undef, %loop ]
  %y = phi i64 [ zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), %loop ]
  switch i64 zext (i32 fptosi (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to i32) to i64), label %end [ i64 5, label %end ]
end:
  ret i32 %x
}
