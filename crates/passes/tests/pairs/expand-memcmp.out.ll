target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) #0

define i32 @two(ptr %a, ptr %b) {
  %1 = load i16, ptr %a, align 1
  %2 = load i16, ptr %b, align 1
  %3 = call i16 @llvm.bswap.i16(i16 %1)
  %4 = call i16 @llvm.bswap.i16(i16 %2)
  %5 = zext i16 %3 to i32
  %6 = zext i16 %4 to i32
  %7 = sub i32 %5, %6
  ret i32 %7
}

define i32 @four(ptr align 4 %a, ptr %b) {
  %1 = load i32, ptr %a, align 4
  %2 = load i32, ptr %b, align 1
  %3 = call i32 @llvm.bswap.i32(i32 %1)
  %4 = call i32 @llvm.bswap.i32(i32 %2)
  %5 = call i32 @llvm.ucmp.i32.i32(i32 %3, i32 %4)
  ret i32 %5
}

define i1 @less(ptr %a, ptr %b) {
  %1 = load i64, ptr %a, align 1
  %2 = load i64, ptr %b, align 1
  %3 = call i64 @llvm.bswap.i64(i64 %1)
  %4 = call i64 @llvm.bswap.i64(i64 %2)
  %5 = icmp ult i64 %3, %4
  ret i1 %5
}

define i32 @six(ptr %a, ptr %b) {
  br label %loadbb

res_block:                                        ; preds = %loadbb1, %loadbb
  %phi.src1 = phi i32 [ %5, %loadbb ], [ %14, %loadbb1 ]
  %phi.src2 = phi i32 [ %6, %loadbb ], [ %15, %loadbb1 ]
  %1 = icmp ult i32 %phi.src1, %phi.src2
  %2 = select i1 %1, i32 -1, i32 1
  br label %endblock

loadbb:                                           ; preds = %0
  %3 = load i32, ptr %a, align 1
  %4 = load i32, ptr %b, align 1
  %5 = call i32 @llvm.bswap.i32(i32 %3)
  %6 = call i32 @llvm.bswap.i32(i32 %4)
  %7 = icmp eq i32 %5, %6
  br i1 %7, label %loadbb1, label %res_block

loadbb1:                                          ; preds = %loadbb
  %8 = getelementptr i8, ptr %a, i64 4
  %9 = getelementptr i8, ptr %b, i64 4
  %10 = load i16, ptr %8, align 1
  %11 = load i16, ptr %9, align 1
  %12 = call i16 @llvm.bswap.i16(i16 %10)
  %13 = call i16 @llvm.bswap.i16(i16 %11)
  %14 = zext i16 %12 to i32
  %15 = zext i16 %13 to i32
  %16 = icmp eq i32 %14, %15
  br i1 %16, label %endblock, label %res_block

endblock:                                         ; preds = %loadbb1, %res_block
  %phi.res = phi i32 [ 0, %loadbb1 ], [ %2, %res_block ]
  ret i32 %phi.res
}

define i32 @many(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 100)
  ret i32 %r
}

define i32 @equal(ptr %a, ptr %b) {
  %1 = load i128, ptr %a, align 1
  %2 = load i128, ptr %b, align 1
  %3 = xor i128 %1, %2
  %4 = getelementptr i8, ptr %a, i64 16
  %5 = getelementptr i8, ptr %b, i64 16
  %6 = load i64, ptr %4, align 1
  %7 = load i64, ptr %5, align 1
  %8 = zext i64 %6 to i128
  %9 = zext i64 %7 to i128
  %10 = xor i128 %8, %9
  %11 = or i128 %3, %10
  %12 = icmp ne i128 %11, 0
  %13 = zext i1 %12 to i32
  ret i32 %13
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.bswap.i16(i16) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i32 -1, 2) i32 @llvm.ucmp.i32.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.bswap.i64(i64) #1

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
