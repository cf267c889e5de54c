; `fptrunc` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(float)
declare void @give(float, ...)
declare i32 @__gxx_personality_v0(...)

define float @returned() {
  ret float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float)
}

define void @used(float* %p, i1 %c) {
  store float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), float* %p
  call void @take(float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float))
  call void (float, ...) @give(float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float)) [ "deopt"(float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), i64 7) ]
  %s = select i1 %c, float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), float undef
  %f = freeze float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float)
  %a = insertvalue { i8, float } undef, float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64))
  %n = add i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), add (i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), i64 1)
  store { float, [2 x float] } { float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), [2 x float] [float undef, float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float)] }, { float, [2 x float] }* null
  %q = call i32 asm "", "=r,r"(i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float))
          to label %good unwind label %bad
good:
  %p = phi float [ fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), %0 ]
  store float %p, float* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define float @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), %loop ]
  br i1 icmp ult (i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), i64 9), label %join, label %loop
join:
  %x = phi float [ fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), %entry ], [ fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), %one ], [ fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float), %one ], [ undef, %loop ]
  %y = phi i64 [ fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), %loop ]
  switch i64 fptosi (float fptrunc (double bitcast (i64 ptrtoint (i32* @g to i64) to double) to float) to i64), label %end [ i64 5, label %end ]
end:
  ret float %x
}
