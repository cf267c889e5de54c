; ModuleID = '<stdin>'
source_filename = "<stdin>"

%0 = type { i8 }
%1 = type { i16 }

@a = global %0 zeroinitializer
@b = global %1 zeroinitializer
