//! Instructions that builders create, fold and reject.

use super::*;
use crate::Context;
use crate::instruction::{Align, AtomicRmwOp, GepFlags};
use crate::module::Linkage;
use crate::value::Global;

/// The result of `f` for a function with an `i32`, a `<2 x i32>` and a `ptr` parameter.
fn built(f: impl FnOnce(&mut Builder<'_>, [Value; 3])) -> (Module, Body) {
    let module = Module::new(&Context::new(), "m");
    let pair = module.context.vector(Type::I32, 2, false);
    let mut body = Body::new(&[Type::I32, pair, Type::PTR]);
    let block = body.create_block();
    body.append_block(block);
    let mut builder = Builder::new(&module, &mut body);
    builder.at_end(block);
    f(&mut builder, [0, 1, 2].map(Value::arg));
    (module, body)
}

#[test]
fn names_are_made_unique_with_one_count() {
    let (_, body) = built(|b, [int, vector, _]| {
        for name in ["a", "a", "b", "b", "a"] {
            b.named(name).binary(BinaryOp::Add, int, int).unwrap();
        }
        b.named("v").splat(4, int).unwrap();
        b.extract_element(vector, 0).unwrap();
    });
    let block = body.entry().unwrap();
    let names: Vec<_> = body.insts(block).map(|i| String::from_utf8_lossy(body.name(i.into())).into_owned()).collect();
    assert_eq!(names, ["a", "a1", "b", "b2", "a3", "v.splatinsert", "v.splat", ""]);
}

#[test]
fn constants_fold_and_take_no_name() {
    let (_, body) = built(|b, [int, ..]| {
        let two = b.int(Type::I32, 2);
        let four = b.named("a").binary(BinaryOp::Mul, two, two).unwrap();
        assert_eq!(four, b.int(Type::I32, 4));
        assert_eq!(b.named("a").cast(CastOp::BitCast, int, Type::I32).unwrap(), int);
        b.binary(BinaryOp::Add, int, four).unwrap();
    });
    let insts: Vec<_> = body.insts(body.entry().unwrap()).collect();
    assert_eq!(insts.len(), 1);
    assert_eq!(body.name(insts[0].into()), b"");
}

#[test]
fn broken_calls_are_errors_and_make_nothing() {
    let (_, body) = built(|b, [int, vector, pointer]| {
        let ty = b.context().function_type(Type::VOID, &[Type::I32], false);
        let errors = [
            b.binary(BinaryOp::FAdd, int, int).unwrap_err(),
            b.binary(BinaryOp::Add, int, vector).unwrap_err(),
            b.select(vector, int, int).unwrap_err(),
            b.load(Type::I32, int, Align::ONE).unwrap_err(),
            b.cast(CastOp::ZExt, int, Type::I8).unwrap_err(),
            b.cast(CastOp::BitCast, pointer, Type::I64).unwrap_err(),
            b.shuffle(vector, vector, &[4]).unwrap_err(),
            b.extract_value(int, 0).unwrap_err(),
            b.call(pointer, ty, &[]).unwrap_err(),
            b.call(pointer, ty, &[vector]).unwrap_err(),
            b.call(pointer, Type::I8, &[]).unwrap_err(),
        ];
        let messages = [
            "operand 0 of `fadd` is of type i32, where it takes a float or a vector of floats",
            "operand 1 of `add` is of type <2 x i32>, where it takes i32",
            "operand 0 of `select` is of type <2 x i32>, where it takes i1, or a vector of i1 as long as the other operands",
            "operand 0 of `load` is of type i32, where it takes a pointer",
            "`zext` does not convert i32 to i8",
            "`bitcast` does not convert ptr to i64",
            "the mask of `shufflevector` is empty or names no element of two vectors of type <2 x i32>",
            "operand 0 of `extractvalue` is of type i32, where it takes a struct or an array",
            "`call` has 0 arguments for 1 parameters",
            "operand 0 of `call` is of type <2 x i32>, where it takes i32",
            "`call` takes a function type, not i8",
        ];
        assert_eq!(errors.map(|e| e.to_string()), messages);
    });
    assert_eq!(body.inst_count(), 0);
}

#[test]
fn a_builder_that_is_nowhere_says_so() {
    let module = Module::new(&Context::new(), "m");
    assert_eq!(Builder::new(&module, &mut Body::new(&[])).ret(None), Err(BuildError::NoPoint));
}

#[test]
fn instructions_go_before_one_and_take_its_location() {
    let (module, mut body) = built(|b, [int, ..]| {
        b.ret(Some(int)).unwrap();
    });
    let ret = body.terminator(body.entry().unwrap()).unwrap();
    let loc = Metadata::new(crate::metadata::MetadataRef::Node(7));
    body.set_debug_loc(ret, Some(loc));
    let mut builder = Builder::new(&module, &mut body);
    let made = builder.before(ret).not(Value::arg(0)).unwrap().as_inst().unwrap();
    assert_eq!(body.next_inst(made), Some(ret));
    assert_eq!(body.debug_loc(made), Some(loc));
}

/// The result of a builder with mutable access to the module, for a function `f` of this type with an entry block.
fn built_in_module(
    result: Type,
    params: &[Type],
    build: impl FnOnce(&mut Builder<'_, &mut Module>) -> Result<(), BuildError>,
) -> (Module, Global) {
    let mut module = Module::new(&Context::new(), "m");
    let ty = module.context.function_type(result, params, false);
    let function = module.add_function(b"f", ty);
    module.build_body(function, |b| {
        let entry = b.append_block("entry");
        b.at_end(entry);
        build(b).unwrap();
    });
    (module, function)
}

#[test]
fn types_that_no_instruction_has_are_refused() {
    let (_, body) = built(|b, [int, _, pointer]| {
        let one = b.context().struct_type(&[Type::I32], false);
        let opaque = b.context().new_struct(b"opaque");
        let (zero, nine) = (b.int(Type::I32, 0), b.int(Type::I32, 9));
        let inbounds = GepFlags::INBOUNDS | GepFlags::NUSW;
        let seq_cst = Access::atomic(AtomicOrdering::SeqCst);
        let errors = [
            b.gep(one, inbounds, pointer, &[zero, nine]).unwrap_err(),
            b.gep(one, inbounds, pointer, &[zero, int]).unwrap_err(),
            b.gep(opaque, inbounds, pointer, &[zero]).unwrap_err(),
            b.gep(Type::I8, inbounds, int, &[zero]).unwrap_err(),
            b.atomic_rmw(AtomicRmwOp::FAdd, pointer, int, seq_cst).unwrap_err(),
            b.atomic_rmw(AtomicRmwOp::Add, pointer, int, Access::default()).unwrap_err(),
            b.alloca(Type::VOID).unwrap_err(),
            b.alloca(opaque).unwrap_err(),
            b.load(Type::LABEL, pointer, Align::ONE).unwrap_err(),
            b.load_with(Type::I32, pointer, Access::atomic(AtomicOrdering::Release)).unwrap_err(),
            b.phi(Type::VOID, &[]).unwrap_err(),
            b.add_incoming(int, int, Block::from_u32(0)).unwrap_err(),
            b.switch(int, Block::from_u32(0), &[(int, Block::from_u32(0))]).unwrap_err(),
            b.resume_of_nothing(),
            b.catch_pad(int, &[]).unwrap_err(),
        ];
        let messages = [
            "an index of `getelementptr` names nothing in { i32 }",
            "an index of `getelementptr` names nothing in { i32 }",
            "`getelementptr` is of type %opaque, where it takes a type with a size",
            "operand 0 of `getelementptr` is of type i32, where it takes a pointer or a vector of pointers",
            "operand 1 of `atomicrmw` is of type i32, where it takes a float or a vector of floats",
            "`atomicrmw` cannot be without an ordering",
            "`alloca` is of type void, where it takes a type with a size",
            "`alloca` is of type %opaque, where it takes a type with a size",
            "`load` is of type label, where it takes a first-class type other than label, metadata and token",
            "`load` cannot be release",
            "`phi` is of type void, where it takes a first-class type other than label, metadata and token",
            "the value is not a `phi`",
            "operand 2 of `switch` is not a constant integer",
            "there is no point to insert at",
            "operand 0 of `catchpad` is of type i32, where it takes token",
        ];
        assert_eq!(errors.map(|e| e.to_string()), messages);
    });
    assert_eq!(body.inst_count(), 0);
}

impl Builder<'_> {
    /// The error of a builder without an insertion point.
    fn resume_of_nothing(&mut self) -> BuildError {
        let point = self.point();
        let error = self.set_point(None).resume(Value::arg(0)).unwrap_err();
        self.set_point(point);
        error
    }
}

#[test]
fn addresses_fold_to_constants_unless_the_builder_does_not_fold() {
    let (module, f) = built_in_module(Type::VOID, &[], |b| {
        let pair = b.context().struct_type(&[Type::I32, Type::I64], false);
        let variable = b.module_mut().add_variable(b"v", pair, None);
        let folded = b.struct_gep(pair, variable.into(), 1)?;
        assert!(folded.is_constant());
        b.folds = false;
        assert!(b.struct_gep(pair, variable.into(), 1)?.as_inst().is_some());
        let two = b.int(Type::I32, 2);
        assert!(b.binary(BinaryOp::Add, two, two)?.as_inst().is_some());
        // Casts that need no instruction in LLVM create none here.
        assert_eq!(b.cast(CastOp::BitCast, two, Type::I32)?, two);
        b.ret(None).map(|_| ())
    });
    assert_eq!(module.body(f).unwrap().inst_count(), 3);
}

#[test]
fn accesses_have_the_alignment_of_their_type() {
    let (module, f) = built_in_module(Type::VOID, &[Type::PTR], |b| {
        let pointer = Value::arg(0);
        let value = b.load(Type::I64, pointer, Align::NONE)?;
        b.store(value, pointer, Align::ONE)?;
        b.atomic_rmw(AtomicRmwOp::Add, pointer, value, Access::atomic(AtomicOrdering::Monotonic))?;
        b.cmpxchg(pointer, value, value, AtomicOrdering::Acquire, false, Access::atomic(AtomicOrdering::AcqRel))?;
        b.alloca(Type::I16)?;
        b.ret(None).map(|_| ())
    });
    let body = module.body(f).unwrap();
    let align = |inst: Inst| match *body.inst(inst) {
        InstData::Load { align, .. }
        | InstData::Store { align, .. }
        | InstData::AtomicRmw { align, .. }
        | InstData::CmpXchg { align, .. }
        | InstData::Alloca { align, .. } => align.bytes(),
        _ => None,
    };
    let aligns: Vec<_> = body.insts(body.entry().unwrap()).map(align).collect();
    // `i64` is aligned to 4 bytes by the default data layout.
    assert_eq!(aligns, [Some(4), Some(1), Some(8), Some(8), Some(2), None]);
}

#[test]
fn a_case_and_an_incoming_value_are_added_later() {
    let (module, f) = built_in_module(Type::I32, &[Type::I32], |b| {
        let entry = b.current_block().unwrap();
        let end = b.append_block("end");
        let switch = b.switch(Value::arg(0), end, &[])?;
        let seven = b.int(Type::I32, 7);
        b.add_case(switch, seven, end)?;
        let phi = b.at_end(end).phi(Type::I32, &[(Value::arg(0), entry)])?;
        b.add_incoming(phi, seven, entry)?;
        assert!(b.add_incoming(phi, b.zero(Type::I8), entry).is_err());
        b.ret(Some(phi)).map(|_| ())
    });
    let body = module.body(f).unwrap();
    let insts: Vec<_> = body.blocks().flat_map(|block| body.insts(block)).collect();
    assert_eq!((body.operand_count(insts[0]), body.operand_count(insts[1])), (4, 4));
}

#[test]
fn strings_and_intrinsics_are_made_on_the_way() {
    let (module, _) = built_in_module(Type::VOID, &[], |b| {
        let text = b.global_string("text", "hi");
        let (size, no) = (b.int(Type::I64, 3), b.zero(Type::I1));
        let overloads = [Type::PTR, Type::PTR, Type::I64];
        b.call_intrinsic("llvm.memcpy", &overloads, &[text.into(), text.into(), size, no])?;
        let error = b.call_intrinsic("llvm.memcpyy", &[], &[]).unwrap_err();
        assert_eq!(error.to_string(), "there is no intrinsic `llvm.memcpyy`");
        b.ret(None).map(|_| ())
    });
    let text = &module.globals[module.global_named(b"text").unwrap()];
    assert!(text.linkage == Linkage::Private && text.dso_local && text.as_variable().unwrap().constant);
    let memcpy = module.function(module.global_named(b"llvm.memcpy.p0.p0.i64").unwrap()).unwrap();
    assert!(memcpy.intrinsic.is_some() && memcpy.attributes != Default::default());
}

#[test]
fn blocks_and_points() {
    let (_, body) = built(|b, [int, ..]| {
        let entry = b.current_block().unwrap();
        let first = b.binary(BinaryOp::Add, int, int).unwrap();
        let (here, other) = (b.point(), b.append_block("entry"));
        b.at_start(entry).named("entry").binary(BinaryOp::Mul, int, int).unwrap();
        assert_eq!(b.current_block(), Some(entry));
        b.at_end(other).ret(Some(first)).unwrap();
        b.set_point(here).br(other).unwrap();
    });
    let names = body.blocks().map(Value::from).chain(body.insts(body.entry().unwrap()).map(Value::from));
    let names: Vec<_> = names.map(|v| String::from_utf8_lossy(body.name(v)).into_owned()).collect();
    assert_eq!(names, ["", "entry", "entry1", "", ""]);
}

#[test]
fn handles_of_elsewhere_are_errors() {
    let other = Context::new();
    let (array, function) = (other.array(Type::I8, 3), other.function_type(Type::VOID, &[], false));
    let (no_block, no_inst) = (Block::from_u32(7), Value::from(Inst::from_u32(7)));
    let (_, body) = built(|b, [int, _, pointer]| {
        // Types of this context with the same indices.
        b.context().array(Type::I16, 5);
        b.context().function_type(Type::I32, &[], false);
        for foreign in [
            b.alloca(array),
            b.load(array, pointer, Align::NONE),
            b.gep(array, GepFlags::empty(), pointer, &[int]),
            b.bitcast(int, array),
            b.phi(array, &[]),
            b.va_arg(pointer, array),
            b.aggregate(array, &[]),
            b.call(pointer, function, &[]).map(Value::from),
        ] {
            assert_eq!(foreign, Err(BuildError::ForeignType));
        }
        let here = b.current_block().unwrap();
        for unknown in [
            b.br(no_block),
            b.switch(int, no_block, &[]),
            b.indirect_br(pointer, &[here, no_block]),
            b.phi(Type::I32, &[(int, no_block)]).map(|v| v.as_inst().unwrap()),
        ] {
            assert_eq!(unknown, Err(BuildError::NoBlock(no_block)));
        }
        let error = b.binary(BinaryOp::Add, int, no_inst).unwrap_err();
        assert_eq!(error.to_string(), "operand 1 of `add` is void, or of another function or module");
        let constant = Value::from(crate::value::Constant::from_u32(1 << 20));
        assert!(b.store(constant, pointer, Align::NONE).is_err());
        assert!(
            b.call(Value::from(Global::from_u32(3)), b.context().function_type(Type::VOID, &[], false), &[]).is_err()
        );
        assert_eq!(b.at_end(no_block).unreachable(), Err(BuildError::NoPoint));
        assert_eq!(b.before(Inst::from_u32(7)).unreachable(), Err(BuildError::NoPoint));
        assert_eq!(b.at_start(no_block).unreachable(), Err(BuildError::NoPoint));
    });
    assert_eq!(body.inst_count(), 0);
}
