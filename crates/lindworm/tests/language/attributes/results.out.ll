; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare noalias align 16 ptr @a()

declare noundef zeroext i8 @b()

declare nonnull dereferenceable(8) ptr @c()

declare noundef nofpclass(nan) float @d()

declare range(i32 0, 10) i32 @e()

declare inreg signext i16 @f()
