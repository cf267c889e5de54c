; `vector icmp` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(<2 x i1>)
declare void @give(<2 x i1>, ...)
declare i32 @__gxx_personality_v0(...)

define <2 x i1> @returned() {
  ret <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>)
}

define void @used(<2 x i1>* %p, i1 %c) {
  store <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), <2 x i1>* %p
  call void @take(<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>))
  call void (<2 x i1>, ...) @give(<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>)) [ "deopt"(<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i64 7) ]
  %s = select i1 %c, <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), <2 x i1> undef
  %f = freeze <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>)
  %a = insertvalue { i8, <2 x i1> } undef, <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64))
  %n = add i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), add (i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), i64 1)
  store { <2 x i1>, [2 x <2 x i1>] } { <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), [2 x <2 x i1>] [<2 x i1> undef, <2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>)] }, { <2 x i1>, [2 x <2 x i1>] }* null
  %q = call i32 asm "", "=r,r"(i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>))
          to label %good unwind label %bad
good:
  %p = phi <2 x i1> [ icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), %0 ]
  store <2 x i1> %p, <2 x i1>* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define <2 x i1> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), %loop ]
  br i1 icmp ult (i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), i64 9), label %join, label %loop
join:
  %x = phi <2 x i1> [ icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), %entry ], [ icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), %one ], [ icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), %one ], [ undef, %loop ]
  %y = phi i64 [ zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), %loop ]
  switch i64 zext (i1 extractelement (<2 x i1> icmp ult (<2 x i32> <i32 1, i32 9>, <2 x i32> <i32 ptrtoint (i32* @g to i32), i32 7>), i32 1) to i64), label %end [ i64 5, label %end ]
end:
  ret <2 x i1> %x
}
