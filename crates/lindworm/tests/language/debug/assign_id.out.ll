; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0}

!0 = distinct !DIAssignID()
