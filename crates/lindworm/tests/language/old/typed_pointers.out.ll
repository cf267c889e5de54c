; ModuleID = '<stdin>'
source_filename = "<stdin>"

%s = type { ptr, ptr }

@a = global ptr null
@b = global %s zeroinitializer
@c = global ptr addrspace(1) null

define ptr @f(ptr %p, ptr %q, ptr %g) {
  ret ptr %p
}
