; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  fence acquire
  fence release
  fence acq_rel
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  fence syncscope("a \22b\22") acquire
  ret void
}
