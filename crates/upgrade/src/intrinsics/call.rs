//! Rewriting of a single call.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::builder::{BuildError, Builder, Names};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Align;
use lindworm_ir::intrinsics::{IntrinsicId, UniqueNames};
use lindworm_ir::value::ValueKind;
use lindworm_ir::version::IrVersion::V23;
use lindworm_ir::{Body, Context, Global, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use super::{Rewrite, declare, x86};
use crate::Age;

/// The result of rewriting a call.
pub(super) enum Done {
    /// The call is replaced by a value.
    Replace(Value),
    /// The call is replaced by a value, and its name moves to an instruction.
    Rename(Inst, Value),
    /// The call is removed if it has no uses, and kept otherwise.
    Erase,
    /// The call is removed.
    Drop,
    /// The call is kept, with the old callee.
    Keep,
    /// The call is kept, with the new callee.
    Called,
}

/// A malformed call, which is kept unchanged. LLVM crashes on most of these.
#[derive(Debug)]
pub(super) struct Stop;

impl From<BuildError> for Stop {
    fn from(_: BuildError) -> Stop {
        Stop
    }
}

/// The pending changes of a body.
pub(super) struct Work {
    age: Age,
    names: Option<Names>,
    /// The calls to remove.
    dead: HashSet<Inst>,
    /// The values that replace calls.
    replaced: HashMap<Inst, Value>,
    /// New calls of replacement functions.
    made: Vec<Inst>,
    /// The instructions that have uses; computed on demand.
    used: Option<HashSet<Inst>>,
    /// LLVM's fatal error, if any.
    pub refused: Option<&'static str>,
}

impl Work {
    /// No changes yet, in a body of a source of this age.
    pub fn new(age: Age) -> Work {
        let (dead, replaced) = Default::default();
        Work { age, names: None, dead, replaced, made: Vec::new(), used: None, refused: None }
    }

    /// The current replacement of a value.
    fn resolve(&mut self, value: Value) -> Value {
        let next = |value: Value| self.replaced.get(&value.as_inst()?).copied();
        let Some(mut last) = next(value) else { return value };
        while let Some(further) = next(last) {
            last = further;
        }
        // Path compression.
        let mut at = value;
        while at != last {
            match at.as_inst().and_then(|inst| self.replaced.insert(inst, last)) {
                Some(further) => at = further,
                None => break,
            }
        }
        last
    }

    fn is_used(&mut self, body: &Body, inst: Inst) -> bool {
        let used = self.used.get_or_insert_with(|| {
            let mut used = HashSet::default();
            for inst in body.blocks().flat_map(|block| body.insts(block)).filter(|i| !self.dead.contains(i)) {
                body.inst(inst).for_each_operand(body.values(), |v| used.extend(v.as_inst()));
            }
            used
        });
        used.contains(&inst)
    }

    /// The new calls of replacement functions since the last query.
    pub fn take_made(&mut self) -> Vec<Inst> {
        std::mem::take(&mut self.made)
    }

    /// Removes dead calls, and applies the replacements of values.
    pub fn finish(mut self, body: &mut Body) {
        for &inst in &self.dead {
            body.remove_inst(inst);
        }
        if self.replaced.is_empty() {
            return;
        }
        for inst in 0..body.inst_count() {
            let (data, values) = body.inst_and_values_mut(Inst::from_u32(inst as u32));
            data.map_operands(values, |value| self.resolve(value));
        }
        for i in 0..body.local_metadata().len() {
            let value = self.resolve(body.local_metadata()[i]);
            body.local_metadata_mut()[i] = value;
        }
    }
}

/// A call being rewritten. New instructions are inserted before it.
pub(super) struct Call<'a> {
    pub module: &'a mut Module,
    unique: &'a mut UniqueNames,
    pub body: &'a mut Body,
    names: &'a mut Option<Names>,
    made: &'a mut Vec<Inst>,
    pub inst: Inst,
    /// The name of the old function, without `llvm.`.
    pub name: &'a [u8],
    pub args: SmallVec<[Value; 8]>,
    pub ty: Type,
    /// The replacement of the old function.
    pub new: Option<Global>,
    /// The age of the source.
    pub age: Age,
    refused: &'a mut Option<&'static str>,
}

impl Call<'_> {
    /// Rewrites a call. Returns whether it no longer calls the old function.
    #[allow(clippy::too_many_arguments)]
    pub fn rewrite(
        module: &mut Module,
        unique: &mut UniqueNames,
        body: &mut Body,
        work: &mut Work,
        inst: Inst,
        name: &[u8],
        new: Option<Global>,
        rewrite: Rewrite,
    ) -> bool {
        let data = *body.inst(inst);
        let Some(info) = data.call_info() else { return false };
        let args = body.call_args(info).iter().map(|&v| work.resolve(v)).collect();
        let (ty, before) = (body.inst_type(inst), body.inst_count());
        let mut names = work.names.take();
        let done = {
            let (names, made, refused, age) = (&mut names, &mut work.made, &mut work.refused, work.age);
            let mut call = Call { module, unique, body, names, made, inst, name, args, ty, new, age, refused };
            match rewrite {
                Rewrite::Callee => call.callee(),
                // A terminator cannot be expanded into other instructions.
                _ if data.is_terminator() => Ok(Done::Keep),
                Rewrite::With(f) => f(&mut call),
                Rewrite::X86(recipe) => x86::rewrite(&mut call, recipe),
            }
        };
        work.names = names;
        let (rename, value) = match done {
            Ok(Done::Called) => return true,
            Ok(Done::Keep) => return false,
            Err(Stop) => {
                for made in (before..body.inst_count()).map(|i| Inst::from_u32(i as u32)) {
                    body.remove_inst(made);
                }
                return false;
            }
            Ok(Done::Erase) if ty != Type::VOID && work.is_used(body, inst) => return false,
            Ok(Done::Erase | Done::Drop) => (None, None),
            Ok(Done::Replace(value)) => (None, Some(value)),
            Ok(Done::Rename(to, value)) => (Some(to), Some(value)),
        };
        let name = body.name(inst.into()).to_vec();
        if !name.is_empty() {
            body.set_free_name(inst.into(), b"");
            match (rename, &mut work.names) {
                (Some(to), _) => body.set_free_name(to.into(), &name),
                (None, Some(names)) => names.free(&name),
                (None, None) => {}
            }
        }
        work.dead.insert(inst);
        if ty != Type::VOID {
            let itself = |v: &Value| v.kind() == ValueKind::Inst(inst);
            let value = value.map(|v| work.resolve(v)).filter(|v| !itself(v));
            work.replaced.insert(inst, value.unwrap_or_else(|| module.constants().poison(ty)));
        }
        true
    }

    /// A builder that inserts before the call, with its debug location and, since LLVM 23, its fast-math flags.
    pub fn b(&mut self) -> Builder<'_> {
        let fast_math = match *self.body.inst(self.inst) {
            InstData::Call { fast_math, .. } if self.module.version() >= V23 => fast_math,
            _ => FastMathFlags::empty(),
        };
        let mut builder = Builder::new(&*self.module, self.body);
        builder.fast_math = fast_math;
        builder.before(self.inst);
        builder.share_names(self.names);
        builder
    }

    /// Sets LLVM's fatal error.
    pub fn refuse(&mut self, message: &'static str) -> Stop {
        *self.refused = Some(message);
        Stop
    }

    /// The context.
    pub fn cx(&self) -> &Context {
        self.module.context()
    }

    /// An argument.
    pub fn arg(&self, index: usize) -> Result<Value, Stop> {
        self.args.get(index).copied().ok_or(Stop)
    }

    /// The value of a constant integer argument.
    pub fn imm(&self, index: usize) -> Result<u64, Stop> {
        self.module.constants().as_u64(self.arg(index)?).ok_or(Stop)
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// The constant integer `ty value`.
    pub fn int(&self, ty: Type, value: u64) -> Value {
        self.module.constants().int(self.cx(), ty, value)
    }

    /// The zero value of a type.
    pub fn zero(&self, ty: Type) -> Value {
        self.module.constants().zero(self.cx(), ty)
    }

    /// A fixed vector type with at least one element.
    pub fn vector(&self, element: Type, len: u32) -> Type {
        self.cx().vector(element, len.max(1), false)
    }

    /// Element type and length of a fixed vector of at most 1024 elements.
    pub fn shape(&self, ty: Type) -> Result<(Type, u32), Stop> {
        match self.cx().vector_shape(ty) {
            Some((element, len @ ..=1024, false)) => Ok((element, len)),
            _ => Err(Stop),
        }
    }

    /// The width of a scalar or vector type in bits.
    pub fn bits(&self, ty: Type) -> Result<u64, Stop> {
        self.cx().primitive_bits(ty).ok_or(Stop)
    }

    /// Calls an intrinsic, named without `llvm.`, with these overload types.
    pub fn intrinsic(&mut self, name: &str, overloads: &[Type], args: &[Value]) -> Result<Value, Stop> {
        self.intrinsic_inst(name, overloads, args).map(Value::from)
    }

    /// Same as `intrinsic`; returns the instruction.
    pub fn intrinsic_inst(&mut self, name: &str, overloads: &[Type], args: &[Value]) -> Result<Inst, Stop> {
        let id = declare::id(self.module.version(), name).ok_or(Stop)?;
        self.call_id(id, overloads, args)
    }

    /// Same as `intrinsic`, with a name for the result.
    pub fn named_intrinsic(
        &mut self,
        value: impl AsRef<[u8]>,
        name: &str,
        overloads: &[Type],
        args: &[Value],
    ) -> Result<Value, Stop> {
        Ok(self.named_call(value, declare::id(self.module.version(), name).ok_or(Stop)?, overloads, args)?.into())
    }

    /// Calls an intrinsic with these overload types and a name for the result.
    pub fn named_call(
        &mut self,
        value: impl AsRef<[u8]>,
        id: IntrinsicId,
        overloads: &[Type],
        args: &[Value],
    ) -> Result<Inst, Stop> {
        let params: SmallVec<[Type; 8]> = args.iter().map(|&arg| self.type_of(arg)).collect();
        let function = declare::intrinsic(self.module, self.unique, id, overloads, &params).ok_or(Stop)?;
        let ty = self.module[function].value_type;
        Ok(self.b().named(value).call(function.into(), ty, args)?)
    }

    /// The name of the old call.
    pub fn own_name(&self) -> Vec<u8> {
        self.body.name(self.inst.into()).to_vec()
    }

    /// The store size of a type as an alignment.
    pub fn own_align(&self, ty: Type) -> Result<Align, Stop> {
        let size = self.module.data_layout().store_size(self.cx(), ty).ok_or(Stop)?;
        Align::new(size.min).ok_or(Stop)
    }

    /// Calls an intrinsic with these overload types.
    pub fn call_id(&mut self, id: IntrinsicId, overloads: &[Type], args: &[Value]) -> Result<Inst, Stop> {
        self.named_call(b"", id, overloads, args)
    }

    /// Calls a function.
    pub fn call_function(&mut self, function: Global, args: &[Value]) -> Result<Inst, Stop> {
        let ty = self.module[function].value_type;
        let call = self.b().call(function.into(), ty, args)?;
        self.made.push(call);
        Ok(call)
    }

    /// Replaces the old call by a call of the new function.
    pub fn call_new(&mut self, args: &[Value]) -> Result<Done, Stop> {
        let call = self.call_function(self.new.ok_or(Stop)?, args)?;
        Ok(Done::Rename(call, call.into()))
    }

    /// Sets the alignment of a pointer argument of a call.
    pub fn align_pointer(&mut self, call: Inst, arg: usize, align: Align) {
        let cx = self.module.context();
        let Some(info) = self.body.inst_mut(call).call_info_mut() else { return };
        let attribute = Attribute::Int(AttrKind::ALIGN, align.bytes().unwrap_or(1));
        let set = cx.with_attribute(cx.attribute_list(info.attributes).param(arg), attribute);
        info.attributes = cx.with_param_attributes(info.attributes, arg, set);
    }

    /// A splat of an integer.
    pub fn splat_int(&self, ty: Type, value: u64) -> Value {
        let scalar = self.int(self.cx().scalar_type(ty), value);
        self.module.constants().splat(self.cx(), ty, scalar)
    }

    /// Replaces the callee by the new function.
    pub fn callee(&mut self) -> Result<Done, Stop> {
        let new = self.new.ok_or(Stop)?;
        let ty = self.module[new].value_type;
        let Some(info) = self.body.inst_mut(self.inst).call_info_mut() else { return Err(Stop) };
        let (old_type, attributes) = (info.function_type, info.attributes);
        let fields = match self.module.context().struct_parts(self.ty) {
            Some((fields, _)) if old_type != ty => fields.len() as u32,
            _ => {
                info.callee = new.into();
                return Ok(Done::Called);
            }
        };
        // The result was an identified struct and is a literal one now.
        if self.body.inst(self.inst).is_terminator() {
            return Err(Stop);
        }
        let args = self.args.clone();
        let call = self.call_function(new, &args)?;
        if let Some(info) = self.body.inst_mut(call).call_info_mut() {
            info.attributes = attributes;
        }
        let mut result = self.module.constants().poison(self.ty);
        for field in 0..fields {
            let value = self.b().extract_value(call.into(), field)?;
            result = self.b().insert_value(result, value, field)?;
        }
        Ok(Done::Replace(result))
    }
}
