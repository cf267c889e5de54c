
define i32 @invariant(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4, !invariant.load !0
  call void @clobber()
  %s = add i32 %a, %a
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr %q)
  %c = load i32, ptr %q, align 4
  call void @clobber()
  %t = mul i32 %c, %c
  %u = add i32 %s, %t
  ret i32 %u
}

define void @place(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 8
  call void @use(ptr %a)
  call void @use(ptr %a)
  ret void
}

define i32 @attributes(i32 %x) {
  %a = call i32 @pure(i32 %x)
  %c = add i32 %a, %a
  ret i32 %c
}

define void @writes() {
  call void @only_writes()
  ret void
}

define i32 @ordered(ptr %p) {
  %v = load atomic i32, ptr %p seq_cst, align 4
  ret i32 %v
}

declare void @clobber()

declare void @use(ptr)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr captures(none)) #0

; Function Attrs: memory(none)
declare i32 @pure(i32) #1

; Function Attrs: memory(write)
declare void @only_writes() #2

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { memory(none) }
attributes #2 = { memory(write) }

!0 = !{}
