; Casts between floats of every format and integers of more than 128 bits: rounded once, to even; and classes of x86_fp80.
@line = constant [2 x i8] c"\0A\00"
declare i32 @printf(ptr, ...)
declare i1 @llvm.is.fpclass.f80(x86_fp80, i32)

define void @show(i256 %x) {
entry:
  br label %next
next:
  %at = phi i256 [ 192, %entry ], [ %before, %next ]
  %shifted = lshr i256 %x, %at
  %word = trunc i256 %shifted to i64
  call i32 (ptr, ...) @printf(ptr @hex, i64 %word)
  %before = sub i256 %at, 64
  %more = icmp sge i256 %before, 0
  br i1 %more, label %next, label %end
end:
  call i32 (ptr, ...) @printf(ptr @line)
  ret void
}
@hex = constant [7 x i8] c"%016lx\00"

define void @of_integer(i256 %x) {
  %h = sitofp i256 %x to half
  %h.bits = bitcast half %h to i16
  %h.wide = zext i16 %h.bits to i256
  call void @show(i256 %h.wide)
  %b = sitofp i256 %x to bfloat
  %b.bits = bitcast bfloat %b to i16
  %b.wide = zext i16 %b.bits to i256
  call void @show(i256 %b.wide)
  %f = uitofp i256 %x to float
  %f.bits = bitcast float %f to i32
  %f.wide = zext i32 %f.bits to i256
  call void @show(i256 %f.wide)
  %d = sitofp i256 %x to double
  %d.bits = bitcast double %d to i64
  %d.wide = zext i64 %d.bits to i256
  call void @show(i256 %d.wide)
  %e = sitofp i256 %x to x86_fp80
  %e.bits = bitcast x86_fp80 %e to i80
  %e.wide = zext i80 %e.bits to i256
  call void @show(i256 %e.wide)
  %q = uitofp i256 %x to fp128
  %q.bits = bitcast fp128 %q to i128
  %q.wide = zext i128 %q.bits to i256
  call void @show(i256 %q.wide)
  ret void
}

define void @of_double(double %x) {
  %a = fptosi double %x to i256
  call void @show(i256 %a)
  %e = fpext double %x to x86_fp80
  %b = fptosi x86_fp80 %e to i256
  call void @show(i256 %b)
  %q = fpext double %x to fp128
  %c = fptosi fp128 %q to i200
  %c.wide = sext i200 %c to i256
  call void @show(i256 %c.wide)
  %f = fptrunc double %x to bfloat
  %d = fptosi bfloat %f to i129
  %d.wide = sext i129 %d to i256
  call void @show(i256 %d.wide)
  ret void
}

define void @classes(i80 %bits) {
  %x = bitcast i80 %bits to x86_fp80
  br label %next
next:
  %i = phi i256 [ 0, %0 ], [ %sum, %next ]
  %nan = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 3)
  %quiet = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 2)
  %infinite = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 516)
  %normal = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 264)
  %subnormal = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 144)
  %zero = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 96)
  %negative = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 60)
  %bits0 = insertelement <8 x i1> zeroinitializer, i1 %nan, i32 0
  %bits1 = insertelement <8 x i1> %bits0, i1 %quiet, i32 1
  %bits2 = insertelement <8 x i1> %bits1, i1 %infinite, i32 2
  %bits3 = insertelement <8 x i1> %bits2, i1 %normal, i32 3
  %bits4 = insertelement <8 x i1> %bits3, i1 %subnormal, i32 4
  %bits5 = insertelement <8 x i1> %bits4, i1 %zero, i32 5
  %bits6 = insertelement <8 x i1> %bits5, i1 %negative, i32 6
  %byte = bitcast <8 x i1> %bits6 to i8
  %sum = zext i8 %byte to i256
  call void @show(i256 %sum)
  br i1 true, label %end, label %next
end:
  ret void
}

define i32 @main() {
  call void @of_integer(i256 0)
  call void @of_integer(i256 -1)
  call void @of_integer(i256 2049)
  ; Halfway between two floats, and one more; beyond what half and float hold.
  call void @of_integer(i256 1361129548813392268460180125516077989888)
  call void @of_integer(i256 1361129548813392268460180125516077989889)
  call void @of_integer(i256 -1361129548813392268460180125516077989888)
  call void @of_integer(i256 57896044618658097711785492504343953926634992332820282019728792003956564819967)
  call void @of_double(double 0.0)
  call void @of_double(double -2.5)
  call void @of_double(double 0x47E0000000000001)
  call void @of_double(double 0xC7DFFFFFFFFFFFFF)
  call void @classes(i80 0)
  call void @classes(i80 1)
  call void @classes(i80 302222231531620438900736)
  call void @classes(i80 604453686435277732577280)
  call void @classes(i80 604458298121296159965184)
  call void @classes(i80 604453686435277732577281)
  call void @classes(i80 -9223372036854775808)
  call void @classes(i80 -9223372036854775807)
  ret i32 0
}
