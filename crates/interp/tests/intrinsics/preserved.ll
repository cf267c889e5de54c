%pair = type { i32, [4 x i16] }

@pairs = global [3 x %pair] [%pair { i32 1, [4 x i16] [i16 10, i16 11, i16 12, i16 13] }, %pair { i32 2, [4 x i16] [i16 20, i16 21, i16 22, i16 23] }, %pair { i32 3, [4 x i16] zeroinitializer }]

; = 2
define i32 @array() {
  %element = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([3 x %pair]) @pairs, i32 1, i32 1)
  %value = load i32, ptr %element
  ret i32 %value
}

; = 3
define i32 @pointer() {
  %element = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype(%pair) @pairs, i32 0, i32 2)
  %value = load i32, ptr %element
  ret i32 %value
}

; = 13
define i16 @field() {
  %field = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%pair) @pairs, i32 1, i32 5)
  %same = call ptr @llvm.preserve.union.access.index.p0.p0(ptr %field, i32 2)
  %element = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([4 x i16]) %same, i32 1, i32 3)
  %static = call ptr @llvm.preserve.static.offset(ptr %element)
  %value = load i16, ptr %static
  ret i16 %value
}

; As with `getelementptr inbounds`.
; = poison
define ptr @out_of_bounds() {
  %element = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([3 x %pair]) @pairs, i32 1, i32 7)
  ret ptr %element
}

; = poison
define ptr @negative() {
  %element = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([3 x %pair]) @pairs, i32 1, i32 -1)
  ret ptr %element
}

declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32)
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg)
declare ptr @llvm.preserve.union.access.index.p0.p0(ptr, i32 immarg)
declare ptr @llvm.preserve.static.offset(ptr)
