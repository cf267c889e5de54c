; `icmp` as a constant expression that folds, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(i1)
declare void @give(i1, ...)
declare i32 @__gxx_personality_v0(...)
@initializer = global i1 icmp slt (i32 -1, i32 1)
@member = global { i8, [2 x i1] } { i8 1, [2 x i1] [i1 icmp slt (i32 -1, i32 1), i1 undef] }
@element = global i32* getelementptr (i32, i32* @g, i64 zext (i1 icmp slt (i32 -1, i32 1) to i64))
@alias = alias i32, i32* getelementptr (i32, i32* @g, i64 zext (i1 icmp slt (i32 -1, i32 1) to i64))
@hidden = internal constant i64 add (i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), i64 ptrtoint (i32* @g to i64))
define void @data() prefix i1 icmp slt (i32 -1, i32 1) prologue i1 icmp slt (i32 -1, i32 1) {
  ret void
}
!named = !{!0}
!0 = !{i1 icmp slt (i32 -1, i32 1)}

declare void @llvm.dbg.value(metadata, metadata, metadata)
define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(i32* @g, i64 zext (i1 icmp slt (i32 -1, i32 1) to i64)) ]
  switch i64 %x, label %other [ i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), label %same ]
same:
  ret i64 1
other:
  ret i64 2
}
declare void @llvm.assume(i1)

define i1 @returned() {
  ret i1 icmp slt (i32 -1, i32 1)
}

define void @used(i1* %p, i1 %c) {
  store i1 icmp slt (i32 -1, i32 1), i1* %p
  call void @take(i1 icmp slt (i32 -1, i32 1))
  call void (i1, ...) @give(i1 icmp slt (i32 -1, i32 1), i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), i1 icmp slt (i32 -1, i32 1)) [ "deopt"(i1 icmp slt (i32 -1, i32 1), i64 7) ]
  %s = select i1 %c, i1 icmp slt (i32 -1, i32 1), i1 undef
  %f = freeze i1 icmp slt (i32 -1, i32 1)
  %a = insertvalue { i8, i1 } undef, i1 icmp slt (i32 -1, i32 1), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 zext (i1 icmp slt (i32 -1, i32 1) to i64))
  %n = add i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), add (i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), i64 1)
  store { i1, [2 x i1] } { i1 icmp slt (i32 -1, i32 1), [2 x i1] [i1 undef, i1 icmp slt (i32 -1, i32 1)] }, { i1, [2 x i1] }* null
  %q = call i32 asm "", "=r,r"(i64 zext (i1 icmp slt (i32 -1, i32 1) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(i1 icmp slt (i32 -1, i32 1))
          to label %good unwind label %bad
good:
  %p = phi i1 [ icmp slt (i32 -1, i32 1), %0 ]
  store i1 %p, i1* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define i1 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ zext (i1 icmp slt (i32 -1, i32 1) to i64), %loop ]
  br i1 icmp ult (i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), i64 9), label %join, label %loop
join:
  %x = phi i1 [ icmp slt (i32 -1, i32 1), %entry ], [ icmp slt (i32 -1, i32 1), %one ], [ icmp slt (i32 -1, i32 1), %one ], [ undef, %loop ]
  %y = phi i64 [ zext (i1 icmp slt (i32 -1, i32 1) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ zext (i1 icmp slt (i32 -1, i32 1) to i64), %loop ]
  switch i64 zext (i1 icmp slt (i32 -1, i32 1) to i64), label %end [ i64 5, label %end ]
end:
  ret i1 %x
}
