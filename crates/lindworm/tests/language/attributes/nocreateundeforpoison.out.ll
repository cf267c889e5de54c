; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocreateundeforpoison
declare void @a() #0

declare void @b(ptr dead_on_return)

attributes #0 = { nocreateundeforpoison }
