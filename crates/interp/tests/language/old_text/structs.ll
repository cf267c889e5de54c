; Structs by value: byval and sret take their types from the pointers; memcpy with its alignment as an operand
%struct.point = type { i32, i32, [2 x i64] }
@origin = private constant %struct.point { i32 3, i32 4, [2 x i64] [i64 5, i64 6] }, align 8

define void @scaled(%struct.point* noalias sret %result, %struct.point* byval align 8 %p, i32 %by) nounwind {
  %1 = bitcast %struct.point* %result to i8*
  %2 = bitcast %struct.point* %p to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %1, i8* %2, i64 24, i32 8, i1 false)
  %3 = getelementptr inbounds %struct.point* %result, i32 0, i32 0
  %4 = load i32* %3
  %5 = mul nsw i32 %4, %by
  store i32 %5, i32* %3
  %6 = getelementptr inbounds %struct.point* %p, i32 0, i32 1
  store i32 0, i32* %6
  ret void
}

define i32 @main() nounwind {
  %p = alloca %struct.point, align 8
  %q = alloca %struct.point, align 8
  %1 = bitcast %struct.point* %p to i8*
  call void @llvm.lifetime.start(i64 -1, i8* %1)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %1, i8* bitcast (%struct.point* @origin to i8*), i64 24, i32 8, i1 false)
  call void @scaled(%struct.point* sret %q, %struct.point* byval align 8 %p, i32 10)
  %2 = getelementptr inbounds %struct.point* %q, i32 0, i32 0
  %3 = load i32* %2
  %4 = getelementptr inbounds %struct.point* %p, i32 0, i32 1
  %5 = load i32* %4
  %6 = getelementptr inbounds %struct.point* %q, i32 0, i32 2, i64 1
  %7 = load i64* %6
  %8 = trunc i64 %7 to i32
  %9 = add i32 %3, %5
  %10 = add i32 %9, %8
  %11 = sub i32 %10, 40
  call void @llvm.lifetime.end(i64 -1, i8* %1)
  ret i32 %11
}

declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture, i64, i32, i1) nounwind
declare void @llvm.lifetime.start(i64, i8* nocapture) nounwind
declare void @llvm.lifetime.end(i64, i8* nocapture) nounwind
