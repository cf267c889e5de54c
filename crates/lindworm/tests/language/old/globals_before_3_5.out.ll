; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = private global i32 1
@b = private global i32 2
@c = constant i32 3
@d = external dllimport global ptr
@e = unnamed_addr addrspace(3) global i32 4
@0 = internal constant i8 5
@1 = global ptr @x
@x = global i32 6
@s = global { i32, i8 } zeroinitializer
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]

@alias = weak alias i32, ptr @a
@cast = alias i8, ptr @a
@element = hidden alias i8, getelementptr inbounds ({ i32, i8 }, ptr @s, i32 0, i32 1)

; Function Attrs: sanitize_address
define private void @f() #0 {
  ret void
}

define i32 @cmpxchg(ptr %p) {
  %1 = cmpxchg ptr %p, i32 0, i32 1 acq_rel acquire, align 4
  %old = extractvalue { i32, i1 } %1, 0
  ret i32 %old
}

define dllexport void @labels(i1 %x) {
  br i1 %x, label %"1", label %"2"

"1":                                              ; preds = %0
  br label %"2"

"2":                                              ; preds = %"1", %0
  ret void
}

attributes #0 = { sanitize_address }
