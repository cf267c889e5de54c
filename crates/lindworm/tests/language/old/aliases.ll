; Aliases and ifuncs of typed pointers
@v = global i32 0
@a = alias i32, i32* @v
@b = alias i8, bitcast (i32* @v to i8*)
define internal void (i32)* @r() {
  ret void (i32)* null
}
@i = ifunc void (i32), void (i32)* ()* @r
