//! Calls of all intrinsics with arbitrary arguments.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeList};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::instruction::{Align, Bundle, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
use lindworm_ir::value::{Block, InlineAsm, Inst};
use lindworm_ir::{Body, Context, Global, InstData, Metadata, Module, Type, Value};

use super::{Declaration, Declarations};
use crate::check::{Checker, FunctionCheck, Mode, ModuleView};

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Values of all kinds, including invalid handles.
fn values(module: &mut Module) -> Vec<Value> {
    let cx = module.context().clone();
    let v4 = cx.vector(Type::I32, 4, false);
    let text = module.metadata_mut().add_string(b"round.upward");
    let mut all: Vec<Value> = (0..12).map(|i| Inst::from_u32(i).into()).collect();
    all.extend([0, 1, 2, 3, 99].map(Value::arg));
    all.extend([0, 1, 99].map(|b| Value::from(Block::from_u32(b))));
    all.extend([0, 1, 99].map(|g| Value::from(Global::from_u32(g))));
    all.extend([0, 1, 4, 24, 0xffff_ffff].map(|n| module.constants().int(&cx, Type::I32, n)));
    all.extend([0, 1, u64::MAX].map(|n| module.constants().int(&cx, Type::I64, n)));
    all.extend([Type::PTR, v4, Type::X86_AMX, Type::TOKEN].map(|ty| module.constants().poison(ty)));
    all.extend([Type::PTR, v4, Type::I128, Type::TOKEN].map(|ty| module.constants().zero(&cx, ty)));
    let none: fn(u32) -> MetadataRef = MetadataRef::Node;
    for kind in [none, MetadataRef::String, MetadataRef::Value, MetadataRef::Local, MetadataRef::ArgList] {
        all.push(Metadata::new(kind(9999)).into());
    }
    all.push(text.into());
    all.push(InlineAsm::from_u32(99).into());
    all.push(lindworm_ir::value::Constant::from_u32(99_999).into());
    all
}

/// A module with a callee and a caller.
fn module(cx: &Context) -> Module {
    let mut module = Module::new(cx, "m");
    let ty = cx.function_type(Type::VOID, &[], true);
    for name in [&b"callee"[..], b"caller"] {
        let function = GlobalKind::Function(Box::new(Function { gc: (*b"coreclr").into(), ..Function::default() }));
        module.add_global(GlobalValue::new(name, ty, Type::PTR, function));
    }
    module
}

#[test]
fn no_call_makes_a_check_panic() {
    let cx = Context::new();
    let mut random = Random(7);
    let v4 = cx.vector(Type::I32, 4, false);
    let types = [Type::VOID, Type::I1, Type::I32, Type::I64, Type::PTR, Type::TOKEN, Type::DOUBLE, v4];
    let function = cx.function_type(Type::VOID, &[Type::I32], false);
    let mut element = AttributeBuilder::new();
    element.add(Attribute::Type(AttrKind::ELEMENT_TYPE, Some(function)));
    let element = cx.make_attribute_set(&mut element);
    let params = (0..4).fold(AttributeList::EMPTY, |list, i| cx.with_param_attributes(list, i, element));
    let tags: [&[u8]; 7] = [b"deopt", b"gc-live", b"preallocated", b"align", b"ignore", b"cold", b"separate_storage"];
    use IntrinsicId as I;
    let called = [
        I::EXPERIMENTAL_GC_STATEPOINT,
        I::EXPERIMENTAL_GC_RESULT,
        I::CALL_PREALLOCATED_SETUP,
        I::CALL_PREALLOCATED_ARG,
        I::EXPERIMENTAL_DEOPTIMIZE,
    ];
    for called in called {
        let mut module = module(&cx);
        let values = values(&mut module);
        let mut body = Body::new(&[Type::I32, Type::PTR, v4, Type::TOKEN]);
        let block = body.create_block();
        body.append_block(block);
        let count = module.constants().int(&cx, Type::I32, 1);
        let slot =
            InstData::Alloca { allocated: Type::I32, count, align: Align::ONE, in_alloca: false, swift_error: false };
        body.append_inst(block, slot, Type::PTR);
        let mut calls = Vec::new();
        for id in IntrinsicId::all() {
            let inputs: Vec<Value> = (0..random.below(9)).map(|_| random.of(&values)).collect();
            let args = body.list(&inputs);
            let in_bundles = random.below(inputs.len() + 2) as u32;
            let bundle = Bundle { tag: random.of(&tags).into(), len: in_bundles };
            let bundles = (random.below(2) == 0).then(|| body.add_bundles(Box::new([bundle])));
            let call = CallInfo {
                callee: Global::from_u32(0).into(),
                args,
                function_type: function,
                attributes: random.of(&[AttributeList::EMPTY, params]),
                bundles: bundles.into(),
            };
            let (convention, tail) = (CallingConvention(13), TailCall::None);
            let data = match random.below(3) {
                0 => InstData::Invoke { call, convention, normal: block, unwind: Block::from_u32(77) },
                _ => InstData::Call { call, convention, tail, fast_math: FastMathFlags::empty() },
            };
            calls.push((id, body.append_inst(block, data, random.of(&types))));
        }
        let callee = Global::from_u32(0);
        let caller = Global::from_u32(1);
        module[callee].as_function_mut().unwrap().intrinsic = Some(called);
        module[caller].as_function_mut().unwrap().body = Some(Box::new(body));
        let view = ModuleView::new(&module, crate::Options::default());
        let _ = view.intrinsics.set(Declarations(vec![Declaration::SpecialArguments; 2]));
        let mut checker = Checker::new(&view, Mode::Exact);
        let mut f = FunctionCheck::new(&mut checker, caller).unwrap();
        for (id, inst) in calls {
            let call = *f.body.inst(inst).call_info().unwrap();
            let _ = super::check(&mut f, inst, &call, id);
        }
        super::check_declared_scopes(&mut f);
        f.finish();
        super::check_recovered_frames(&mut checker);
        super::check_deoptimize_conventions(&mut checker);
        assert!(checker.broken);
    }
}
