; Globals as LLVM 3.0 to 3.4 wrote them: linkages, aliases, order of words, what has no name
deplibs = [ "c", "m" ]
@a = linker_private global i32 1
@b = linker_private_weak hidden global i32 2
@c = linkonce_odr_auto_hide constant i32 3
@d = dllimport global i32*
@e = addrspace(3) unnamed_addr global i32 4
internal constant i8 5
global i32* @x
@x = global i32 6
@alias = alias weak i32* @a
@cast = alias bitcast (i32* @a to i8*)
@element = hidden alias getelementptr inbounds ({ i32, i8 }* @s, i32 0, i32 1)
@s = global { i32, i8 } zeroinitializer
@llvm.global_ctors = appending global [1 x { i32, void ()* }] [{ i32, void ()* } { i32 65535, void ()* @f }]

define linker_private void @f() address_safety {
  ret void
}

define i32 @cmpxchg(i32* %p) {
  %old = cmpxchg i32* %p, i32 0, i32 1 acq_rel
  ret i32 %old
}

define dllexport void @labels(i1 %x) {
  br i1 %x, label %"1", label %"2"
1:
  br label %"2"
2:
  ret void
}
