; On a big-endian target, a vector of bits in a struct is mirrored by itself, and leaves what is beside it as it is.

target datalayout = "E"
%mixed = type { i32, <12 x i1>, ptr, i16 }

@number = global i32 3
@image = global %mixed { i32 1, <12 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1>, ptr @number, i16 2 }

define i32 @main() {
  %all = load %mixed, ptr @image
  %copy = alloca %mixed
  store %mixed %all, ptr %copy
  %first = load i32, ptr %copy
  %first.ok = icmp eq i32 %first, 1
  %bits.at = getelementptr %mixed, ptr %copy, i32 0, i32 1
  %bits = load i12, ptr %bits.at
  %bits.ok = icmp eq i12 %bits, 2051
  %pointer.at = getelementptr %mixed, ptr %copy, i32 0, i32 2
  %pointer = load ptr, ptr %pointer.at
  %number = load i32, ptr %pointer
  %number.ok = icmp eq i32 %number, 3
  %a = and i1 %first.ok, %bits.ok
  %b = and i1 %a, %number.ok
  %code = select i1 %b, i32 0, i32 1
  ret i32 %code
}
