; ModuleID = '<stdin>'
source_filename = "<stdin>"

%node = type { ptr, %leaf }
%leaf = type { i32, ptr }

@h = global %node { ptr @h, %leaf { i32 1, ptr @h } }
