; --tbaa: types of memory that is copied.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @malloc(i64)
declare ptr @memcpy(ptr, ptr, i64)

; On the heap, memory gets the type of what is copied to it.
; = UB0618
define i32 @a_copy_on_the_heap_has_the_type_of_its_source() {
  %heap = call ptr @malloc(i64 8)
  %place = alloca float
  store float 1.0, ptr %place, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr %heap, ptr %place, i64 4, i1 false)
  %v = load i32, ptr %heap, !tbaa !0
  ret i32 %v
}

; = UB0618
define i32 @the_library_function_copies_types_too() {
  %heap = call ptr @malloc(i64 8)
  %place = alloca float
  store float 1.0, ptr %place, !tbaa !1
  %copy = call ptr @memcpy(ptr %heap, ptr %place, i64 4)
  %v = load i32, ptr %heap, !tbaa !0
  ret i32 %v
}

; = 1.0
define float @the_type_of_the_source_is_the_one_to_load() {
  %heap = call ptr @malloc(i64 8)
  store i32 5, ptr %heap, !tbaa !0
  %place = alloca float
  store float 1.0, ptr %place, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr %heap, ptr %place, i64 4, i1 false)
  %v = load float, ptr %heap, !tbaa !1
  ret float %v
}

; The places overlap: types are taken from before the copy.
; = UB0618
define i32 @memmove_moves_types() {
  %heap = call ptr @malloc(i64 12)
  %second = getelementptr i8, ptr %heap, i64 4
  store i32 1, ptr %heap, !tbaa !0
  store float 2.0, ptr %second, !tbaa !1
  call void @llvm.memmove.p0.p0.i64(ptr %second, ptr %heap, i64 8, i1 false)
  %v = load i32, ptr %second, !tbaa !0
  %third = getelementptr i8, ptr %heap, i64 8
  %w = load i32, ptr %third, !tbaa !0
  ret i32 %w
}

; The variable has a type of its own.
; = 1065353216
define i32 @a_variable_may_be_of_another_type() {
  %place = alloca float
  %bits = alloca i32
  store float 1.0, ptr %place, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr %bits, ptr %place, i64 4, i1 false)
  %v = load i32, ptr %bits, !tbaa !0
  ret i32 %v
}

; = 1065353216
define i32 @objects_of_cpp_keep_their_type() {
  %heap = call ptr @malloc(i64 8)
  %place = alloca float
  store float 1.0, ptr %place, !tbaa !3
  call void @llvm.memcpy.p0.p0.i64(ptr %heap, ptr %place, i64 4, i1 false)
  %v = load i32, ptr %heap, !tbaa !4
  ret i32 %v
}

; = 0
define i32 @memset_leaves_no_type() {
  %heap = call ptr @malloc(i64 8)
  store float 1.0, ptr %heap, !tbaa !1
  call void @llvm.memset.p0.i64(ptr %heap, i8 0, i64 4, i1 false)
  %v = load i32, ptr %heap, !tbaa !0
  ret i32 %v
}

; What `!tbaa.struct` says of the source must agree with what was stored,
; = UB0618
define void @fields_are_loaded_as_their_types() {
  %from = alloca %pair
  %to = alloca %pair
  %second = getelementptr i8, ptr %from, i64 4
  store i32 1, ptr %second, !tbaa !0
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false), !tbaa.struct !5
  ret void
}

; and is what was stored in the target.
; = UB0618
define i32 @fields_are_stored_as_their_types() {
  %from = alloca %pair
  %to = alloca %pair
  call void @llvm.memset.p0.i64(ptr %from, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false), !tbaa.struct !5
  %second = getelementptr i8, ptr %to, i64 4
  %v = load i32, ptr %second, !tbaa !0
  ret i32 %v
}

; = 7
define i32 @fields_that_agree() {
  %from = alloca %pair
  %to = alloca %pair
  store i32 7, ptr %from, !tbaa !2
  %second = getelementptr i8, ptr %from, i64 4
  store float 1.0, ptr %second, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false), !tbaa.struct !5
  %v = load i32, ptr %to, !tbaa !2
  ret i32 %v
}

; Fields behind the end of the copy are not copied.
; = 3
define i32 @a_part_of_the_fields() {
  %from = alloca %pair
  %to = alloca %pair
  store i32 7, ptr %from, !tbaa !0
  %second = getelementptr i8, ptr %to, i64 4
  store i32 3, ptr %second, !tbaa !0
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 4, i1 false), !tbaa.struct !5
  %v = load i32, ptr %second, !tbaa !0
  ret i32 %v
}

; Tags of the newer form name aggregates: an access to one touches what it has fields of,
; = 7
define i32 @an_aggregate_touches_its_fields() {
  %from = alloca %pair
  %to = alloca %pair
  store i32 7, ptr %from, !tbaa !6
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 4, i1 false), !tbaa !8
  %v = load i32, ptr %to, !tbaa !6
  ret i32 %v
}

; and nothing else.
; = UB0618
define void @an_aggregate_touches_no_other_type() {
  %from = alloca %pair
  %to = alloca %pair
  store i32 7, ptr %from, !tbaa !7
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 4, i1 false), !tbaa !8
  ret void
}

; = UB0618
define %pair @an_aggregate_that_is_loaded() {
  %from = alloca %pair
  store %pair zeroinitializer, ptr %from, !tbaa !8
  store i32 7, ptr %from, !tbaa !7
  %v = load %pair, ptr %from, !tbaa !8
  ret %pair %v
}

%pair = type { i32, float }

!0 = !{!10, !10, i64 0}
!1 = !{!11, !11, i64 0}
!2 = !{!12, !10, i64 0}
!3 = !{!21, !21, i64 0}
!4 = !{!20, !20, i64 0}
!5 = !{i64 0, i64 4, !0, i64 4, i64 4, !1}
!6 = !{!30, !30, i64 0, i64 4}
!7 = !{!31, !31, i64 0, i64 4}
!8 = !{!33, !33, i64 0, i64 8}
!10 = !{!"int", !13, i64 0}
!11 = !{!"float", !13, i64 0}
!12 = !{!"pair", !10, i64 0, !11, i64 4}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C/C++ TBAA"}
!20 = !{!"int", !22, i64 0}
!21 = !{!"float", !22, i64 0}
!22 = !{!"omnipotent char", !23, i64 0}
!23 = !{!"Simple C++ TBAA"}
!30 = !{!34, i64 4, !"int"}
!31 = !{!34, i64 4, !"long"}
!32 = !{!34, i64 4, !"float"}
!33 = !{!34, i64 8, !"pair", !30, i64 0, i64 4, !32, i64 4, i64 4}
!34 = !{!35, i64 1, !"omnipotent char"}
!35 = !{!"Simple C/C++ TBAA"}
