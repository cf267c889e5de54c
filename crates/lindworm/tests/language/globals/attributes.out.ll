; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0 #0
@b = global i32 0, align 4 #1

attributes #0 = { "bss-section"="my_bss" "data-section" }
attributes #1 = { "rodata-section"="r" }
