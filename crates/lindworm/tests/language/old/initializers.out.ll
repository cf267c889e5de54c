; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "e-p:64:64:64-i128:128-f80:128:128-n8:16:32:64"
target triple = "x86_64-pc-linux-gnu"

@early = global i1 false
@pair = global { i1, i32 } { i1 true, i32 7 }
@one = internal global i32 1
@two = global i32 2, align 16
@aligned = global i64 0
@past = global ptr getelementptr (i32, ptr @two, i64 1)
@bytes = global i64 5

@alias = alias i8, inttoptr (i32 ptrtoint (ptr @two to i32) to ptr)

define i32 @parts(i1 %c) {
  %constexpr = mul i32 ptrtoint (ptr @one to i32), 3
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i32> %constexpr.ins, i32 4, i32 1
  %a = extractelement <2 x i32> %constexpr.ins1, i32 0
  %b = select i1 true, i32 %a, i32 1
  %d = add i32 %b, 3
  ret i32 %d
}

!named = !{!0}

!0 = !{i64 poison}
