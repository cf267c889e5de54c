; Before LLVM 3.7, `load` and `getelementptr` go by the type of their pointer, also as constants
%pair = type { i32, [2 x i32]* }
%pointer = type %pair*
@p = global %pair zeroinitializer
@third = global i32* getelementptr inbounds ([4 x i32]* @array, i64 0, i64 3)
@array = global [4 x i32] zeroinitializer

define i32 @f(%pair* %x, %pointer %y, <2 x i32*> %v) {
  %a = load i32* getelementptr inbounds (%pair* @p, i32 0, i32 0), align 4
  %i = sext i32 %a to i64
  %b = getelementptr inbounds %pair* %x, i64 1, i32 1
  %c = load [2 x i32]** %b
  %d = getelementptr [2 x i32]* %c, i64 0, i64 %i
  %e = load volatile i32* %d, align 4, !range !0
  %first = getelementptr %pointer %y, i32 0, i32 0
  %g = volatile load i32 addrspace(1)* null
  volatile store i32 %g, i32* %first
  %h = getelementptr <2 x i32*> %v, <2 x i64> <i64 1, i64 2>
  %j = load atomic i32* %first singlethread seq_cst, align 4
  ret i32 %e
}

!0 = metadata !{i32 0, i32 9}
