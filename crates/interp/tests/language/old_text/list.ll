; A list on the heap, with casts of pointers and debug information of LLVM 3.2, which is dropped
%struct.node = type { i32, %struct.node* }

define %struct.node* @push(%struct.node* %list, i32 %value) nounwind {
entry:
  call void @llvm.dbg.value(metadata !{i32 %value}, i64 0, metadata !4), !dbg !5
  %memory = tail call noalias i8* @malloc(i64 ptrtoint (%struct.node* getelementptr (%struct.node* null, i32 1) to i64)) nounwind, !dbg !5
  %node = bitcast i8* %memory to %struct.node*
  %first = bitcast i8* %memory to i32*
  store i32 %value, i32* %first, align 4, !tbaa !6
  %next = getelementptr inbounds %struct.node* %node, i64 0, i32 1
  store %struct.node* %list, %struct.node** %next, align 8, !tbaa !8
  ret %struct.node* %node
}

define i32 @main() nounwind {
entry:
  br label %fill

fill:
  %i = phi i32 [ 1, %entry ], [ %i.next, %fill ]
  %list = phi %struct.node* [ null, %entry ], [ %longer, %fill ]
  %longer = call %struct.node* @push(%struct.node* %list, i32 %i)
  %i.next = add nsw i32 %i, 1
  %full = icmp eq i32 %i.next, 11
  br i1 %full, label %sum, label %fill

sum:
  %at = phi %struct.node* [ %longer, %fill ], [ %next, %sum ]
  %total = phi i32 [ 0, %fill ], [ %total.next, %sum ]
  %value.p = getelementptr inbounds %struct.node* %at, i64 0, i32 0
  %value = load i32* %value.p, align 4, !tbaa !6
  %total.next = add nsw i32 %total, %value
  %next.p = getelementptr inbounds %struct.node* %at, i64 0, i32 1
  %next = load %struct.node** %next.p, align 8, !tbaa !8
  %memory = bitcast %struct.node* %at to i8*
  call void @free(i8* %memory) nounwind
  %end = icmp eq %struct.node* %next, null
  br i1 %end, label %done, label %sum

done:
  %result = sub i32 %total.next, 55
  ret i32 %result
}

declare noalias i8* @malloc(i64) nounwind
declare void @free(i8* nocapture) nounwind
declare void @llvm.dbg.value(metadata, i64, metadata) nounwind readnone

!llvm.dbg.cu = !{!0}
!0 = metadata !{i32 786449, i32 0, i32 12, metadata !"list.c", metadata !"/", metadata !"clang 3.2", i1 true, i1 true, metadata !"", i32 0, null, null, metadata !1, null} ; [ DW_TAG_compile_unit ]
!1 = metadata !{metadata !2}
!2 = metadata !{metadata !3}
!3 = metadata !{i32 786478, i32 0, metadata !0, metadata !"push", metadata !"push", metadata !"", metadata !0, i32 3, null, i1 false, i1 true, i32 0, i32 0, null, i32 256, i1 true, %struct.node* (%struct.node*, i32)* @push, null, null, null, i32 3} ; [ DW_TAG_subprogram ]
!4 = metadata !{i32 786689, metadata !3, metadata !"value", metadata !0, i32 33554435, null, i32 0, i32 0} ; [ DW_TAG_arg_variable ]
!5 = metadata !{i32 3, i32 1, metadata !3, null}
!6 = metadata !{metadata !"int", metadata !7}
!7 = metadata !{metadata !"omnipotent char", metadata !9}
!8 = metadata !{metadata !"any pointer", metadata !7}
!9 = metadata !{metadata !"Simple C/C++ TBAA"}
