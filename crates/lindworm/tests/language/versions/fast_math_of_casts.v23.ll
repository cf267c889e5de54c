; ModuleID = '<stdin>'
source_filename = "<stdin>"

define float @f(i32 %x) {
  %a = uitofp fast i32 %x to float
  %b = uitofp nnan nsz nneg i32 %x to float
  %c = uitofp nneg i32 %x to float
  %d = sitofp nsz i32 %x to float
  %e = sitofp i32 %x to float
  ret float %d
}
