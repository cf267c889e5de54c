; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.read_register.i32(metadata) #0

define i32 @f(i32 %x, ptr %p) {
  %a = call i32 @llvm.read_register.i32(metadata !3)
  %b = call i32 @llvm.read_register.i32(metadata !4)
  %y = load i32, ptr %p, align 4, !kind !0
  ret i32 %y
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(read) }

!named = !{!0, !1}

!0 = !{!"root", null, !1}
!1 = !{i32 1, !2}
!2 = !{!"inner"}
!3 = !{!"sp"}
!4 = !{!"sp\00"}
