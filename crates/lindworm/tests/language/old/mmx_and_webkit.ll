; x86_mmx is a vector of one i64, webkit_jscc a numbered convention
declare webkit_jscc x86_mmx @f(x86_mmx)
define x86_mmx @g(x86_mmx %x) {
  %y = call webkit_jscc x86_mmx @f(x86_mmx %x)
  ret x86_mmx %y
}
