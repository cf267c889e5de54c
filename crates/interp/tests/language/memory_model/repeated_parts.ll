; A struct lies in memory as its fields do, however often it is part of another: each element at its own address, of packed vectors too
%part = type { i8, <3 x i1>, i16 }
%whole = type { %part, [2 x %part], i32 }

@data = constant [20 x i8] c"\01\05\22\11\02\03\44\33\04\06\66\55\07\08\09\0A\0B\0C\0D\0E"

define i32 @main() {
  %w = load %whole, ptr @data, align 1
  %copy = alloca %whole
  store %whole %w, ptr %copy
  %a = extractvalue %whole %w, 0, 0
  %b = extractvalue %whole %w, 1, 0, 0
  %c = extractvalue %whole %w, 1, 1, 0
  %ab = add i8 %a, %b
  %abc = add i8 %ab, %c
  %first = icmp eq i8 %abc, 7
  %v = extractvalue %whole %w, 1, 1, 1
  %lanes = bitcast <3 x i1> %v to i3
  %second = icmp eq i3 %lanes, -2
  %at = getelementptr %whole, ptr %copy, i32 0, i32 1, i32 1, i32 2
  %s = load i16, ptr %at
  %third = icmp eq i16 %s, 21862
  %last = getelementptr %whole, ptr %copy, i32 0, i32 2
  %i = load i32, ptr %last
  %fourth = icmp eq i32 %i, 168364039
  %x = and i1 %first, %second
  %y = and i1 %third, %fourth
  %all = and i1 %x, %y
  %wrong = xor i1 %all, true
  %exit = zext i1 %wrong to i32
  ret i32 %exit
}
