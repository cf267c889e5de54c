; A poison lane of a vector of bits leaves the lanes that share its byte in memory as they are.

declare void @llvm.masked.store.v8i1.p0(<8 x i1>, ptr, i32, <8 x i1>)

define i32 @main() {
  %place = alloca <8 x i1>
  store <8 x i1> <i1 1, i1 poison, i1 1, i1 0, i1 1, i1 1, i1 1, i1 1>, ptr %place
  call void @llvm.masked.store.v8i1.p0(<8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 poison, i1 1, i1 1, i1 1>, ptr %place, i32 1, <8 x i1> <i1 0, i1 0, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0>)
  %loaded = load <8 x i1>, ptr %place
  %a = extractelement <8 x i1> %loaded, i32 0
  %b = extractelement <8 x i1> %loaded, i32 3
  %c = extractelement <8 x i1> %loaded, i32 7
  %ab = and i1 %a, %b
  %abc = and i1 %ab, %c
  %code = select i1 %abc, i32 0, i32 1
  br i1 %abc, label %right, label %wrong
right:
  %d = extractelement <8 x i1> %loaded, i32 1
  br i1 %d, label %wrong, label %wrong ; UB0301
wrong:
  ret i32 %code
}
