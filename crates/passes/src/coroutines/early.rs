//! `coro-early`: lowers the intrinsics of code that uses coroutines, and prepares coroutines for the passes before `coro-split`.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeOwner};
use lindworm_ir::builder::BuildError;
use lindworm_ir::debug_info::{NodeKind, subprogram, subroutine_type};
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::metadata::NULL_WORD;
use lindworm_ir::module::{Linkage, SanitizerFlags};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Type, Value};

use super::{DESTROY, FAST, Info, RESUME, add_call_attribute, arg, info, intrinsic, replace, users};
use crate::pass::{FunctionEdit, ModulePass};

/// Lowers `llvm.coro.resume`, `.destroy`, `.promise`, `.done` and `.noop`, and marks calls that must not be duplicated.
pub struct CoroEarly;

impl ModulePass for CoroEarly {
    fn name(&self) -> &'static str {
        "coro-early"
    }

    fn class(&self) -> &'static str {
        "CoroEarlyPass"
    }

    fn run(&self, module: &mut Module) {
        let functions = super::users_of_intrinsics(module);
        let calls_noop = |&&function: &&Global| {
            let Some(body) = module.body(function) else { return false };
            let mut insts = body.blocks().flat_map(|block| body.insts(block));
            insts.any(|inst| intrinsic(module, body, inst) == Some(I::CORO_NOOP))
        };
        let needs_noop = functions.iter().any(|f| calls_noop(&f));
        let noop = needs_noop.then(|| add_noop(module));
        module.edit_bodies(&functions, |module, body, additions| {
            let editor = Editor::new(module, body);
            lower(&mut FunctionEdit { editor, analyses: Default::default(), additions }, noop);
        });
    }
}

/// Adds the frame of a coroutine that does nothing, which `llvm.coro.noop` returns.
fn add_noop(module: &mut Module) -> Global {
    let cx = module.context().clone();
    let ty = cx.function_type(Type::VOID, &[Type::PTR], false);
    let function = module.add_function(b"__NoopCoro_ResumeDestroy", ty);
    let mut body = Body::new(&[Type::PTR]);
    let entry = body.create_block();
    body.append_block(entry);
    body.set_name(entry.into(), b"entry");
    body.append_inst(entry, InstData::Ret { value: None.into() }, Type::VOID);
    module[function].set_linkage(Linkage::Internal);
    if let Some(f) = module[function].as_function_mut() {
        f.convention = FAST;
        f.body = Some(Box::new(body));
    }
    describe_noop(module, function);
    let frame = cx.new_struct(b"NoopCoro.Frame");
    if let lindworm_ir::types::TypeKind::Identified(id) = *cx.kind(frame) {
        cx.set_struct_body(id, &[Type::PTR, Type::PTR], false);
    }
    let value = module.constants().aggregate(&cx, frame, &[function.into(), function.into()]);
    let variable = module.add_variable(b"NoopCoro.Frame.Const", frame, Some(value));
    module[variable].set_linkage(Linkage::Private);
    if let Some(variable) = module[variable].as_variable_mut() {
        variable.constant = true;
        variable.sanitizer = SanitizerFlags::NO_ADDRESS | SanitizerFlags::NO_HWADDRESS;
    }
    variable
}

/// Gives the function a subprogram, if the module has debug information.
fn describe_noop(module: &mut Module, function: Global) {
    let units = module.named_metadata().iter().find(|named| &*named.name == b"llvm.dbg.cu");
    let Some(unit) = units.and_then(|named| named.operands.first().copied()) else { return };
    let file = unit
        .as_node()
        .and_then(|node| module.metadata().node(node).get_ref(lindworm_ir::debug_info::compile_unit::FILE));
    let metadata = module.metadata_mut();
    let null = u64::from(NULL_WORD);
    let types = metadata.add_node(NodeKind::Tuple, false, &[NULL_WORD; 2]);
    let ty =
        metadata.add_fields(NodeKind::DISubroutineType, false, &[(subroutine_type::TYPES, types.bits().into())], &[]);
    let name: Metadata = metadata.add_string(b"__NoopCoro_ResumeDestroy");
    let fields = [
        (subprogram::NAME, name.bits().into()),
        (subprogram::LINKAGE_NAME, name.bits().into()),
        (subprogram::FILE, file.map_or(null, |file| file.bits().into())),
        (subprogram::TYPE, ty.bits().into()),
        (subprogram::FLAGS_, 1 << 6),
        (subprogram::SP_FLAGS_, 1 << 3),
        (subprogram::UNIT, unit.bits().into()),
    ];
    let made = metadata.add_fields(NodeKind::DISubprogram, true, &fields, &[]);
    module.set_subprogram(function, made);
}

fn lower(f: &mut FunctionEdit<'_, '_>, noop: Option<Global>) {
    let (mut coroutine, mut frees, mut suspends) = (None, Vec::new(), false);
    let module = f.editor.module();
    for inst in f.editor.insts() {
        let body = f.editor.body();
        let Some(id) = intrinsic(module, body, inst) else { continue };
        let is_zero = |n| arg(body, inst, n).is_some_and(|value| module.constants().is_zero(value));
        match id {
            I::CORO_FREE => frees.push(inst),
            I::CORO_SUSPEND => {
                suspends = true;
                // A coroutine has only one final suspend point.
                if !is_zero(1) {
                    add_call_attribute(&mut f.editor, inst, AttrKind::NO_DUPLICATE);
                }
            }
            I::CORO_END | I::CORO_END_ASYNC if is_zero(1) => {
                add_call_attribute(&mut f.editor, inst, AttrKind::NO_DUPLICATE);
            }
            I::CORO_ID if matches!(info(module, body, inst), Info::PreSplit) => {
                coroutine = Some(inst);
                for begin in users(&f.editor, inst.into(), I::CORO_BEGIN).into_iter().chain(users(
                    &f.editor,
                    inst.into(),
                    I::CORO_BEGIN_CUSTOM_ABI,
                )) {
                    add_call_attribute(&mut f.editor, begin, AttrKind::NO_DUPLICATE);
                }
                f.editor.set_operand(Use { user: inst, operand: 2 }, f.additions.function().into());
            }
            I::CORO_ID_RETCON | I::CORO_ID_RETCON_ONCE | I::CORO_ID_ASYNC => {
                let cx = module.context();
                let list = f.additions.attributes();
                let set = cx.attribute_list(list).function;
                let set = cx.with_attribute(set, Attribute::Enum(AttrKind::PRESPLIT_COROUTINE));
                f.additions.set_attributes(cx.with_function_attributes(list, set));
            }
            _ => {
                let _ = lower_use(f, inst, id, noop);
            }
        }
    }
    if let Some(coroutine) = coroutine {
        // Front ends of languages without tokens give none.
        for free in frees {
            f.editor.set_operand(Use { user: free, operand: 0 }, coroutine.into());
        }
    }
    if suspends {
        // While the coroutine is suspended, anyone may change what its arguments point to.
        let cx = module.context();
        let list = cx.map_attribute_list(f.additions.attributes(), |owner, set| match owner {
            AttributeOwner::Param(_) => cx.without_attribute(set, AttrKind::NO_ALIAS),
            _ => set,
        });
        f.additions.set_attributes(list);
    }
}

/// Lowers a call that uses a coroutine.
fn lower_use(f: &mut FunctionEdit<'_, '_>, call: Inst, id: I, noop: Option<Global>) -> Result<(), BuildError> {
    let module = f.editor.module();
    let Some(frame) = arg(f.editor.body(), call, 0) else {
        if let Some(noop) = noop.filter(|_| id == I::CORO_NOOP) {
            replace(&mut f.editor, call, noop.into());
        }
        return Ok(());
    };
    match id {
        I::CORO_RESUME => resume_or_destroy(f, call, frame, RESUME),
        I::CORO_DESTROY => resume_or_destroy(f, call, frame, DESTROY),
        I::CORO_PROMISE => {
            let number = |n| arg(f.editor.body(), call, n).and_then(|v| module.constants().as_u64(v)).unwrap_or(0);
            let (align, is_from_promise) = (number(1), number(2) != 0);
            let pointer = module.data_layout().alloc_size(module.context(), Type::PTR).map_or(8, |size| size.min);
            let offset = (2 * pointer).next_multiple_of(align.max(1)) as i64;
            let offset = if is_from_promise { -offset } else { offset };
            let value = f.editor.build_before(call, |b| {
                let offset = b.int(Type::I32, offset as u64);
                b.gep(Type::I8, GepFlags::INBOUNDS | GepFlags::NUSW, frame, &[offset])
            })?;
            replace(&mut f.editor, call, value);
            Ok(())
        }
        I::CORO_DONE => {
            let value = f.editor.build_before(call, |b| {
                let function = b.load(Type::PTR, frame, Align::NONE)?;
                let null = b.zero(Type::PTR);
                b.icmp(IntPredicate::Eq, function, null)
            })?;
            replace(&mut f.editor, call, value);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Calls the function whose address is in the frame. `coro-elide` replaces the address where it is known.
fn resume_or_destroy(f: &mut FunctionEdit<'_, '_>, call: Inst, frame: Value, index: u64) -> Result<(), BuildError> {
    let address = address_of_part(f, Point::Before(call), frame, index)?;
    f.editor.change(call, |data, _| {
        match data {
            InstData::Call { convention, .. }
            | InstData::Invoke { convention, .. }
            | InstData::CallBr { convention, .. } => *convention = FAST,
            _ => {}
        }
        if let Some(call) = data.call_info_mut() {
            call.callee = address;
        }
    });
    Ok(())
}

/// Calls `llvm.coro.subfn.addr`.
pub(super) fn address_of_part(
    f: &mut FunctionEdit<'_, '_>,
    at: Point,
    frame: Value,
    index: u64,
) -> Result<Value, BuildError> {
    let part = f.additions.intrinsic("llvm.coro.subfn.addr", &[])?;
    f.editor.build(at, None, |b| {
        let index = b.int(Type::I8, index);
        Ok(b.call_function(part, &[frame, index])?.into())
    })
}
