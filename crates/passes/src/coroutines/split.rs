//! `coro-split`: makes functions of the parts of a coroutine.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::builder::BuildError;
use lindworm_ir::editor::{EditState, Editor, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::module::Linkage;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Global, Inst, InstData, Module, Type, Value};

use super::crossing::Crossing;
use super::shape::{self, Abi, NotSplit, Shape};
use super::{clone, frame, lifetimes, materialize, normalize, replace, spills};
use crate::function_attrs::has;
use crate::pass::{CgsccPass, Component, FunctionEdit};
use crate::simplify_cfg::remove_unreachable_blocks;

/// The fields of a frame that have fixed places.
pub(super) const RESUME_FIELD: u64 = 0;
pub(super) const DESTROY_FIELD: u64 = 1;

/// `inbounds nuw`: the address of a field.
pub(super) const FIELD_FLAGS: GepFlags = GepFlags::all();

/// Splits coroutines.
#[derive(Clone, Copy, Default)]
pub struct CoroSplit {
    /// Whether allocas whose lifetimes do not overlap share a place in the frame: `reuse-storage`.
    pub reuses_storage: bool,
}

impl CoroSplit {
    /// The pass with the parameters of a pipeline.
    ///
    /// # Errors
    ///
    /// If a parameter does not exist, with LLVM's message.
    pub(crate) fn parse(parameters: &str) -> Result<CoroSplit, String> {
        match parameters {
            "" => Ok(CoroSplit { reuses_storage: false }),
            "reuse-storage" => Ok(CoroSplit { reuses_storage: true }),
            other => Err(format!("invalid CoroSplit pass parameter '{other}'")),
        }
    }
}

impl CgsccPass for CoroSplit {
    fn name(&self) -> &'static str {
        "coro-split"
    }

    fn class(&self) -> &'static str {
        "CoroSplitPass"
    }

    fn updates_references(&self) -> bool {
        true
    }

    fn run(&self, component: &mut Component<'_>) {
        let mut parts = Vec::new();
        for &function in &component.functions {
            let module = &mut *component.module;
            if module.body(function).is_none() || !has(module, function, AttrKind::PRESPLIT_COROUTINE) {
                continue;
            }
            let is_elided = has_elided_call(module, component.references, function);
            let new = split(module, function, *self, is_elided).unwrap_or_default();
            new.iter().chain([&function]).for_each(|&f| component.references.update(component.module, f));
            parts.extend(new);
        }
        if !parts.is_empty() {
            // The parts are optimized first, then what is left of the coroutines.
            component.again.push(component.functions.clone());
            component.again.extend(parts.into_iter().map(|part| vec![part]));
        }
    }
}

/// Whether a coroutine calls a function so that its frame can be in that of the caller.
fn has_elided_call(module: &Module, references: &crate::References, function: Global) -> bool {
    if !module.context().has_function_attribute(AttrKind::CORO_ELIDE_SAFE) || has(module, function, AttrKind::NO_INLINE)
    {
        return false;
    }
    references.users(function).into_iter().any(|caller| {
        let Some(body) = module.body(caller).filter(|_| has(module, caller, AttrKind::PRESPLIT_COROUTINE)) else {
            return false;
        };
        let mut insts = body.blocks().flat_map(|block| body.insts(block));
        insts.any(|inst| super::is_elide_safe(module, body, inst, function))
    })
}

/// Splits a coroutine. Returns its parts.
///
/// # Errors
///
/// If the function cannot be split. It is then unchanged, or in another valid form.
fn split(module: &mut Module, function: Global, options: CoroSplit, is_elided: bool) -> Result<Vec<Global>, NotSplit> {
    let prepared = module.edit_bodies(&[function], |module, body, additions| {
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions };
        let shape = prepare(&mut f, options);
        (shape, f.editor.finish().0)
    });
    let Some((shape, state)) = prepared.into_iter().next() else { return Err(NotSplit::Unsupported) };
    let shape = shape?;
    let mut parts = Vec::new();
    if !shape.suspends.is_empty() {
        for part in clone::Part::ALL {
            parts.push(clone::make(module, function, &shape, part));
        }
    }
    let info = if parts.is_empty() { None } else { Some(add_table(module, function, &parts)) };
    edit_again(module, function, state, |f| {
        if let ([resume, destroy, cleanup], Some(table)) = (&parts[..], info) {
            let _ = initialize_frame(f, &shape, [*resume, *destroy, *cleanup]);
            f.editor.set_operand(Use { user: shape.id, operand: 3 }, table.into());
        }
        for &end in &shape.ends {
            if f.editor.body().inst_block(end).is_some() {
                f.editor.erase(end);
            }
        }
        let yes = f.editor.module().constants().int(f.editor.module().context(), Type::I1, 1);
        shape.is_in_ramp.iter().for_each(|&inst| replace(&mut f.editor, inst, yes));
    });
    if is_elided && !parts.is_empty() {
        let part = clone::make_without_allocation(module, function, &shape);
        parts.push(part);
        let table = add_table(module, function, &parts);
        edit(module, function, |f| f.editor.set_operand(Use { user: shape.id, operand: 3 }, table.into()));
    }
    edit(module, function, remove_unreachable_blocks);
    Ok(parts)
}

/// Edits the body of a function.
pub(super) fn edit(module: &mut Module, function: Global, change: impl Fn(&mut FunctionEdit<'_, '_>) + Sync + Send) {
    module.edit_bodies(&[function], |module, body, additions| {
        change(&mut FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions });
    });
}

/// Edits the body of a function after an edit that left a state.
fn edit_again(
    module: &mut Module,
    function: Global,
    state: EditState,
    change: impl Fn(&mut FunctionEdit<'_, '_>) + Sync + Send,
) {
    let state = std::sync::Mutex::new(Some(state));
    module.edit_bodies(&[function], |module, body, additions| {
        let state = state.lock().ok().and_then(|mut state| state.take());
        let editor = match state {
            Some(state) => Editor::resume(module, body, state, ()),
            None => Editor::new(module, body),
        };
        change(&mut FunctionEdit { editor, analyses: Default::default(), additions });
    });
}

/// Prepares a coroutine for the split: the frame is known, and values that are live across suspend points are in it.
fn prepare(f: &mut FunctionEdit<'_, '_>, options: CoroSplit) -> Result<Shape, NotSplit> {
    remove_unreachable_blocks(f);
    let shape = Shape::of(f);
    let is_supported = match &shape {
        Ok(shape) => shape.abi == Abi::Switch,
        Err(reason) => matches!(reason, NotSplit::NoCoroutine),
    };
    if !is_supported {
        return Err(NotSplit::Unsupported);
    }
    if shape.is_ok() {
        normalize::check(f)?;
    }
    let cx = f.editor.module().context();
    let list = f.additions.attributes();
    let set = cx.without_attribute(cx.attribute_list(list).function, AttrKind::PRESPLIT_COROUTINE);
    let attributes = cx.with_function_attributes(list, set);
    let mut shape = match shape {
        Ok(shape) => shape,
        Err(reason) => {
            shape::invalidate(f);
            remove_unreachable_blocks(f);
            return Err(reason);
        }
    };
    shape.clean(f);
    shape.add_saves(f)?;
    normalize::lower_awaits(f, &mut shape)?;
    normalize::simplify_suspends(f, &mut shape);
    if shape.promise.is_some() {
        let null = f.editor.module().constants().zero(cx, Type::PTR);
        f.editor.set_operand(Use { user: shape.id, operand: 1 }, null);
    }
    normalize::normalize(f, &shape);
    let crossing = Crossing::new(f, &shape);
    materialize::rematerialize(f, &crossing);
    lifetimes::sink_starts(f, &shape, &crossing);
    let mut in_frame = spills::collect(f, &shape, &crossing).ok_or(NotSplit::Unsupported)?;
    let slots = lifetimes::slots(f, &shape, &crossing, &mut in_frame, options.reuses_storage);
    let places = frame::make_type(f, &mut shape, &mut in_frame, &slots)?;
    f.additions.set_attributes(attributes);
    frame::insert_spills(f, &mut shape, &places, &in_frame, &crossing)?;
    replace_sizes(f, &shape);
    if shape.suspends.is_empty() {
        without_suspends(f, &shape)?;
    } else {
        add_resume_entry(f, &mut shape)?;
    }
    Ok(shape)
}

/// Replaces `llvm.coro.size` and `llvm.coro.align`.
fn replace_sizes(f: &mut FunctionEdit<'_, '_>, shape: &Shape) {
    let numbers = [(&shape.sizes, shape.frame.size), (&shape.aligns, shape.frame.align.bytes().unwrap_or(1))];
    for (insts, number) in numbers {
        for &inst in insts {
            let module = f.editor.module();
            let value = module.constants().int(module.context(), f.editor.body().inst_type(inst), number);
            replace(&mut f.editor, inst, value);
        }
    }
}

/// Puts the frame of a coroutine that never suspends on the stack, if its allocation can be left out.
fn without_suspends(f: &mut FunctionEdit<'_, '_>, shape: &Shape) -> Result<(), BuildError> {
    let allocs = shape.allocs(f);
    shape.replace_frees(f, !allocs.is_empty());
    let frame = match allocs.first() {
        Some(&alloc) => {
            let options = lindworm_ir::builder::Allocation { align: shape.frame.align, ..Default::default() };
            let frame = f.editor.build_before(alloc, |b| b.alloca_with(shape.frame.ty, options))?;
            let module = f.editor.module();
            let no = module.constants().int(module.context(), Type::I1, 0);
            allocs.into_iter().for_each(|alloc| replace(&mut f.editor, alloc, no));
            Some(frame)
        }
        None => super::arg(f.editor.body(), shape.begin, 1),
    };
    if let Some(frame) = frame {
        replace(&mut f.editor, shape.begin, frame);
    }
    Ok(())
}

/// Adds the block in which a part of the coroutine finds the suspend point where it continues, and stores the numbers of suspend
/// points where `llvm.coro.save` is.
fn add_resume_entry(f: &mut FunctionEdit<'_, '_>, shape: &mut Shape) -> Result<(), BuildError> {
    let entry = f.editor.create_block(None);
    f.editor.set_name(entry.into(), b"resume.entry");
    let nowhere = f.editor.create_block(None);
    f.editor.set_name(nowhere.into(), b"unreachable");
    let frame = shape.frame;
    let module = f.editor.module();
    let index = f.editor.build_at_end(entry, |b| {
        let address = index_address(b, shape)?;
        b.named("index").load(frame.index_type, address, Align::NONE)
    })?;
    let mut cases: Vec<(Value, lindworm_ir::Block)> = Vec::new();
    for (n, &suspend) in shape.suspends.iter().enumerate() {
        let number = shape.index(module, n);
        if let Some(save) = shape.save(f.editor.body(), suspend) {
            if shape.is_final(suspend) {
                mark_as_done(f, shape, save, shape.begin.into())?;
            } else {
                f.editor.build_before(save, |b| {
                    let address = index_address(b, shape)?;
                    b.store(number, address, Align::NONE)
                })?;
            }
            let none = module.constants().intern(Type::TOKEN, lindworm_ir::constant::ConstantData::None);
            replace(&mut f.editor, save, none);
        }
        let Some(block) = f.editor.body().inst_block(suspend) else { continue };
        let name = format!("resume.{n}");
        let resume = f.editor.split_block(suspend, name.as_bytes());
        let Some(next) = f.editor.body().next_inst(suspend) else { continue };
        let name = [f.editor.body().name(resume.into()), b".landing"].concat();
        let landing = f.editor.split_block(next, &name);
        cases.push((number, resume));
        if let Some(branch) = f.editor.body().terminator(block) {
            f.editor.set_operand(Use { user: branch, operand: 0 }, landing.into());
        }
        let incoming = f.editor.list(&[]);
        let at = f.editor.body().first_inst(landing).map_or(Point::End(landing), Point::Before);
        let phi = f.editor.insert(at, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, Type::I8);
        f.editor.replace_all(suspend.into(), phi.into());
        let suspended = module.constants().int(module.context(), Type::I8, u64::MAX);
        f.editor.add_incoming(phi, suspended, block);
        f.editor.add_incoming(phi, suspend.into(), resume);
    }
    f.editor.insert(Point::End(nowhere), InstData::Unreachable, Type::VOID);
    let switch = f.editor.build_at_end(entry, |b| b.switch(index, nowhere, &cases))?;
    shape.resume_entry = Some((entry, switch));
    Ok(())
}

fn index_address(b: &mut lindworm_ir::builder::Builder<'_>, shape: &Shape) -> Result<Value, BuildError> {
    field_address(b, shape, shape.begin.into(), shape.frame.index_field, "index.addr")
}

/// The address of a field of the frame.
pub(super) fn field_address(
    b: &mut lindworm_ir::builder::Builder<'_>,
    shape: &Shape,
    frame: Value,
    field: u64,
    name: &str,
) -> Result<Value, BuildError> {
    let indices = [0, field].map(|n| b.int(Type::I32, n));
    b.named(name).gep(shape.frame.ty, FIELD_FLAGS, frame, &indices)
}

/// Marks a coroutine as done before an instruction: no function resumes it.
pub(super) fn mark_as_done(
    f: &mut FunctionEdit<'_, '_>,
    shape: &Shape,
    at: Inst,
    frame: Value,
) -> Result<(), BuildError> {
    let module = f.editor.module();
    f.editor.build_before(at, |b| {
        let address = field_address(b, shape, frame, RESUME_FIELD, "ResumeFn.addr")?;
        let null = b.zero(Type::PTR);
        b.store(null, address, Align::NONE)?;
        // An exception that leaves the coroutine marks it as done too, so that only the number tells where it is.
        if shape.has_unwind_end && shape.has_final_suspend {
            let address = field_address(b, shape, frame, shape.frame.index_field, "index.addr")?;
            b.store(shape.index(module, shape.suspends.len() - 1), address, Align::NONE)?;
        }
        Ok::<(), BuildError>(())
    })
}

/// Stores the addresses of the parts in the frame.
fn initialize_frame(f: &mut FunctionEdit<'_, '_>, shape: &Shape, parts: [Global; 3]) -> Result<(), BuildError> {
    let [resume, destroy, cleanup] = parts.map(Value::from);
    let Some(at) = shape.after_begin(f.editor.body()) else { return Ok(()) };
    let alloc = shape.allocs(f).first().copied();
    f.editor.build_before(at, |b| {
        let address = field_address(b, shape, shape.begin.into(), RESUME_FIELD, "resume.addr")?;
        b.store(resume, address, Align::NONE)?;
        // Without an allocation, there is nothing to free.
        let destroy = match alloc {
            Some(alloc) => b.select(alloc.into(), destroy, cleanup)?,
            None => destroy,
        };
        let address = field_address(b, shape, shape.begin.into(), DESTROY_FIELD, "destroy.addr")?;
        b.store(destroy, address, Align::NONE)
    })?;
    Ok(())
}

/// Adds the table of the parts, in which `coro-elide` finds them.
fn add_table(module: &mut Module, function: Global, parts: &[Global]) -> Global {
    let cx = module.context().clone();
    let ty = cx.array(Type::PTR, parts.len() as u64);
    let elements: Vec<Value> = parts.iter().map(|&part| part.into()).collect();
    let value = module.constants().aggregate(&cx, ty, &elements);
    let name = [module[function].name(), b".resumers"].concat();
    let table = module.add_variable(&name, ty, Some(value));
    module[table].set_linkage(Linkage::Private);
    if let Some(variable) = module[table].as_variable_mut() {
        variable.constant = true;
    }
    table
}

/// The attributes of the parameter that is the frame.
pub(super) fn frame_attributes(
    cx: &lindworm_ir::Context,
    size: u64,
    align: Align,
    is_no_alias: bool,
) -> lindworm_ir::attributes::AttributeSet {
    let mut builder = lindworm_ir::attributes::AttributeBuilder::new();
    builder.add(Attribute::Enum(AttrKind::NON_NULL));
    builder.add(Attribute::Enum(AttrKind::NO_UNDEF));
    if is_no_alias {
        builder.add(Attribute::Enum(AttrKind::NO_ALIAS));
    }
    builder.add(Attribute::Int(AttrKind::ALIGN, align.bytes().unwrap_or(1)));
    if size > 0 {
        builder.add(Attribute::Int(AttrKind::DEREFERENCEABLE, size));
    }
    cx.make_attribute_set(&mut builder)
}
