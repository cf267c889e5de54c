; 4:26: invalid type for null constant
define void @f() {
  ; A tile of AMX cannot be made of bits.
  call void @use(x86_amx zeroinitializer)
  ret void
}
declare void @use(x86_amx)
