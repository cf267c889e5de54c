; passes: globaldce
; What no external definition needs goes: cycles, and members of comdats with their comdat.
$c = comdat any
@kept = global ptr @used
@dead = internal global ptr @cycle
@member = linkonce_odr global i32 1, comdat($c)

define internal void @used() {
  ret void
}

define internal void @cycle() {
  call void @cycle()
  ret void
}

declare void @unused_declaration()
