; `vector zext` as a constant expression that folds, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(<2 x i64>)
declare void @give(<2 x i64>, ...)
declare i32 @__gxx_personality_v0(...)
@initializer = global <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)
@member = global { i8, [2 x <2 x i64>] } { i8 1, [2 x <2 x i64>] [<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), <2 x i64> undef] }
@element = global i32* getelementptr (i32, i32* @g, i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0))
@alias = alias i32, i32* getelementptr (i32, i32* @g, i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0))
@hidden = internal constant i64 add (i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), i64 ptrtoint (i32* @g to i64))
define void @data() prefix <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>) prologue <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>) {
  ret void
}
!named = !{!0}
!0 = !{<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)}

declare void @llvm.dbg.value(metadata, metadata, metadata)
define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(i32* @g, i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0)) ]
  switch i64 %x, label %other [ i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), label %same ]
same:
  ret i64 1
other:
  ret i64 2
}
declare void @llvm.assume(i1)

define <2 x i64> @returned() {
  ret <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)
}

define void @used(<2 x i64>* %p, i1 %c) {
  store <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), <2 x i64>* %p
  call void @take(<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>))
  call void (<2 x i64>, ...) @give(<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)) [ "deopt"(<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i64 7) ]
  %s = select i1 %c, <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), <2 x i64> undef
  %f = freeze <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)
  %a = insertvalue { i8, <2 x i64> } undef, <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0))
  %n = add i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), add (i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), i64 1)
  store { <2 x i64>, [2 x <2 x i64>] } { <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), [2 x <2 x i64>] [<2 x i64> undef, <2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>)] }, { <2 x i64>, [2 x <2 x i64>] }* null
  %q = call i32 asm "", "=r,r"(i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>))
          to label %good unwind label %bad
good:
  %p = phi <2 x i64> [ zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), %0 ]
  store <2 x i64> %p, <2 x i64>* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define <2 x i64> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), %loop ]
  br i1 icmp ult (i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), i64 9), label %join, label %loop
join:
  %x = phi <2 x i64> [ zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), %entry ], [ zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), %one ], [ zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), %one ], [ undef, %loop ]
  %y = phi i64 [ extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), %entry ], [ 1, %one ], [ 1, %one ], [ extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), %loop ]
  switch i64 extractelement (<2 x i64> zext (<2 x i8> <i8 1, i8 -1> to <2 x i64>), i32 0), label %end [ i64 5, label %end ]
end:
  ret <2 x i64> %x
}
