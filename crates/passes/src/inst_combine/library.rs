//! Calls of functions of the C library: LLVM's `SimplifyLibCalls`.
//!
//! [`FUNCTIONS`] has a simplification for each function. It returns the value that replaces the result, or the call itself if the
//! call is only to be removed; what the call did is then done by new instructions before it. Files of the folder have the
//! functions by theme.

mod checked;
mod math;
mod memory;
mod numbers;
mod output;
mod search;
mod strings;

use std::sync::LazyLock;

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet, Captures};
use lindworm_ir::builder::CallOptions;
use lindworm_ir::context::SyncScope;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering, CallInfo, GepFlags, TailCall};
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, UnnamedAddr, Variable};
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::call_site::library_function;
use crate::effects::call_has;
use crate::memory_calls::insert_memory_call;
use crate::value_tracking::Query;

/// A call of a library function.
struct Call {
    inst: Inst,
    name: &'static [u8],
    args: SmallVec<[Value; 4]>,
    /// The type of the result.
    ty: Type,
}

type Combine<'x, 'f, 'a, 'm> = &'x mut Combiner<'f, 'a, 'm>;

/// Simplifies a call. Returns the value that replaces it, or the call itself if it is to be removed.
type Simplify = fn(Combine<'_, '_, '_, '_>, &Call) -> Option<Value>;

/// Functions, and how calls of them are simplified.
type Functions = &'static [(&'static str, Simplify)];

/// The name of a function, and how calls of it are simplified.
type Entry = (&'static [u8], Simplify);

/// All functions by name.
static FUNCTIONS: LazyLock<HashMap<&[u8], Entry>> = LazyLock::new(|| {
    let all: [Functions; 7] = [
        checked::FUNCTIONS,
        math::FUNCTIONS,
        memory::FUNCTIONS,
        numbers::FUNCTIONS,
        output::FUNCTIONS,
        search::FUNCTIONS,
        strings::FUNCTIONS,
    ];
    let names = |&(names, simplify): &(&'static str, Simplify)| names.split(' ').map(move |name| (name, simplify));
    all.into_iter()
        .flatten()
        .flat_map(names)
        .map(|(name, simplify)| (name.as_bytes(), (name.as_bytes(), simplify)))
        .collect()
});

/// The maximum length of a constant string that is read.
const MAX_STRING: u64 = 1 << 16;

impl<'a> Query<'a> {
    /// The characters from an address in a constant to its end.
    fn characters(&self, address: Value, width: u32) -> Option<Vec<u32>> {
        let (base, start) = self.base_and_constant_offset(address)?;
        let whole = self.final_value(base.as_global()?)?;
        let (cx, layout, constants) = (self.module.context(), self.module.data_layout(), self.module.constants());
        let size = layout.store_size(cx, self.type_of(whole)).filter(|size| !size.scalable)?.min;
        let bytes = u64::from(width / 8);
        let count = size.checked_sub(start)? / bytes;
        if constants.is_zero(whole) {
            return Some(vec![0; count.min(MAX_STRING) as usize]);
        }
        // Wide characters must be elements of an array.
        let is_array = cx.element_type(self.type_of(whole), 0).and_then(|ty| cx.int_width(ty)) == Some(width);
        if width > 8 && (!is_array || !start.is_multiple_of(bytes)) {
            return None;
        }
        if count > MAX_STRING {
            return None;
        }
        let ty = cx.int(width);
        (0..count).map(|at| Some(constants.as_u64(self.constant_at(whole, start + at * bytes, ty)?)? as u32)).collect()
    }

    /// The bytes from an address in a constant to its end. Of a constant that is zero, only a single byte is known here, as in LLVM.
    fn bytes(&self, address: Value) -> Option<Vec<u8>> {
        let bytes = self.any_bytes(address)?;
        let (base, _) = self.base_and_constant_offset(address)?;
        let is_zero = self.module.constants().is_zero(self.final_value(base.as_global()?)?);
        (!is_zero || bytes.len() == 1).then_some(bytes)
    }

    fn any_bytes(&self, address: Value) -> Option<Vec<u8>> {
        Some(self.characters(address, 8)?.into_iter().map(|c| c as u8).collect())
    }

    /// The bytes from an address in a constant up to the first zero.
    fn string(&self, address: Value) -> Option<Vec<u8>> {
        let mut bytes = self.any_bytes(address)?;
        bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
        Some(bytes)
    }

    /// The number of characters of a string with its terminating zero; looks through phis and selects.
    fn string_size(&self, address: Value, width: u32) -> Option<u64> {
        let mut size = None;
        let mut seen: HashSet<Value> = HashSet::default();
        let mut stack = vec![address];
        while let Some(value) = stack.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.inst(value) {
                _ if seen.len() > 64 => return None,
                Some(InstData::Phi { incoming, .. }) => {
                    stack.extend(self.body.list_values(incoming).iter().step_by(2));
                }
                Some(InstData::Select { if_true, if_false, .. }) => stack.extend([*if_true, *if_false]),
                _ => {
                    let text = self.characters(value, width)?;
                    let this = text.iter().position(|&c| c == 0).unwrap_or(text.len()) as u64 + 1;
                    if *size.get_or_insert(this) != this {
                        return None;
                    }
                }
            }
        }
        Some(size.unwrap_or(1))
    }

    /// Whether all users of a value compare it with another one for equality.
    fn is_only_compared_with(&self, value: Inst, with: impl Fn(Value) -> bool) -> bool {
        self.uses.of(value.into()).all(|at| match *self.body.inst(at.user) {
            InstData::ICmp { predicate, rhs, .. } => at.operand == 0 && predicate.is_equality() && with(rhs),
            _ => false,
        })
    }

    /// Whether all users of a value compare it with zero for equality.
    fn is_only_tested(&self, value: Inst) -> bool {
        self.is_only_compared_with(value, |v| self.module.constants().is_zero(v))
    }
}

impl Combiner<'_, '_, '_> {
    /// Simplifies a call of a library function. Returns whether the call changed or was removed.
    pub(super) fn visit_library_call(&mut self, inst: Inst) -> bool {
        let Some((call, simplify)) = self.library_call(inst) else { return false };
        let before = self.call_info(inst).map(|call| call.attributes);
        let Some(value) = simplify(self, &call) else {
            let is_changed = self.call_info(inst).map(|call| call.attributes) != before;
            if is_changed {
                self.worklist.push(inst);
            }
            return is_changed;
        };
        self.push_users(inst);
        if value != inst.into() {
            let is_new = value.as_inst().is_some() && self.f.editor.uses().is_unused(value);
            if is_new
                && self.f.editor.body().name(value).is_empty()
                && !self.f.editor.body().name(inst.into()).is_empty()
            {
                self.f.editor.take_name(inst.into(), value);
            }
            self.f.editor.replace_all(inst.into(), value);
        } else if !self.f.editor.uses().is_unused(value) {
            let poison = self.f.editor.module().constants().poison(call.ty);
            self.f.editor.replace_all(inst.into(), poison);
        }
        self.erase(inst);
        true
    }

    /// The known call of a library function that an instruction is.
    fn library_call(&self, inst: Inst) -> Option<(Call, Simplify)> {
        let module = self.f.editor.module();
        let body = self.f.editor.body();
        let InstData::Call { ref call, tail, convention, .. } = *body.inst(inst) else { return None };
        let &(name, simplify) = FUNCTIONS.get(library_function(module, call)?)?;
        let is_usable = tail != TailCall::MustTail
            && convention == lindworm_ir::calling_convention::CallingConvention::C
            && !call_has(module, call, AttrKind::STRICT_FP)
            && body.bundles(call.bundles).iter().all(|bundle| matches!(&*bundle.tag, b"funclet" | b"deopt"))
            && self.may_use(name);
        let args = body.call_args(call).into();
        is_usable.then(|| (Call { inst, name, args, ty: body.inst_type(inst) }, simplify))
    }

    /// Whether the function under transformation may assume that a name is that of the library function.
    pub(super) fn may_use(&self, name: &[u8]) -> bool {
        let module = self.f.editor.module();
        let cx = module.context();
        let set = cx.attribute_list(self.f.additions.attributes()).function;
        cx.attribute_value(set, b"no-builtins").is_none()
            && cx.attribute_value(set, &[b"no-builtin-", name].concat()).is_none()
    }

    fn call_info(&self, inst: Inst) -> Option<CallInfo> {
        self.f.editor.body().inst(inst).call_info().copied()
    }

    /// The attributes of an argument, at the call.
    fn argument_set(&self, inst: Inst, place: usize) -> AttributeSet {
        let list = self.call_info(inst).map(|call| call.attributes).unwrap_or_default();
        self.f.editor.module().context().attribute_list(list).param(place)
    }

    fn set_argument(&mut self, inst: Inst, place: usize, set: AttributeSet) {
        let cx = self.f.editor.module().context();
        self.f.editor.change(inst, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.attributes = cx.with_param_attributes(call.attributes, place, set);
            }
        });
    }

    fn argument_has(&self, inst: Inst, place: usize, kind: AttrKind) -> bool {
        let Some(call) = self.call_info(inst) else { return false };
        crate::call_site::param_has(self.f.editor.module(), &call, place, kind)
    }

    /// Declares that arguments are addresses that the call accesses.
    fn mark_accessed(&mut self, call: &Call, places: &[usize]) {
        for &place in places {
            let cx = self.f.editor.module().context();
            if !self.argument_has(call.inst, place, AttrKind::NO_UNDEF) {
                let set = cx.with_attribute(self.argument_set(call.inst, place), Attribute::Enum(AttrKind::NO_UNDEF));
                self.set_argument(call.inst, place, set);
            }
            if !self.argument_has(call.inst, place, AttrKind::NON_NULL) {
                if self.is_null_valid(call.args[place]) {
                    continue;
                }
                let set = cx.with_attribute(self.argument_set(call.inst, place), Attribute::Enum(AttrKind::NON_NULL));
                self.set_argument(call.inst, place, set);
            }
            self.mark_bytes(call, place, 1);
        }
    }

    /// Whether null may be the address of an object in the address space of a pointer.
    pub(super) fn is_null_valid(&self, pointer: Value) -> bool {
        let space = self.f.editor.module().context().addr_space(self.type_of(pointer)).unwrap_or(0);
        self.query().is_null_valid(space)
    }

    /// Declares that the bytes at an argument are accessed.
    fn mark_bytes(&mut self, call: &Call, place: usize, bytes: u64) {
        let cx = self.f.editor.module().context();
        let Some(info) = self.call_info(call.inst) else { return };
        let known = |kind| {
            crate::call_site::param_sets(self.f.editor.module(), &info, place)
                .filter_map(|set| cx.attribute_int(set, kind))
                .max()
                .unwrap_or(0)
        };
        let is_non_null =
            !self.is_null_valid(call.args[place]) || self.argument_has(call.inst, place, AttrKind::NON_NULL);
        let mut wanted = bytes;
        if is_non_null {
            wanted = wanted.max(known(AttrKind::DEREFERENCEABLE_OR_NULL));
        }
        if known(AttrKind::DEREFERENCEABLE) >= wanted {
            return;
        }
        let mut set = cx.without_attribute(self.argument_set(call.inst, place), AttrKind::DEREFERENCEABLE);
        if is_non_null {
            set = cx.without_attribute(set, AttrKind::DEREFERENCEABLE_OR_NULL);
        }
        let set = cx.with_attribute(set, Attribute::Int(AttrKind::DEREFERENCEABLE, wanted));
        self.set_argument(call.inst, place, set);
    }

    /// Declares that the call accesses arguments if a size is not zero, and as many bytes as the size.
    fn mark_sized(&mut self, call: &Call, places: &[usize], size: Value) {
        let query = self.query();
        let constant = query.constant_int(size).and_then(|n| n.to_u64());
        let bytes = match (constant, query.inst(size)) {
            (Some(n), _) => n,
            (None, Some(InstData::Select { if_true, if_false, .. })) => {
                let number = |v| query.constant_int(v).and_then(|n| n.to_u64()).unwrap_or(0);
                number(*if_true).min(number(*if_false))
            }
            _ => 0,
        };
        if constant.is_some() || query.is_non_zero(size) {
            self.mark_accessed(call, places);
            for &place in places.iter().filter(|_| bytes > 0) {
                self.mark_bytes(call, place, bytes);
            }
        }
    }

    /// Declares what an intrinsic accesses.
    pub(super) fn mark_transfer(&mut self, inst: Inst, places: &[usize], size: Value) {
        let Some(info) = self.call_info(inst) else { return };
        let args = self.f.editor.body().call_args(&info).into();
        self.mark_sized(&Call { inst, name: b"", args, ty: Type::VOID }, places, size);
    }

    /// Declares that an argument is not captured.
    fn mark_not_captured(&mut self, call: &Call, place: usize) {
        let cx = self.f.editor.module().context();
        let set = cx.with_attribute(self.argument_set(call.inst, place), Attribute::captures(Captures::NONE));
        self.set_argument(call.inst, place, set);
    }

    fn is_unused(&self, call: &Call) -> bool {
        self.f.editor.uses().is_unused(call.inst.into())
    }

    /// Whether the function is to be small.
    fn is_for_size(&self) -> bool {
        let query = self.query();
        query.function_has(AttrKind::OPT_SIZE) || query.function_has(AttrKind::MIN_SIZE)
    }

    fn constant(&self, ty: Type, n: i64) -> Value {
        let width = self.f.editor.module().context().int_width(ty).unwrap_or(64);
        self.int(ty, &lindworm_ir::eval::Int::from_i64(width, n))
    }

    fn null(&self, like: Value) -> Value {
        self.zero(self.type_of(like))
    }

    /// The type of sizes.
    fn size_type(&self) -> Type {
        let module = self.f.editor.module();
        module.context().int(module.data_layout().pointer(0).index_bits)
    }

    fn size(&self, n: u64) -> Value {
        self.constant(self.size_type(), n as i64)
    }

    fn number(&self, value: Value) -> Option<u64> {
        self.query().constant_int(value)?.to_u64()
    }

    fn named(&mut self, value: Value, name: &str) -> Value {
        if value.as_inst().is_some() {
            self.f.editor.set_name(value, name.as_bytes());
        }
        value
    }

    /// Inserts a load. The alignment is that of the type.
    fn load(&mut self, call: &Call, ty: Type, pointer: Value, name: &str) -> Value {
        if let Some(known) = self.query().simplify_load(pointer, ty) {
            return known;
        }
        let module = self.f.editor.module();
        let align = module.data_layout().abi_align(module.context(), ty).unwrap_or(Align::ONE);
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        let data = InstData::Load { pointer, align, ordering, scope, volatile: false };
        let value = self.insert(call.inst, data, ty);
        self.named(value, name)
    }

    fn store_byte(&mut self, call: &Call, value: Value, pointer: Value) {
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        let data = InstData::Store { value, pointer, align: Align::ONE, ordering, scope, volatile: false };
        self.insert(call.inst, data, Type::VOID);
    }

    /// An address in an object, a number of bytes from another.
    fn offset(&mut self, call: &Call, pointer: Value, by: Value, name: &str) -> Value {
        let ty = self.type_of(pointer);
        if self.f.editor.module().constants().is_zero(by) {
            return pointer;
        }
        let mut flags = GepFlags::INBOUNDS | GepFlags::NUSW;
        if self.query().constant_int(by).is_some_and(|n| !n.is_negative()) {
            flags |= GepFlags::NUW;
        }
        if pointer.is_constant() || pointer.as_global().is_some() {
            let folded = self.f.editor.module().fold_gep(Type::I8, flags, &[pointer, by]);
            if by.is_constant()
                && let Some(folded) = folded
            {
                return self.query().canonical_address(folded).unwrap_or(folded);
            }
        }
        let operands = self.f.editor.list(&[pointer, by]);
        let value = self.insert(call.inst, InstData::GetElementPtr { source: Type::I8, flags, operands }, ty);
        self.named(value, name)
    }

    fn offset_by(&mut self, call: &Call, pointer: Value, by: u64, name: &str) -> Value {
        let by = self.size(by);
        self.offset(call, pointer, by, name)
    }

    fn compare(&mut self, call: &Call, predicate: IntPredicate, lhs: Value, rhs: Value, name: &str) -> Value {
        if let Some(folded) = self.f.editor.module().fold_icmp(predicate, lhs, rhs)
            && lhs.is_constant()
            && rhs.is_constant()
        {
            return folded;
        }
        let value = self.icmp(call.inst, predicate, lhs, rhs);
        self.named(value, name)
    }

    fn choose(&mut self, call: &Call, condition: Value, if_true: Value, if_false: Value, name: &str) -> Value {
        match self.number(condition) {
            Some(0) => if_false,
            Some(_) => if_true,
            None => {
                let value = self.select(call.inst, condition, if_true, if_false);
                self.named(value, name)
            }
        }
    }

    /// A short-circuit `and`.
    fn logical_and(&mut self, call: &Call, a: Value, b: Value, name: &str) -> Value {
        let no = self.zero(Type::I1);
        self.choose(call, a, b, no, name)
    }

    fn arithmetic(&mut self, call: &Call, op: BinaryOp, lhs: Value, rhs: Value, name: &str) -> Value {
        let value = self.binary(call.inst, op, IntFlags::empty(), lhs, rhs);
        self.named(value, name)
    }

    /// An integer in another width.
    fn resize(&mut self, call: &Call, value: Value, ty: Type, is_signed: bool, name: &str) -> Value {
        let cx = self.f.editor.module().context();
        let op = match (cx.int_width(self.type_of(value)) > cx.int_width(ty), is_signed) {
            (true, _) => CastOp::Trunc,
            (false, true) => CastOp::SExt,
            (false, false) => CastOp::ZExt,
        };
        let is_same = self.type_of(value) == ty;
        let value = self.cast(call.inst, op, IntFlags::empty(), value, ty);
        if is_same { value } else { self.named(value, name) }
    }

    /// A private constant string, without a terminating zero.
    fn constant_string(&mut self, text: &[u8]) -> Value {
        let module = self.f.editor.module();
        let value = module.constants().string(module.context(), text);
        let kind = GlobalKind::Variable(Variable { constant: true, initializer: Some(value), ..Variable::default() });
        let mut global = GlobalValue::new(b"str", self.type_of(value), Type::PTR, kind);
        global.set_linkage(Linkage::Private);
        global.unnamed_addr = UnnamedAddr::Global;
        global.align = Align::ONE;
        self.f.additions.add_global(global).into()
    }

    /// Copies the kind of tail call.
    fn copy_tail(&mut self, call: &Call, new: Inst) {
        let InstData::Call { tail: old, .. } = self.data(call.inst) else { return };
        self.f.editor.change(new, |data, _| {
            if let InstData::Call { tail, .. } = data {
                *tail = old;
            }
        });
    }

    /// Calls another library function, named like it. `None` if the target does not have the function or the name is taken.
    fn emit(&mut self, call: &Call, name: &str, ty: Type, args: &[Value]) -> Option<Value> {
        self.emit_variadic(call, name, ty, args, None)
    }

    /// Like [`Combiner::emit`], of a function that has `fixed` parameters and variable arguments after them.
    fn emit_variadic(
        &mut self,
        call: &Call,
        name: &str,
        ty: Type,
        args: &[Value],
        fixed: Option<usize>,
    ) -> Option<Value> {
        let module = self.f.editor.module();
        let cx = module.context();
        let params: Vec<Type> = args[..fixed.unwrap_or(args.len())].iter().map(|&arg| self.type_of(arg)).collect();
        let function_type = cx.function_type(ty, &params, fixed.is_some());
        if !self.can_emit(name, function_type) {
            return None;
        }
        // LLVM declares and names functions with a check in its own way.
        let is_checked = name.starts_with("__");
        let attributes = match is_checked {
            true => {
                let set = AttributeSet::of(AttrKind::NO_UNWIND).unwrap_or_default();
                cx.make_attribute_list(set, AttributeSet::EMPTY, &[])
            }
            false => crate::infer_attrs::library_attributes(cx, name.as_bytes()),
        };
        let callee = self.f.additions.function_named(name.as_bytes(), function_type, attributes);
        let convention = module.function(callee).map(|f| f.convention).unwrap_or_default();
        let loc = self.f.editor.body().debug_loc(call.inst);
        // The new call is in the same funclet, and has the same state of deoptimization.
        let body = self.f.editor.body();
        let bundles = body.inst(call.inst).call_info().into_iter().flat_map(|info| body.bundle_inputs(info));
        let bundles: SmallVec<[(String, Vec<Value>); 1]> = bundles
            .map(|(bundle, inputs)| (String::from_utf8_lossy(&bundle.tag).into_owned(), inputs.to_vec()))
            .collect();
        let bundles: SmallVec<[(&str, &[Value]); 1]> = bundles.iter().map(|(tag, list)| (&**tag, &**list)).collect();
        let options = CallOptions { convention, bundles: &bundles, ..CallOptions::default() };
        let at = Point::Before(call.inst);
        let new = self.f.editor.build(at, loc, |b| b.call_with(callee.into(), function_type, args, options)).ok()?;
        self.copy_tail(call, new);
        if ty.is_float() {
            let flags = self.fast_math(call);
            self.f.set_fast_math(new, flags);
        }
        self.worklist.defer(new);
        Some(if ty == Type::VOID || is_checked { new.into() } else { self.named(new.into(), name) })
    }

    /// Whether a library function of this type can be called.
    fn can_emit(&self, name: &str, function_type: Type) -> bool {
        let module = self.f.editor.module();
        let is_free = module
            .global_named(name.as_bytes())
            .and_then(|g| module.global(g))
            .is_none_or(|g| g.as_function().is_some() && g.value_type == function_type && !g.linkage.is_local());
        let known = LibraryFunction::named(name.as_bytes());
        is_free
            && self.may_use(name.as_bytes())
            && known.is_some_and(|known| known.is_on(module) && known.has_type(module, function_type))
    }

    fn emit_strlen(&mut self, call: &Call, string: Value) -> Option<Value> {
        self.emit(call, "strlen", self.size_type(), &[string])
    }

    /// Calls a memory intrinsic in place of the call. Attributes of the arguments are kept.
    fn emit_transfer(&mut self, call: &Call, name: &str, operands: [Value; 3], keeps_attributes: bool) -> Option<()> {
        let loc = self.f.editor.body().debug_loc(call.inst);
        let new = insert_memory_call(self.f, Point::Before(call.inst), loc, name, operands, [Some(1), Some(1)], false)?;
        self.copy_tail(call, new);
        self.worklist.defer(new);
        if keeps_attributes {
            let cx = self.f.editor.module().context();
            for place in 0..2 {
                if name == "llvm.memset" && place == 1 || self.call_info(call.inst).is_none() {
                    continue;
                }
                let old = self.argument_set(call.inst, place);
                let merged = cx.merge_attributes([self.argument_set(new, place), old]);
                self.set_argument(new, place, cx.without_attribute(merged, AttrKind::RETURNED));
            }
        }
        Some(())
    }

    /// The fast-math flags of a call.
    fn fast_math(&self, call: &Call) -> FastMathFlags {
        self.data(call.inst).fast_math().unwrap_or_default()
    }
}
