; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @test(i32)

declare i32 @printf(ptr, ...)

declare void @sret(ptr)

define void @f(ptr %fp, i32 %argc) {
  %retval = call i32 @test(i32 %argc)
  %1 = call i32 (ptr, ...) @printf(ptr %fp, i32 12, i8 42)
  %X = tail call i32 @test(i32 0)
  %Y = notail call fastcc i32 @test(i32 signext 5)
  call void %fp(i8 signext 97)
  %r = call { i32, i8 } %fp()
  %ZZ = call zeroext i32 @test(i32 noundef 1) #0
  call void @sret(ptr sret(i32) align 4 %fp) #1
  call void null(i32 1)
  call void undef()
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { cold }
