; `vector fadd` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(<2 x float>)
declare void @give(<2 x float>, ...)
declare i32 @__gxx_personality_v0(...)

define <2 x float> @returned() {
  ret <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>)
}

define void @used(<2 x float>* %p, i1 %c) {
  store <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), <2 x float>* %p
  call void @take(<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>))
  call void (<2 x float>, ...) @give(<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>)) [ "deopt"(<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i64 7) ]
  %s = select i1 %c, <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), <2 x float> undef
  %f = freeze <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>)
  %a = insertvalue { i8, <2 x float> } undef, <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64))
  %n = add i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), add (i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), i64 1)
  store { <2 x float>, [2 x <2 x float>] } { <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), [2 x <2 x float>] [<2 x float> undef, <2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>)] }, { <2 x float>, [2 x <2 x float>] }* null
  %q = call i32 asm "", "=r,r"(i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>))
          to label %good unwind label %bad
good:
  %p = phi <2 x float> [ fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), %0 ]
  store <2 x float> %p, <2 x float>* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define <2 x float> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), %loop ]
  br i1 icmp ult (i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), i64 9), label %join, label %loop
join:
  %x = phi <2 x float> [ fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), %entry ], [ fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), %one ], [ fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), %one ], [ undef, %loop ]
  %y = phi i64 [ fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), %loop ]
  switch i64 fptosi (float extractelement (<2 x float> fadd (<2 x float> <float bitcast (i32 ptrtoint (i32* @g to i32) to float), float 1.0>, <2 x float> <float 0.5, float 2.0>), i32 0) to i64), label %end [ i64 5, label %end ]
end:
  ret <2 x float> %x
}
