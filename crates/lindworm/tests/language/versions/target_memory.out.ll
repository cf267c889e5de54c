; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: memory(target_mem0: read, target_mem1: read)
declare void @same() #0

; Function Attrs: memory(target_mem0: read)
declare void @other() #1

; Function Attrs: memory(readwrite, target_mem0: none, target_mem1: none)
declare void @none() #2

attributes #0 = { memory(target_mem0: read, target_mem1: read) }
attributes #1 = { memory(target_mem0: read) }
attributes #2 = { memory(readwrite, target_mem0: none, target_mem1: none) }
