; ModuleID = '<stdin>'
source_filename = "<stdin>"

define private void @a() {
  ret void
}

define internal void @b() {
  ret void
}

define available_externally void @c() {
  ret void
}

define linkonce void @d() {
  ret void
}

define linkonce_odr void @e() {
  ret void
}

define weak void @f() {
  ret void
}

define weak_odr void @g() {
  ret void
}

define void @h() {
  ret void
}

define void @i() {
  ret void
}
