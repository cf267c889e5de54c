@a = constant [2 x ptr] [ptr @one, ptr @two], !type !0
@b = constant [3 x ptr] [ptr null, ptr @one, ptr @two], !type !1, !type !2
@relative = constant [1 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @two to i64), i64 ptrtoint (ptr @relative to i64)) to i32)], !type !4

; = -1
define i1 @member() {
  %is = call i1 @llvm.type.test(ptr @a, metadata !"A")
  ret i1 %is
}

; = -1
define i1 @member_at_an_offset() {
  %is = call i1 @llvm.type.test(ptr getelementptr (i8, ptr @b, i64 8), metadata !"A")
  ret i1 %is
}

; = 0
define i1 @elsewhere() {
  %is = call i1 @llvm.type.test(ptr @b, metadata !"A")
  ret i1 %is
}

; = 0
define i1 @of_another_type() {
  %is = call i1 @llvm.type.test(ptr @a, metadata !"B")
  ret i1 %is
}

; = -1
define i1 @type_without_a_name() {
  %is = call i1 @llvm.type.test(ptr getelementptr (i8, ptr @b, i64 8), metadata !3)
  ret i1 %is
}

; = -1
define i1 @function() {
  %is = call i1 @llvm.type.test(ptr @one, metadata !"_ZTSFivE")
  ret i1 %is
}

; = 0
define i1 @unknown_type() {
  %is = call i1 @llvm.public.type.test(ptr @one, metadata !"nobody")
  ret i1 %is
}

; = 2
define i32 @checked_load() {
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr @a, i32 8, metadata !"A")
  %is = extractvalue { ptr, i1 } %pair, 1
  br i1 %is, label %call, label %end
call:
  %callee = extractvalue { ptr, i1 } %pair, 0
  %result = call i32 %callee()
  ret i32 %result
end:
  ret i32 -1
}

; = {poison, 0}
define { ptr, i1 } @checked_load_of_another_type() {
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr @a, i32 8, metadata !"B")
  ret { ptr, i1 } %pair
}

; = 2
define i32 @checked_load_relative() {
  %pair = call { ptr, i1 } @llvm.type.checked.load.relative(ptr @relative, i32 0, metadata !"R")
  %callee = extractvalue { ptr, i1 } %pair, 0
  %result = call i32 %callee()
  ret i32 %result
}

define i32 @one() !type !5 {
  ret i32 1
}

define i32 @two() {
  ret i32 2
}

declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)
declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)
declare { ptr, i1 } @llvm.type.checked.load.relative(ptr, i32, metadata)

!0 = !{i64 0, !"A"}
!1 = !{i64 8, !"A"}
!2 = !{i64 8, !3}
!3 = distinct !{}
!4 = !{i64 0, !"R"}
!5 = !{i64 0, !"_ZTSFivE"}
