; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(ptr)

declare void @give(ptr, ...)

declare i32 @__gxx_personality_v0(...)

define ptr @returned() {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr1 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr
  ret ptr %constexpr1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr1 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr
  store ptr %constexpr1, ptr %p, align 8
  %constexpr2 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr3 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr2
  call void @take(ptr %constexpr3)
  %constexpr4 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr5 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr4
  %constexpr6 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr7 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr6
  %constexpr8 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr9 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr8
  %constexpr10 = ptrtoint ptr %constexpr9 to i64
  %constexpr11 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr12 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr11
  call void (ptr, ...) @give(ptr %constexpr7, i64 %constexpr10, ptr %constexpr12) [ "deopt"(ptr %constexpr5, i64 7) ]
  %constexpr13 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr14 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr13
  %s = select i1 %c, ptr %constexpr14, ptr undef
  %constexpr15 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr16 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr15
  %f = freeze ptr %constexpr16
  %constexpr17 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr18 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr17
  %a = insertvalue { i8, ptr } undef, ptr %constexpr18, 1
  %constexpr19 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr20 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr19
  %constexpr21 = ptrtoint ptr %constexpr20 to i64
  %constexpr22 = getelementptr i32, ptr @g, i64 %constexpr21
  %l = load i32, ptr %constexpr22, align 4
  %constexpr23 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr24 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr23
  %constexpr25 = ptrtoint ptr %constexpr24 to i64
  %constexpr26 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr27 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr26
  %constexpr28 = ptrtoint ptr %constexpr27 to i64
  %constexpr29 = add i64 %constexpr28, 1
  %n = add i64 %constexpr25, %constexpr29
  %constexpr30 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr31 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr30
  %constexpr.ins = insertvalue [2 x ptr] poison, ptr undef, 0
  %constexpr.ins32 = insertvalue [2 x ptr] %constexpr.ins, ptr %constexpr31, 1
  %constexpr.ins33 = insertvalue { ptr, [2 x ptr] } poison, ptr %constexpr31, 0
  %constexpr.ins34 = insertvalue { ptr, [2 x ptr] } %constexpr.ins33, [2 x ptr] %constexpr.ins32, 1
  store { ptr, [2 x ptr] } %constexpr.ins34, ptr null, align 8
  %constexpr35 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr36 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr35
  %constexpr37 = ptrtoint ptr %constexpr36 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr37)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr1 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr
  invoke void @take(ptr %constexpr1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr3 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr2
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi ptr [ %constexpr3, %phi.constexpr ]
  store ptr %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define ptr @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr7

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr10 [
    i8 0, label %phi.constexpr10
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr1 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr
  %constexpr2 = ptrtoint ptr %constexpr1 to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr2, %phi.constexpr ]
  %constexpr3 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr4 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr3
  %constexpr5 = ptrtoint ptr %constexpr4 to i64
  %constexpr6 = icmp ult i64 %constexpr5, 9
  br i1 %constexpr6, label %phi.constexpr13, label %phi.constexpr

phi.constexpr7:                                   ; preds = %entry
  %constexpr8 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr9 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr8
  %constexpr14 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr15 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr14
  %constexpr16 = ptrtoint ptr %constexpr15 to i64
  br label %join

phi.constexpr10:                                  ; preds = %one, %one
  %constexpr11 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr12 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr11
  br label %join

phi.constexpr13:                                  ; preds = %loop
  %constexpr17 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr18 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr17
  %constexpr19 = ptrtoint ptr %constexpr18 to i64
  br label %join

join:                                             ; preds = %phi.constexpr13, %phi.constexpr10, %phi.constexpr7
  %x = phi ptr [ %constexpr9, %phi.constexpr7 ], [ %constexpr12, %phi.constexpr10 ], [ undef, %phi.constexpr13 ]
  %y = phi i64 [ %constexpr16, %phi.constexpr7 ], [ 1, %phi.constexpr10 ], [ %constexpr19, %phi.constexpr13 ]
  %constexpr20 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr21 = getelementptr inbounds { i32, [2 x i32] }, ptr @table, i32 0, i32 1, i64 %constexpr20
  %constexpr22 = ptrtoint ptr %constexpr21 to i64
  switch i64 %constexpr22, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret ptr %x
}
