; ModuleID = '<stdin>'
source_filename = "<stdin>"

%pair = type { b8, ptr }

@byte = global b8 -56
@one.bit = global b1 -1
@wide = global b128 123456789012345678901234567890
@zero = global b32 0
@text = global [3 x b8] c"abc"
@array = global [2 x b16] [b16 1, b16 -1]
@vector = global <2 x b32> <b32 1, b32 2>
@splat = global <4 x b8> splat (b8 3)
@folded = global b8 7
@address = global b64 bitcast (ptr @byte to b64)

define b64 @f(b64 signext %x, <2 x b32> %v, ptr %p, i1 %c) {
  %a = bitcast b64 %x to ptr
  %b = bitcast ptr %p to b64
  %d = bitcast <2 x b32> %v to ptr
  %e = bitcast b64 %x to double
  %g = load b64, ptr %p, align 8
  %h = freeze b64 %g
  %i = select i1 %c, b64 %h, b64 0
  %j = load atomic b8, ptr %p monotonic, align 1
  %k = extractelement <2 x b32> %v, i32 0
  %l = getelementptr %pair, ptr %p, i32 0, i32 1
  store b128 1, ptr %p, align 16
  ret b64 %i
}
