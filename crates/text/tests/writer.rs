//! What is written as LLVM writes it must be written again just so.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::module::{GlobalKind, GlobalValue, NamedMetadata, Variable};
use lindworm_ir::{Context, Module, Type, Value};
use lindworm_text::{FunctionWriter, Output, Writer, to_bytes, type_to_string};

/// Each is the text of a module after its first two lines.
const STANDS: &[&str] = &[
    // Types: structs are defined in the order in which they are come upon, those without names first.
    r#"
%0 = type { i8, %1 }
%1 = type { i8 }
%D = type <{ %E, ptr addrspace(3) }>
%E = type { i1 }
%A = type { %B, %C }
%B = type { %C, ptr }
%C = type { i32 }
%"F G" = type {}

define void @f(ptr sret(%D) %p) {
  %q = getelementptr %A, ptr %p, i64 0, i32 1
  %r = alloca %0, align 8
  %x = alloca { i32, <{}>, [0 x i32], {} }, align 8
  %y = alloca <{ i32, %"F G" }>, align 8
  %z = alloca <vscale x 4 x ptr addrspace(7)>, align 32
  ret void
}
"#,
    r#"
%S = type { i32 }
%T = type { i64 }
%U = type opaque

@a = global ptr getelementptr (%S, ptr @a, i64 1)
@b = global [2 x %T] zeroinitializer

declare x86_fp80 @f(half, bfloat, float, double, fp128, ppc_fp128, i17, target("spirv.Image", void, i32, 1, 2), ...)

declare void @h(ptr byval(%U))

declare void @g(...)
"#,
    // Comdats: those of functions first, only those that are used.
    r#"
$f = comdat any

$"v w" = comdat nodeduplicate

@a = global i32 0, comdat($"v w")
@f2 = global i32 0, comdat($f)

define void @f() comdat {
  ret void
}
"#,
    // Globals.
    r#"
@0 = private unnamed_addr constant [4 x i8] c"\\a\00\22", section "foo\22", partition "p", align 4
@a = external global i32
@b = extern_weak dso_local hidden global i32
@c = external protected dllexport thread_local(initialexec) local_unnamed_addr addrspace(3) externally_initialized global i8, !foo !0
@d = thread_local global i32 0, code_model "small", no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit, align 4
@"\01_x y" = global i32 0 #0

@1 = internal alias i32, ptr @a
@h = hidden alias i8, getelementptr (i8, ptr @0, i64 1)

@2 = ifunc void (), ptr @3, partition "p", !foo !1

; Function Attrs: nounwind
define ptr @3() unnamed_addr #1 section "x" partition "part" align 16 gc "statepoint" prefix i32 1 prologue i8 2 personality ptr @a {
  ret ptr null
}

attributes #0 = { "xx" }
attributes #1 = { nounwind "y"="z" }

!0 = !{}
!1 = !{!0}
"#,
    // Constants.
    r#"
@g = external global i32
@a = global i1 true
@b = global i8 -128
@c = global i65 -18446744073709551616
@d = global <4 x i32> splat (i32 -1)
@e = global <4 x i32> <i32 1, i32 2, i32 poison, i32 undef>
@f = global <2 x float> splat (float 1.000000e+00)
@h = global <2 x ptr> <ptr @g, ptr @g>
@i = global [2 x { i8, [1 x i16] }] [{ i8, [1 x i16] } zeroinitializer, { i8, [1 x i16] } { i8 1, [1 x i16] [i16 2] }]
@j = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@k = global [2 x float] [float 0.000000e+00, float 0x3FB99999A0000000]
@l = global <2 x i1> splat (i1 true)
@m = global <2 x i1> <i1 true, i1 false>
@n = global ptr getelementptr inbounds nuw inrange(-4, 8) (i8, ptr @g, i64 4)
@o = global ptr getelementptr nusw nuw (i8, ptr @g, i64 4)
@p = global i64 add nuw nsw (i64 ptrtoint (ptr @g to i64), i64 3)
@q = global ptr ptrauth (ptr @g, i32 2)
@r = global ptr ptrauth (ptr @g, i32 2, i64 0, ptr @g)
@s = global ptr no_cfi @t
@u = global ptr dso_local_equivalent @t
@v = global ptr blockaddress(@t, %1)
@w = global ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))
@x = global [2 x i8] c"\00a"
@y = global <2 x i8> <i8 0, i8 97>

define void @t() {
  br label %1

1:                                                ; preds = %0
  ret void
}
"#,
    // Labels: the comment stands in column 50, or one space further on.
    r#"
define void @f(i1 %"a b", i32 %-x) {
"the entry":
  br i1 %"a b", label %x, label %a.label.whose.name.reaches.the.column.of.comments

x:                                                ; preds = %x, %"the entry"
  br i1 true, label %x, label %a.label.whose.name.reaches.the.column.of.comments

a.label.whose.name.reaches.the.column.of.comments: ; preds = %x, %"the entry"
  ret void

0:                                                ; No predecessors!
  unreachable
}
"#,
    // Arithmetic, comparisons, casts, memory.
    r#"
define i32 @0(ptr %0, i32 %1, float %2, <vscale x 2 x i32> %3, <2 x i32> %4) {
  %6 = getelementptr nuw i8, ptr %0, i64 1
  %7 = getelementptr inbounds nuw { i8, i32 }, ptr %0, i64 1, i32 0
  %8 = getelementptr nusw i8, ptr %0, i64 1
  %9 = icmp samesign ult i32 %1, 4
  %10 = or disjoint i32 %1, 4
  %11 = sdiv exact i32 %10, -3
  %12 = shl nuw nsw i32 %11, 1
  %13 = zext nneg i32 %1 to i64
  %14 = trunc nuw nsw i32 %1 to i8
  %15 = fptrunc nnan double 1.000000e+00 to float
  %16 = fcmp reassoc ninf nsz arcp contract afn oeq float %2, 1.000000e+00
  %17 = fneg fast float %2
  %18 = fmul fast float %2, %17
  %19 = select nsz i1 %9, float %2, float 2.000000e+00
  %20 = freeze i32 %1
  %21 = shufflevector <vscale x 2 x i32> %3, <vscale x 2 x i32> poison, <vscale x 2 x i32> zeroinitializer
  %22 = shufflevector <2 x i32> %4, <2 x i32> poison, <3 x i32> <i32 0, i32 poison, i32 1>
  %23 = shufflevector <2 x i32> %4, <2 x i32> poison, <3 x i32> poison
  %24 = add <vscale x 2 x i32> %3, splat (i32 5)
  %25 = extractelement <2 x i32> %4, i64 0
  %26 = insertelement <2 x i32> %4, i32 1, i32 0
  %27 = insertvalue { i32, [2 x i8] } undef, i8 1, 1, 0
  %28 = extractvalue { i32, [2 x i8] } %27, 1, 0
  %29 = alloca inalloca swifterror ptr, align 8
  %30 = alloca i32, i32 4, align 4
  %31 = alloca i32, i64 1, align 4, addrspace(5)
  %32 = load volatile i32, ptr %0, align 4
  %33 = load atomic volatile i32, ptr %0 syncscope("singlethread") acquire, align 4
  store i32 1, ptr %0, align 1
  store atomic i32 1, ptr %0 monotonic, align 4
  fence syncscope("a\22") release
  %34 = cmpxchg weak volatile ptr %0, i32 %1, i32 4 syncscope("agent") acq_rel monotonic, align 8
  %35 = atomicrmw volatile fadd ptr %0, float %2 seq_cst, align 4
  %36 = va_arg ptr %0, i32
  ret i32 %36
}
"#,
    // Calls.
    r#"
@p = external global ptr

; Function Attrs: nounwind
define float @f(float noundef %x, ...) #0 {
  %a = call fast nofpclass(nan) float @f(float noundef %x) #2
  %b = notail call fastcc float (float, ...) @f(float noundef %x) [ "deopt"(i32 1, ptr @p), "x"() ]
  %c = tail call cc11 i32 null(ptr align 8 @p, i32 0)
  call void asm sideeffect alignstack inteldialect unwind "a\22", "r"(i32 1)
  %d = musttail call float (float, ...) @f(float %x, ...)
  ret float %d
}

; Function Attrs: nounwind
declare noundef i8 @g(ptr captures(none), i32 signext) #1

; Unknown intrinsic
declare void @llvm.nothing.known()

attributes #0 = { nounwind "x"="y" }
attributes #1 = { nounwind }
attributes #2 = { "only"="string" }
"#,
    // Control flow and exceptions.
    r#"
define void @h(ptr %p) personality ptr @h {
  invoke void @h(ptr %p)
          to label %a unwind label %b

a:                                                ; preds = %0
  %v = callbr i32 asm "", "=r,!i"()
          to label %c [label %b2]

b:                                                ; preds = %0
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @h]
  resume { ptr, i32 } %l

b2:                                               ; preds = %a
  switch i32 %v, label %c [
    i32 1, label %c
    i32 2, label %d
  ]

c:                                                ; preds = %c, %b2, %b2, %a
  %ph = phi fast float [ 1.000000e+00, %a ], [ 2.000000e+00, %b2 ], [ 2.000000e+00, %b2 ], [ %ph, %c ]
  indirectbr ptr %p, [label %c, label %d]

d:                                                ; preds = %c, %b2
  ret void
}

define void @s() personality ptr @h {
  invoke void @s()
          to label %y unwind label %e

e:                                                ; preds = %0
  %cs = catchswitch within none [label %a, label %b] unwind label %z

a:                                                ; preds = %e
  %cp = catchpad within %cs [i32 1, ptr null]
  catchret from %cp to label %y

b:                                                ; preds = %e
  %cp2 = catchpad within %cs []
  call void @s() [ "funclet"(token %cp2) ]
  unreachable

y:                                                ; preds = %a, %0
  ret void

z:                                                ; preds = %e
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
}
"#,
    // Metadata: numbered in the order in which it is used.
    r#"
@v = global i32 0, !foo !0

declare !foo !4 void @d()

define i32 @f(ptr %p) !foo !4 !bar !5 {
  %x = load i32, ptr %p, align 4, !range !6, !a\20b !7
  call void @llvm.assume(i1 true), !foo !8
  %r = call i32 @llvm.read_register.i32(metadata !7)
  ret i32 %x, !foo !4
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.read_register.i32(metadata) #1

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(read) }

!nm = !{!2, !3}
!\31a.b$c = !{}

!0 = distinct !{!0, !1}
!1 = !{!"x\22"}
!2 = distinct !{null, i32 7}
!3 = distinct !{}
!4 = distinct !{}
!5 = !{!4}
!6 = !{i32 0, i32 2}
!7 = !{!"sp"}
!8 = !{}
"#,
    // Module-level properties.
    "target datalayout = \"e-P1\"\ntarget triple = \"x86_64--\"\n\nmodule asm \"a\"\nmodule asm \"b\\22\"\n
define void @f() addrspace(1) {
  call addrspace(1) void @f()
  call addrspace(0) void null()
  ret void
}
",
    // Comments that calls of some intrinsics have.
    r#"
define void @f(ptr addrspace(1) %p, i32 %x) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0) ; (%p, %p)
  ret void
}

declare void @g()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
"#,
];

fn read(text: &str) -> Module {
    let options = lindworm_text::ReadOptions::default();
    let outcome = lindworm_text::read(&Context::new(), "<stdin>", text.as_bytes(), &options);
    outcome.map_err(|e| e[0].message.clone()).unwrap().module
}

#[test]
fn what_stands_is_written_again() {
    for text in STANDS {
        let text = format!("; ModuleID = '<stdin>'\nsource_filename = \"<stdin>\"\n{text}");
        assert_eq!(String::from_utf8_lossy(&to_bytes(&read(&text))), text);
    }
}

#[test]
fn pieces_come_out_in_order() {
    // Enough for many threads and several waves of pieces.
    let mut text = "; ModuleID = '<stdin>'\nsource_filename = \"<stdin>\"\n".to_string();
    for f in 0..40 {
        text += &format!("\ndefine i32 @f{f}(i32 %0) {{\n");
        for i in 0..2000 {
            text += &format!("  %{} = add i32 %{}, {f}\n", i + 2, if i == 0 { 0 } else { i + 1 });
        }
        text += &format!("  ret i32 %2001, !m !{f}\n}}\n");
    }
    text += "\n";
    for n in 0..40 {
        text += &format!("!{n} = !{{i32 {n}}}\n");
    }
    assert!(to_bytes(&read(&text)) == text.as_bytes());
}

#[test]
fn depth_takes_no_stack() {
    let cx = Context::new();
    let mut module = Module::new(&cx, "");
    let mut constant = module.constants().int(&cx, Type::I8, 1);
    let mut ty = Type::I16;
    let mut node = module.metadata_mut().add_string(b"end");
    for _ in 0..1000 {
        ty = cx.array(ty, 1);
        let array = cx.array(module.value_type(None, constant), 1);
        constant = module.constants().intern(array, ConstantData::Aggregate([constant].into()));
    }
    for _ in 0..100_000 {
        node = module.metadata_mut().add_node(NodeKind::Tuple, false, &[node.bits()]);
    }
    module.named_metadata_mut().push(NamedMetadata { name: (*b"n").into(), operands: vec![node] });
    let variable = Variable {
        initializer: Some(constant),
        constant: false,
        externally_initialized: false,
        attributes: Default::default(),
        code_model: None,
        sanitizer: Default::default(),
    };
    let kind = GlobalKind::Variable(variable);
    module.add_global(GlobalValue::new(b"g", module.value_type(None, constant), Type::PTR, kind));
    module.add_global(GlobalValue::new(
        b"f",
        cx.function_type(ty, &[], false),
        Type::PTR,
        GlobalKind::Function(Box::default()),
    ));

    let thread = std::thread::Builder::new().stack_size(64 << 10);
    let text = thread.spawn(move || to_bytes(&module)).unwrap().join().unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(&format!("[i8 1{}", "]".repeat(1000))));
    assert!(text.contains(&format!("declare {}i16{} @f()", "[1 x ".repeat(1000), "]".repeat(1000))));
    assert!(text.ends_with("!99999 = !{!\"end\"}\n"));
}

#[test]
fn single_things() {
    let module = read(
        "%T = type { i8 }
define i32 @f(ptr %p, i32 %0) {
  %x = load i32, ptr %p, align 4, !m !0
  call void @g(metadata !1)
  ret i32 %0
}
declare void @g(metadata)
!0 = !{!1, i32 7}
!1 = !{ptr @f}
",
    );
    let writer = Writer::new(&module);
    let f = FunctionWriter::new(&writer, module.global_named(b"f").unwrap()).unwrap();
    let text = |write: &dyn Fn(&mut Output<'_>)| {
        let mut out = Output::new();
        write(&mut out);
        String::from_utf8(out.into_bytes()).unwrap()
    };
    let load = f.body().first_inst(f.body().entry().unwrap()).unwrap();
    assert_eq!(text(&|o| f.write_instruction(o, load)), "  %x = load i32, ptr %p, align 4, !m !0");
    assert_eq!(text(&|o| f.write_value_as_operand(o, load.into(), true)), "i32 %x");
    assert_eq!(text(&|o| f.write_value_as_operand(o, Value::arg(1), false)), "%0");
    assert_eq!(text(&|o| f.write_value_as_operand(o, f.body().entry().unwrap().into(), true)), "label %1");
    let g = module.global_named(b"g").unwrap();
    assert_eq!(text(&|o| writer.write_value_as_operand(o, g.into(), true)), "ptr @g");
    assert_eq!(text(&|o| writer.write_type(o, module[g].value_type)), "void (metadata)");
    let node = f.body().attachments(load)[0].1;
    assert_eq!(text(&|o| writer.write_metadata_in_full(o, Some(&f), node)), "!0 = !{!1, i32 7}");
    let s = module.context().new_struct(b"S S");
    assert_eq!(type_to_string(module.context(), s), "%\"S S\" = type opaque");
}

/// What takes a text until it has had enough of it, and tells how much it was given at once.
struct Limited {
    left: usize,
    longest: usize,
}

impl std::io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.longest = self.longest.max(bytes.len());
        self.left = self.left.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::WriteZero)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn text_longer_than_memory_goes_out_as_it_is_written() {
    let cx = Context::new();
    // With this many nodes, several threads write.
    for nodes in [1, 20_000] {
        let mut module = Module::new(&cx, "m");
        let shared = (0..60).fold(Type::I8, |ty, _| cx.struct_type(&[ty, ty], false));
        let kind = GlobalKind::Variable(Variable::default());
        module.add_global(GlobalValue::new(b"g", shared, Type::PTR, kind));
        let mut operands = Vec::new();
        for i in 0..nodes {
            let number = module.constants().int(&cx, Type::I32, i);
            let number = module.metadata_mut().add_value(number);
            operands.push(module.metadata_mut().add_node(NodeKind::Tuple, false, &[number.bits()]));
        }
        module.named_metadata_mut().push(NamedMetadata { name: (*b"n").into(), operands });
        let mut out = Limited { left: 80 << 20, longest: 0 };
        let error = lindworm_text::write(&module, &mut out).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::WriteZero);
        assert!(out.longest < 1 << 20, "{}", out.longest);
    }
}
