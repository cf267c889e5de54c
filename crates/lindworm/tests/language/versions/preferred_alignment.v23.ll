; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() prefalign(16) {
  ret void
}

define void @g() section "s" align 4 prefalign(8) gc "statepoint-example" {
  ret void
}

declare void @h() prefalign(4)
