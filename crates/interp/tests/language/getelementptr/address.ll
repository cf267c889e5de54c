; The address is the base and what the indices add: structures by their layout, arrays by the size of their elements.
%rt = type { i8, [10 x [20 x i32]], i8 }
%st = type { i32, double, %rt }

define noundef i32 @main() {
  %s = alloca [2 x %st]
  %p = getelementptr inbounds %st, ptr %s, i64 1, i32 2, i32 1, i64 5, i64 13
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %s to i64
  %n = sub i64 %a, %b
  ; 824 bytes for the first element, 16 to `%rt`, 4 to the array, then 5 * 80 and 13 * 4.
  %rest = sub i64 %n, 1296
  %r = trunc i64 %rest to i32
  ret i32 %r
}
