; A structure is frozen element by element.
define noundef i32 @main() {
  %s = insertvalue { i32, i32 } poison, i32 0, 1
  %f = freeze { i32, i32 } %s
  %a = extractvalue { i32, i32 } %f, 0
  %b = extractvalue { i32, i32 } %f, 1
  %zero = xor i32 %a, %a
  %r = or i32 %zero, %b
  ret i32 %r
}
