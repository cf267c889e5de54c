; Every kind of piece of a data layout
target datalayout = "E-m:m-p:32:32:64:32-p1:64:64-i1:8-i128:64-v64:128-f16:16-a:0:64-Fi8-n8:16-ni:4:5-S64-P1-G2-A3"
