; passes: early-cse
; Loads of memory that does not change, addresses of one place, calls whose attributes differ.
define i32 @invariant(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @clobber()
  %b = load i32, ptr %p, !invariant.load !0
  %s = add i32 %a, %b
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr %q)
  %c = load i32, ptr %q
  call void @clobber()
  %d = load i32, ptr %q
  %t = mul i32 %c, %d
  %u = add i32 %s, %t
  ret i32 %u
}

define void @place(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 8
  %b = getelementptr inbounds { i64, i64 }, ptr %p, i64 0, i32 1
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}

define i32 @attributes(i32 %x) {
  %a = call noundef i32 @pure(i32 %x)
  %b = call i32 @pure(i32 noundef %x)
  %c = add i32 %a, %b
  ret i32 %c
}

define void @writes() {
  call void @only_writes()
  call void @only_writes()
  ret void
}

define i32 @ordered(ptr %p) {
  %v = load atomic i32, ptr %p seq_cst, align 4
  store i32 %v, ptr %p
  ret i32 %v
}

declare void @clobber()
declare void @use(ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare i32 @pure(i32) memory(none)
declare void @only_writes() memory(write)

!0 = !{}
