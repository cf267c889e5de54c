; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(<2 x i32>)

declare void @give(<2 x i32>, ...)

declare i32 @__gxx_personality_v0(...)

define <2 x i32> @returned() {
  %constexpr = icmp eq ptr @weak, null
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 true, i32 1
  %constexpr2 = select <2 x i1> %constexpr.ins1, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  ret <2 x i32> %constexpr2
}

define void @used(ptr %p, i1 %c) {
  %constexpr = icmp eq ptr @weak, null
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 true, i32 1
  %constexpr2 = select <2 x i1> %constexpr.ins1, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  store <2 x i32> %constexpr2, ptr %p, align 8
  %constexpr3 = icmp eq ptr @weak, null
  %constexpr.ins4 = insertelement <2 x i1> poison, i1 %constexpr3, i32 0
  %constexpr.ins5 = insertelement <2 x i1> %constexpr.ins4, i1 true, i32 1
  %constexpr6 = select <2 x i1> %constexpr.ins5, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  call void @take(<2 x i32> %constexpr6)
  %constexpr7 = icmp eq ptr @weak, null
  %constexpr.ins8 = insertelement <2 x i1> poison, i1 %constexpr7, i32 0
  %constexpr.ins9 = insertelement <2 x i1> %constexpr.ins8, i1 true, i32 1
  %constexpr10 = select <2 x i1> %constexpr.ins9, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr11 = icmp eq ptr @weak, null
  %constexpr.ins12 = insertelement <2 x i1> poison, i1 %constexpr11, i32 0
  %constexpr.ins13 = insertelement <2 x i1> %constexpr.ins12, i1 true, i32 1
  %constexpr14 = select <2 x i1> %constexpr.ins13, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr15 = icmp eq ptr @weak, null
  %constexpr.ins16 = insertelement <2 x i1> poison, i1 %constexpr15, i32 0
  %constexpr.ins17 = insertelement <2 x i1> %constexpr.ins16, i1 true, i32 1
  %constexpr18 = select <2 x i1> %constexpr.ins17, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr19 = extractelement <2 x i32> %constexpr18, i32 1
  %constexpr20 = zext i32 %constexpr19 to i64
  %constexpr21 = icmp eq ptr @weak, null
  %constexpr.ins22 = insertelement <2 x i1> poison, i1 %constexpr21, i32 0
  %constexpr.ins23 = insertelement <2 x i1> %constexpr.ins22, i1 true, i32 1
  %constexpr24 = select <2 x i1> %constexpr.ins23, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  call void (<2 x i32>, ...) @give(<2 x i32> %constexpr14, i64 %constexpr20, <2 x i32> %constexpr24) [ "deopt"(<2 x i32> %constexpr10, i64 7) ]
  %constexpr25 = icmp eq ptr @weak, null
  %constexpr.ins26 = insertelement <2 x i1> poison, i1 %constexpr25, i32 0
  %constexpr.ins27 = insertelement <2 x i1> %constexpr.ins26, i1 true, i32 1
  %constexpr28 = select <2 x i1> %constexpr.ins27, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %s = select i1 %c, <2 x i32> %constexpr28, <2 x i32> undef
  %constexpr29 = icmp eq ptr @weak, null
  %constexpr.ins30 = insertelement <2 x i1> poison, i1 %constexpr29, i32 0
  %constexpr.ins31 = insertelement <2 x i1> %constexpr.ins30, i1 true, i32 1
  %constexpr32 = select <2 x i1> %constexpr.ins31, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %f = freeze <2 x i32> %constexpr32
  %constexpr33 = icmp eq ptr @weak, null
  %constexpr.ins34 = insertelement <2 x i1> poison, i1 %constexpr33, i32 0
  %constexpr.ins35 = insertelement <2 x i1> %constexpr.ins34, i1 true, i32 1
  %constexpr36 = select <2 x i1> %constexpr.ins35, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %a = insertvalue { i8, <2 x i32> } undef, <2 x i32> %constexpr36, 1
  %constexpr37 = icmp eq ptr @weak, null
  %constexpr.ins38 = insertelement <2 x i1> poison, i1 %constexpr37, i32 0
  %constexpr.ins39 = insertelement <2 x i1> %constexpr.ins38, i1 true, i32 1
  %constexpr40 = select <2 x i1> %constexpr.ins39, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr41 = extractelement <2 x i32> %constexpr40, i32 1
  %constexpr42 = zext i32 %constexpr41 to i64
  %constexpr43 = getelementptr i32, ptr @g, i64 %constexpr42
  %l = load i32, ptr %constexpr43, align 4
  %constexpr44 = icmp eq ptr @weak, null
  %constexpr.ins45 = insertelement <2 x i1> poison, i1 %constexpr44, i32 0
  %constexpr.ins46 = insertelement <2 x i1> %constexpr.ins45, i1 true, i32 1
  %constexpr47 = select <2 x i1> %constexpr.ins46, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr48 = extractelement <2 x i32> %constexpr47, i32 1
  %constexpr49 = zext i32 %constexpr48 to i64
  %constexpr50 = icmp eq ptr @weak, null
  %constexpr.ins51 = insertelement <2 x i1> poison, i1 %constexpr50, i32 0
  %constexpr.ins52 = insertelement <2 x i1> %constexpr.ins51, i1 true, i32 1
  %constexpr53 = select <2 x i1> %constexpr.ins52, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr54 = extractelement <2 x i32> %constexpr53, i32 1
  %constexpr55 = zext i32 %constexpr54 to i64
  %constexpr56 = add i64 %constexpr55, 1
  %n = add i64 %constexpr49, %constexpr56
  %constexpr57 = icmp eq ptr @weak, null
  %constexpr.ins58 = insertelement <2 x i1> poison, i1 %constexpr57, i32 0
  %constexpr.ins59 = insertelement <2 x i1> %constexpr.ins58, i1 true, i32 1
  %constexpr60 = select <2 x i1> %constexpr.ins59, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr.ins61 = insertvalue [2 x <2 x i32>] poison, <2 x i32> undef, 0
  %constexpr.ins62 = insertvalue [2 x <2 x i32>] %constexpr.ins61, <2 x i32> %constexpr60, 1
  %constexpr.ins63 = insertvalue { <2 x i32>, [2 x <2 x i32>] } poison, <2 x i32> %constexpr60, 0
  %constexpr.ins64 = insertvalue { <2 x i32>, [2 x <2 x i32>] } %constexpr.ins63, [2 x <2 x i32>] %constexpr.ins62, 1
  store { <2 x i32>, [2 x <2 x i32>] } %constexpr.ins64, ptr null, align 8
  %constexpr65 = icmp eq ptr @weak, null
  %constexpr.ins66 = insertelement <2 x i1> poison, i1 %constexpr65, i32 0
  %constexpr.ins67 = insertelement <2 x i1> %constexpr.ins66, i1 true, i32 1
  %constexpr68 = select <2 x i1> %constexpr.ins67, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr69 = extractelement <2 x i32> %constexpr68, i32 1
  %constexpr70 = zext i32 %constexpr69 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr70)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = icmp eq ptr @weak, null
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 true, i32 1
  %constexpr2 = select <2 x i1> %constexpr.ins1, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  invoke void @take(<2 x i32> %constexpr2)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr3 = icmp eq ptr @weak, null
  %constexpr.ins4 = insertelement <2 x i1> poison, i1 %constexpr3, i32 0
  %constexpr.ins5 = insertelement <2 x i1> %constexpr.ins4, i1 true, i32 1
  %constexpr6 = select <2 x i1> %constexpr.ins5, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi <2 x i32> [ %constexpr6, %phi.constexpr ]
  store <2 x i32> %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i32> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr11

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr16 [
    i8 0, label %phi.constexpr16
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = icmp eq ptr @weak, null
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 true, i32 1
  %constexpr2 = select <2 x i1> %constexpr.ins1, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr3 = extractelement <2 x i32> %constexpr2, i32 1
  %constexpr4 = zext i32 %constexpr3 to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr4, %phi.constexpr ]
  %constexpr5 = icmp eq ptr @weak, null
  %constexpr.ins6 = insertelement <2 x i1> poison, i1 %constexpr5, i32 0
  %constexpr.ins7 = insertelement <2 x i1> %constexpr.ins6, i1 true, i32 1
  %constexpr8 = select <2 x i1> %constexpr.ins7, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr9 = extractelement <2 x i32> %constexpr8, i32 1
  %constexpr10 = icmp ult i32 %constexpr9, 9
  br i1 %constexpr10, label %phi.constexpr21, label %phi.constexpr

phi.constexpr11:                                  ; preds = %entry
  %constexpr12 = icmp eq ptr @weak, null
  %constexpr.ins13 = insertelement <2 x i1> poison, i1 %constexpr12, i32 0
  %constexpr.ins14 = insertelement <2 x i1> %constexpr.ins13, i1 true, i32 1
  %constexpr15 = select <2 x i1> %constexpr.ins14, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr22 = icmp eq ptr @weak, null
  %constexpr.ins23 = insertelement <2 x i1> poison, i1 %constexpr22, i32 0
  %constexpr.ins24 = insertelement <2 x i1> %constexpr.ins23, i1 true, i32 1
  %constexpr25 = select <2 x i1> %constexpr.ins24, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr26 = extractelement <2 x i32> %constexpr25, i32 1
  %constexpr27 = zext i32 %constexpr26 to i64
  br label %join

phi.constexpr16:                                  ; preds = %one, %one
  %constexpr17 = icmp eq ptr @weak, null
  %constexpr.ins18 = insertelement <2 x i1> poison, i1 %constexpr17, i32 0
  %constexpr.ins19 = insertelement <2 x i1> %constexpr.ins18, i1 true, i32 1
  %constexpr20 = select <2 x i1> %constexpr.ins19, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  br label %join

phi.constexpr21:                                  ; preds = %loop
  %constexpr28 = icmp eq ptr @weak, null
  %constexpr.ins29 = insertelement <2 x i1> poison, i1 %constexpr28, i32 0
  %constexpr.ins30 = insertelement <2 x i1> %constexpr.ins29, i1 true, i32 1
  %constexpr31 = select <2 x i1> %constexpr.ins30, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr32 = extractelement <2 x i32> %constexpr31, i32 1
  %constexpr33 = zext i32 %constexpr32 to i64
  br label %join

join:                                             ; preds = %phi.constexpr21, %phi.constexpr16, %phi.constexpr11
  %x = phi <2 x i32> [ %constexpr15, %phi.constexpr11 ], [ %constexpr20, %phi.constexpr16 ], [ undef, %phi.constexpr21 ]
  %y = phi i64 [ %constexpr27, %phi.constexpr11 ], [ 1, %phi.constexpr16 ], [ %constexpr33, %phi.constexpr21 ]
  %constexpr34 = icmp eq ptr @weak, null
  %constexpr.ins35 = insertelement <2 x i1> poison, i1 %constexpr34, i32 0
  %constexpr.ins36 = insertelement <2 x i1> %constexpr.ins35, i1 true, i32 1
  %constexpr37 = select <2 x i1> %constexpr.ins36, <2 x i32> <i32 ptrtoint (ptr @g to i32), i32 7>, <2 x i32> zeroinitializer
  %constexpr38 = extractelement <2 x i32> %constexpr37, i32 1
  %constexpr39 = zext i32 %constexpr38 to i64
  switch i64 %constexpr39, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i32> %x
}
