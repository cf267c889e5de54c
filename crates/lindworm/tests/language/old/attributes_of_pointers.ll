; Attributes take what they need from the type of a typed pointer
%pair = type { i32, i8* }
declare void @take(%pair* byval align 4, i32* nocapture)
declare void @make(%pair* noalias sret)

define void @f(%pair* byval %x, i32* %p) {
  call void @make(%pair* sret %x)
  call void @take(%pair* byval align 4 %x, i32* %p)
  call void asm sideeffect "incl $0", "=*m,*m"(i32* %p, i8** null)
  %r = call i32* @llvm.preserve.array.access.index.p0i32.p0a2i32([2 x i32]* null, i32 0, i32 1)
  ret void
}

declare i32* @llvm.preserve.array.access.index.p0i32.p0a2i32([2 x i32]*, i32, i32)
