; Indirect branches
define void @f(ptr %addr) {
  indirectbr ptr %addr, [ label %bb1, label %bb2, label %bb1 ]
bb1:
  indirectbr ptr %addr, []
bb2:
  ret void
}
