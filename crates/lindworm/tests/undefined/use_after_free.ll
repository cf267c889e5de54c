; use_after_free.c:17: use after free: load of 8 bytes at offset 8 of a heap object of 16 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !10 {
  %1 = call ptr @push(ptr noundef null, i32 noundef 1), !dbg !14
  %2 = call ptr @push(ptr noundef %1, i32 noundef 2), !dbg !15
  call void @destroy(ptr noundef %2), !dbg !16
  ret i32 0, !dbg !17
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @destroy(ptr noundef %0) #0 !dbg !18 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !27, !DIExpression(), !28)
    #dbg_declare(ptr %3, !29, !DIExpression(), !31)
  %4 = load ptr, ptr %2, align 8, !dbg !32
  store ptr %4, ptr %3, align 8, !dbg !31
  br label %5, !dbg !33

5:                                                ; preds = %10, %1
  %6 = load ptr, ptr %3, align 8, !dbg !34
  %7 = icmp ne ptr %6, null, !dbg !36
  br i1 %7, label %8, label %14, !dbg !36

8:                                                ; preds = %5
  %9 = load ptr, ptr %3, align 8, !dbg !37
  call void @free(ptr noundef %9) #3, !dbg !38
  br label %10, !dbg !38

10:                                               ; preds = %8
  %11 = load ptr, ptr %3, align 8, !dbg !39
  %12 = getelementptr inbounds nuw %struct.node, ptr %11, i32 0, i32 1, !dbg !40
  %13 = load ptr, ptr %12, align 8, !dbg !40
  store ptr %13, ptr %3, align 8, !dbg !41
  br label %5, !dbg !42, !llvm.loop !43

14:                                               ; preds = %5
  ret void, !dbg !46
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @push(ptr noundef %0, i32 noundef %1) #0 !dbg !47 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !50, !DIExpression(), !51)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !52, !DIExpression(), !53)
    #dbg_declare(ptr %5, !54, !DIExpression(), !55)
  %6 = call noalias ptr @malloc(i64 noundef 16) #4, !dbg !56
  store ptr %6, ptr %5, align 8, !dbg !55
  %7 = load i32, ptr %4, align 4, !dbg !57
  %8 = load ptr, ptr %5, align 8, !dbg !58
  %9 = getelementptr inbounds nuw %struct.node, ptr %8, i32 0, i32 0, !dbg !59
  store i32 %7, ptr %9, align 8, !dbg !60
  %10 = load ptr, ptr %3, align 8, !dbg !61
  %11 = load ptr, ptr %5, align 8, !dbg !62
  %12 = getelementptr inbounds nuw %struct.node, ptr %11, i32 0, i32 1, !dbg !63
  store ptr %10, ptr %12, align 8, !dbg !64
  %13 = load ptr, ptr %5, align 8, !dbg !65
  ret ptr %13, !dbg !66
}

; Function Attrs: nounwind
declare void @free(ptr noundef) #1

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }
attributes #4 = { nounwind allocsize(0) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "use_after_free.c", directory: ".", checksumkind: CSK_MD5, checksum: "6e27ea5195018cb4ed75e7c1c65406f1")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 22.1.8 (3)"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 20, type: !11, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DILocation(line: 21, column: 18, scope: !10)
!15 = !DILocation(line: 21, column: 13, scope: !10)
!16 = !DILocation(line: 21, column: 5, scope: !10)
!17 = !DILocation(line: 22, column: 1, scope: !10)
!18 = distinct !DISubprogram(name: "destroy", scope: !1, file: !1, line: 16, type: !19, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !26)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !21}
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 5, size: 128, elements: !23)
!23 = !{!24, !25}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !22, file: !1, line: 6, baseType: !13, size: 32)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !22, file: !1, line: 7, baseType: !21, size: 64, offset: 64)
!26 = !{}
!27 = !DILocalVariable(name: "list", arg: 1, scope: !18, file: !1, line: 16, type: !21)
!28 = !DILocation(line: 16, column: 34, scope: !18)
!29 = !DILocalVariable(name: "n", scope: !30, file: !1, line: 17, type: !21)
!30 = distinct !DILexicalBlock(scope: !18, file: !1, line: 17, column: 5)
!31 = !DILocation(line: 17, column: 23, scope: !30)
!32 = !DILocation(line: 17, column: 27, scope: !30)
!33 = !DILocation(line: 17, column: 10, scope: !30)
!34 = !DILocation(line: 17, column: 33, scope: !35)
!35 = distinct !DILexicalBlock(scope: !30, file: !1, line: 17, column: 5)
!36 = !DILocation(line: 17, column: 5, scope: !30)
!37 = !DILocation(line: 17, column: 54, scope: !35)
!38 = !DILocation(line: 17, column: 49, scope: !35)
!39 = !DILocation(line: 17, column: 40, scope: !35)
!40 = !DILocation(line: 17, column: 43, scope: !35)
!41 = !DILocation(line: 17, column: 38, scope: !35)
!42 = !DILocation(line: 17, column: 5, scope: !35)
!43 = distinct !{!43, !36, !44, !45}
!44 = !DILocation(line: 17, column: 55, scope: !30)
!45 = !{!"llvm.loop.mustprogress"}
!46 = !DILocation(line: 18, column: 1, scope: !18)
!47 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 10, type: !48, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !26)
!48 = !DISubroutineType(types: !49)
!49 = !{!21, !21, !13}
!50 = !DILocalVariable(name: "list", arg: 1, scope: !47, file: !1, line: 10, type: !21)
!51 = !DILocation(line: 10, column: 39, scope: !47)
!52 = !DILocalVariable(name: "value", arg: 2, scope: !47, file: !1, line: 10, type: !13)
!53 = !DILocation(line: 10, column: 49, scope: !47)
!54 = !DILocalVariable(name: "n", scope: !47, file: !1, line: 11, type: !21)
!55 = !DILocation(line: 11, column: 18, scope: !47)
!56 = !DILocation(line: 11, column: 22, scope: !47)
!57 = !DILocation(line: 12, column: 16, scope: !47)
!58 = !DILocation(line: 12, column: 5, scope: !47)
!59 = !DILocation(line: 12, column: 8, scope: !47)
!60 = !DILocation(line: 12, column: 14, scope: !47)
!61 = !DILocation(line: 12, column: 33, scope: !47)
!62 = !DILocation(line: 12, column: 23, scope: !47)
!63 = !DILocation(line: 12, column: 26, scope: !47)
!64 = !DILocation(line: 12, column: 31, scope: !47)
!65 = !DILocation(line: 13, column: 12, scope: !47)
!66 = !DILocation(line: 13, column: 5, scope: !47)
