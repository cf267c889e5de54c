//! Instructions.

use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::context::SyncScope;
use lindworm_ir::eval::{FastMathFlags, IntFlags};
use lindworm_ir::instruction::{Align, AtomicOrdering, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::{Attachment, MetadataRef};
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Metadata, Type, Value};

use super::constant::write_gep_flags;
use super::names::{push_decimal, push_decimal_u64, write_escaped, write_quoted};
use super::output::Output;
use super::{FunctionWriter, Writer};

impl FunctionWriter<'_> {
    /// Writes an instruction with the two spaces of indentation, without a newline.
    pub fn write_instruction(&self, out: &mut Output<'_>, inst: Inst) {
        let ty = self.body.inst_type(inst);
        out.extend_from_slice(b"  ");
        if ty != Type::VOID {
            self.write_local(out, inst.into());
            out.extend_from_slice(b" = ");
        }
        let data = self.body.inst(inst);
        self.write_data(out, data, ty);
        if self.has_debug_locs
            && let Some(location) = self.body.debug_loc(inst)
        {
            out.extend_from_slice(b", !dbg ");
            self.writer.write_node_ref(out, location);
        }
        if self.has_attachments {
            self.writer.write_attachments(out, self.body.attachments(inst), b", ");
        }
        if let InstData::Call { call, .. } = data {
            self.write_relocate_comment(out, call);
        }
    }

    fn write_data(&self, out: &mut Output<'_>, data: &InstData, ty: Type) {
        use InstData::*;
        let comma = |out: &mut Output<'_>| out.extend_from_slice(b", ");
        match data {
            Ret { value } => match value.expand() {
                Some(value) => {
                    out.extend_from_slice(b"ret ");
                    self.write_typed(out, value);
                }
                None => out.extend_from_slice(b"ret void"),
            },
            Br { dest } => {
                out.extend_from_slice(b"br ");
                self.write_label(out, *dest);
            }
            CondBr { condition, if_true, if_false } => {
                out.extend_from_slice(b"br ");
                self.write_typed(out, *condition);
                comma(out);
                self.write_label(out, *if_true);
                comma(out);
                self.write_label(out, *if_false);
            }
            Switch { condition, default, cases } => {
                out.extend_from_slice(b"switch ");
                self.write_typed(out, *condition);
                comma(out);
                self.write_label(out, *default);
                out.extend_from_slice(b" [");
                for case in self.body.list_values(cases).chunks_exact(2) {
                    if out.is_full() {
                        return;
                    }
                    out.extend_from_slice(b"\n    ");
                    self.write_typed(out, case[0]);
                    comma(out);
                    self.write_typed(out, case[1]);
                }
                out.extend_from_slice(b"\n  ]");
            }
            IndirectBr { address, dests } => {
                out.extend_from_slice(b"indirectbr ");
                self.write_typed(out, *address);
                out.extend_from_slice(b", [");
                self.write_list(out, self.body.list_values(dests));
                out.push(b']');
            }
            Invoke { call, convention, normal, unwind } => {
                out.extend_from_slice(b"invoke");
                write_convention(out, *convention);
                self.write_result_attributes(out, call);
                self.write_call_addr_space(out, call);
                self.write_call(out, call, false);
                out.extend_from_slice(b"\n          to ");
                self.write_label(out, *normal);
                out.extend_from_slice(b" unwind ");
                self.write_label(out, *unwind);
            }
            CallBr { call, convention, default, indirect } => {
                out.extend_from_slice(b"callbr");
                write_convention(out, *convention);
                self.write_result_attributes(out, call);
                self.write_call(out, call, false);
                out.extend_from_slice(b"\n          to ");
                self.write_label(out, *default);
                out.extend_from_slice(b" [");
                self.write_list(out, self.body.list_values(indirect));
                out.push(b']');
            }
            Call { call, convention, tail, fast_math } => {
                out.extend_from_slice(match tail {
                    TailCall::None => b"call",
                    TailCall::Tail => b"tail call",
                    TailCall::MustTail => b"musttail call",
                    TailCall::NoTail => b"notail call",
                });
                write_fast_math(out, *fast_math);
                write_convention(out, *convention);
                self.write_result_attributes(out, call);
                self.write_call_addr_space(out, call);
                self.write_call(out, call, *tail == TailCall::MustTail && self.variadic);
            }
            Resume { value } => {
                out.extend_from_slice(b"resume ");
                self.write_typed(out, *value);
            }
            Unreachable => out.extend_from_slice(b"unreachable"),
            CleanupRet { pad, unwind } => {
                out.extend_from_slice(b"cleanupret from ");
                self.write_operand(out, *pad);
                self.write_unwind(out, unwind.expand());
            }
            CatchRet { pad, dest } => {
                out.extend_from_slice(b"catchret from ");
                self.write_operand(out, *pad);
                out.extend_from_slice(b" to ");
                self.write_label(out, *dest);
            }
            CatchSwitch { parent, handlers, unwind } => {
                out.extend_from_slice(b"catchswitch within ");
                self.write_operand(out, *parent);
                out.extend_from_slice(b" [");
                self.write_list(out, self.body.list_values(handlers));
                out.push(b']');
                self.write_unwind(out, unwind.expand());
            }
            CatchPad { parent, args } | CleanupPad { parent, args } => {
                out.extend_from_slice(data.opcode_name().as_bytes());
                out.extend_from_slice(b" within ");
                self.write_operand(out, *parent);
                out.extend_from_slice(b" [");
                self.write_list(out, self.body.list_values(args));
                out.push(b']');
            }
            FNeg { value, fast_math } => {
                out.extend_from_slice(b"fneg");
                write_fast_math(out, *fast_math);
                out.push(b' ');
                self.write_typed(out, *value);
            }
            Binary { op, flags, fast_math, lhs, rhs } => {
                out.extend_from_slice(op.name().as_bytes());
                write_fast_math(out, *fast_math);
                write_int_flags(out, *flags);
                out.push(b' ');
                self.write_pair(out, *lhs, *rhs);
            }
            ICmp { predicate, same_sign, lhs, rhs } => {
                out.extend_from_slice(if *same_sign { b"icmp samesign " } else { b"icmp " });
                out.extend_from_slice(predicate.name().as_bytes());
                out.push(b' ');
                self.write_pair(out, *lhs, *rhs);
            }
            FCmp { predicate, fast_math, lhs, rhs } => {
                out.extend_from_slice(b"fcmp");
                write_fast_math(out, *fast_math);
                out.push(b' ');
                out.extend_from_slice(predicate.name().as_bytes());
                out.push(b' ');
                self.write_pair(out, *lhs, *rhs);
            }
            ExtractElement { vector, index } => {
                out.extend_from_slice(b"extractelement ");
                self.write_list(out, &[*vector, *index]);
            }
            InsertElement { vector, element, index } => {
                out.extend_from_slice(b"insertelement ");
                self.write_list(out, &[*vector, *element, *index]);
            }
            ShuffleVector { v1, v2, mask } => {
                out.extend_from_slice(b"shufflevector ");
                self.write_list(out, &[*v1, *v2]);
                let mask = self.body.list_ints(mask).iter().map(|m| m.0 as i32);
                self.writer.write_shuffle_mask(out, ty, mask);
            }
            ExtractValue { aggregate, indices } => {
                out.extend_from_slice(b"extractvalue ");
                self.write_typed(out, *aggregate);
                self.write_indices(out, indices);
            }
            InsertValue { aggregate, value, indices } => {
                out.extend_from_slice(b"insertvalue ");
                self.write_list(out, &[*aggregate, *value]);
                self.write_indices(out, indices);
            }
            Alloca { allocated, count, align, in_alloca, swift_error } => {
                out.extend_from_slice(b"alloca ");
                if *in_alloca {
                    out.extend_from_slice(b"inalloca ");
                }
                if *swift_error {
                    out.extend_from_slice(b"swifterror ");
                }
                self.writer.write_type(out, *allocated);
                if self.type_of(*count) != Type::I32 || self.writer.module.constants().as_u64(*count) != Some(1) {
                    comma(out);
                    self.write_typed(out, *count);
                }
                write_align(out, *align);
                if let Some(addr_space @ 1..) = self.writer.cx.addr_space(ty) {
                    comma(out);
                    self.writer.types.write_addr_space(out, addr_space);
                }
            }
            Load { pointer, align, ordering, scope, volatile } => {
                out.extend_from_slice(b"load");
                write_access(out, *ordering, *volatile);
                self.writer.write_type(out, ty);
                comma(out);
                self.write_typed(out, *pointer);
                self.write_ordering(out, *ordering, *scope);
                write_align(out, *align);
            }
            Store { value, pointer, align, ordering, scope, volatile } => {
                out.extend_from_slice(b"store");
                write_access(out, *ordering, *volatile);
                self.write_typed(out, *value);
                comma(out);
                self.write_typed(out, *pointer);
                self.write_ordering(out, *ordering, *scope);
                write_align(out, *align);
            }
            Fence { ordering, scope } => {
                out.extend_from_slice(b"fence");
                self.write_ordering(out, *ordering, *scope);
            }
            CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile } => {
                out.extend_from_slice(if *weak { b"cmpxchg weak" } else { b"cmpxchg" });
                write_access(out, AtomicOrdering::NotAtomic, *volatile);
                self.write_list(out, &[*pointer, *expected, *new]);
                self.write_ordering(out, *success, *scope);
                out.push(b' ');
                out.extend_from_slice(failure.name().as_bytes());
                write_align(out, *align);
            }
            AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise } => {
                out.extend_from_slice(b"atomicrmw");
                write_access(out, AtomicOrdering::NotAtomic, *volatile);
                if *elementwise {
                    out.extend_from_slice(b"elementwise ");
                }
                out.extend_from_slice(op.name().as_bytes());
                out.push(b' ');
                self.write_list(out, &[*pointer, *value]);
                self.write_ordering(out, *ordering, *scope);
                write_align(out, *align);
            }
            GetElementPtr { source, flags, operands } => {
                out.extend_from_slice(b"getelementptr");
                write_gep_flags(out, *flags);
                out.push(b' ');
                self.writer.write_type(out, *source);
                comma(out);
                self.write_list(out, self.body.list_values(operands));
            }
            Cast { op, flags, fast_math, value } => {
                out.extend_from_slice(op.name().as_bytes());
                write_fast_math(out, *fast_math);
                write_int_flags(out, *flags);
                out.push(b' ');
                self.write_typed(out, *value);
                out.extend_from_slice(b" to ");
                self.writer.write_type(out, ty);
            }
            Phi { incoming, fast_math } => {
                out.extend_from_slice(b"phi");
                write_fast_math(out, *fast_math);
                out.push(b' ');
                self.write_type(out, ty);
                for (i, pair) in self.body.list_values(incoming).chunks_exact(2).enumerate() {
                    if out.is_full() {
                        return;
                    }
                    out.extend_from_slice(if i > 0 { b", [ " } else { b"[ " });
                    self.write_operand(out, pair[0]);
                    comma(out);
                    self.write_operand(out, pair[1]);
                    out.extend_from_slice(b" ]");
                }
            }
            Select { condition, if_true, if_false, fast_math } => {
                out.extend_from_slice(b"select");
                write_fast_math(out, *fast_math);
                out.push(b' ');
                self.write_list(out, &[*condition, *if_true, *if_false]);
            }
            Freeze { value } => {
                out.extend_from_slice(b"freeze ");
                self.write_typed(out, *value);
            }
            VaArg { list } => {
                out.extend_from_slice(b"va_arg ");
                self.write_typed(out, *list);
                comma(out);
                self.writer.write_type(out, ty);
            }
            LandingPad { cleanup, clauses } => {
                out.extend_from_slice(b"landingpad ");
                self.writer.write_type(out, ty);
                if *cleanup {
                    out.extend_from_slice(b"\n          cleanup");
                }
                for &clause in self.body.list_values(clauses) {
                    if out.is_full() {
                        return;
                    }
                    let filter = matches!(self.writer.cx.kind(self.type_of(clause)), TypeKind::Array { .. });
                    out.extend_from_slice(if filter { b"\n          filter " } else { b"\n          catch " });
                    self.write_typed(out, clause);
                }
            }
        }
    }

    /// Writes values with their types.
    fn write_list(&self, out: &mut Output<'_>, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if out.is_full() {
                return;
            }
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            self.write_typed(out, value);
        }
    }

    /// Writes two values of the same type, with the type once.
    #[inline]
    fn write_pair(&self, out: &mut Output<'_>, lhs: Value, rhs: Value) {
        self.write_typed(out, lhs);
        out.extend_from_slice(b", ");
        self.write_operand(out, rhs);
    }

    fn write_indices(&self, out: &mut Output<'_>, indices: &lindworm_ir::value::IntList) {
        for index in self.body.list_ints(indices) {
            out.extend_from_slice(b", ");
            push_decimal(out, index.0);
        }
    }

    fn write_unwind(&self, out: &mut Output<'_>, unwind: Option<Block>) {
        out.extend_from_slice(b" unwind ");
        match unwind {
            Some(block) => self.write_label(out, block),
            None => out.extend_from_slice(b"to caller"),
        }
    }

    #[inline]
    fn write_ordering(&self, out: &mut Output<'_>, ordering: AtomicOrdering, scope: SyncScope) {
        if ordering == AtomicOrdering::NotAtomic {
            return;
        }
        if scope != SyncScope::SYSTEM {
            out.extend_from_slice(b" syncscope(\"");
            write_escaped(out, self.writer.cx.sync_scope_name(scope));
            out.extend_from_slice(b"\")");
        }
        out.push(b' ');
        out.extend_from_slice(ordering.name().as_bytes());
    }

    /// Writes a space, and the return attributes of a call followed by another.
    fn write_result_attributes(&self, out: &mut Output<'_>, call: &CallInfo) {
        out.push(b' ');
        if let Some(texts) = self.writer.attributes.get(call.attributes) {
            self.writer.types.write_set_text(out, self.writer.cx, &texts.result);
        }
    }

    fn write_call_addr_space(&self, out: &mut Output<'_>, call: &CallInfo) {
        let addr_space = match call.callee.kind() {
            ValueKind::Global(_) | ValueKind::Constant(_) | ValueKind::Inst(_) | ValueKind::Arg(_) => {
                match self.type_of(call.callee) {
                    Type::PTR => 0,
                    ty => self.writer.cx.addr_space(ty).unwrap_or(0),
                }
            }
            _ => 0,
        };
        if addr_space != 0 || self.writer.module.data_layout().program_addr_space != 0 {
            self.writer.types.write_addr_space(out, addr_space);
            out.push(b' ');
        }
    }

    /// Writes a call from the type on. `ellipsis` is set for `musttail` in a variadic function, which has `...` after the
    /// arguments.
    fn write_call(&self, out: &mut Output<'_>, call: &CallInfo, ellipsis: bool) {
        self.write_type(
            out,
            match self.writer.cx.function_parts(call.function_type) {
                Some((result, _, false)) => result,
                _ => call.function_type,
            },
        );
        self.write_operand(out, call.callee);
        out.push(b'(');
        let texts = self.writer.attributes.get(call.attributes);
        let args = self.body.call_args(call);
        for (i, &arg) in args.iter().enumerate() {
            if out.is_full() {
                return;
            }
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            self.writer.calls.write_argument_comment(out, self.writer, call.callee, i, arg);
            self.write_type(out, self.type_of(arg));
            if let Some(text) = texts.and_then(|t| t.params.get(i)) {
                self.writer.types.write_set_text(out, self.writer.cx, text);
            }
            self.write_operand(out, arg);
        }
        if ellipsis {
            out.extend_from_slice(if args.is_empty() { b"..." } else { b", ..." });
        }
        out.push(b')');
        if let Some(group) = texts.and_then(|t| t.group) {
            out.extend_from_slice(b" #");
            push_decimal(out, group);
        }
        self.write_bundles(out, call);
    }

    fn write_bundles(&self, out: &mut Output<'_>, call: &CallInfo) {
        if self.body.bundles(call.bundles).is_empty() {
            return;
        }
        for (i, (bundle, inputs)) in self.body.bundle_inputs(call).enumerate() {
            out.extend_from_slice(if i > 0 { b", " } else { b" [ " });
            write_quoted(out, &bundle.tag);
            out.push(b'(');
            self.write_list(out, inputs);
            out.push(b')');
        }
        out.extend_from_slice(b" ]");
    }

    /// Writes the comment with the base and derived pointers of a call of `llvm.experimental.gc.relocate`.
    fn write_relocate_comment(&self, out: &mut Output<'_>, call: &CallInfo) {
        if !self.writer.calls.any
            || self.writer.module.callee(call.callee).and_then(|f| f.intrinsic)
                != Some(IntrinsicId::EXPERIMENTAL_GC_RELOCATE)
        {
            return;
        }
        let [token, base, derived] = self.body.call_args(call) else { return };
        let pointers = self.relocated(*token);
        for (i, index) in [base, derived].into_iter().enumerate() {
            out.extend_from_slice(if i > 0 { b", " } else { b" ; (" });
            let index = self.writer.module.constants().as_u64(*index).and_then(|i| usize::try_from(i).ok());
            match pointers.and_then(|p| p.get(index?)) {
                Some(&pointer) => self.write_operand(out, pointer),
                None => out.extend_from_slice(b"undef"),
            }
        }
        out.push(b')');
    }

    /// The values that the indices of a relocation refer to: the inputs of the statepoint's `gc-live` bundle, or else its
    /// arguments.
    fn relocated(&self, token: Value) -> Option<&[Value]> {
        let body = self.body;
        let mut statepoint = token.as_inst()?;
        if let InstData::LandingPad { .. } = body.inst(statepoint) {
            // On the unwind path, the statepoint is the invoke that ends the predecessor.
            let from = self.predecessors(body.inst_block(statepoint)?).first()?;
            statepoint = body.terminator(*from)?;
        }
        let call = body.inst(statepoint).call_info()?;
        let live = body.bundle_inputs(call).find(|(bundle, _)| *bundle.tag == *b"gc-live");
        Some(live.map_or(body.call_args(call), |(_, inputs)| inputs))
    }
}

impl Writer<'_> {
    /// Writes attachments, each preceded by `separator`.
    pub(super) fn write_attachments(&self, out: &mut Output<'_>, attachments: &[Attachment], separator: &[u8]) {
        for &(kind, m) in attachments {
            out.extend_from_slice(separator);
            out.push(b'!');
            match self.metadata_kinds.get(kind.0 as usize) {
                Some(name) => out.extend_from_slice(name),
                None => out.extend_from_slice(b"<unknown kind>"),
            }
            out.push(b' ');
            self.write_node_ref(out, m);
        }
    }

    /// Writes `!0`, or the inline form of a node without a number.
    #[inline]
    fn write_node_ref(&self, out: &mut Output<'_>, m: Metadata) {
        if let MetadataRef::Node(n) = m.open()
            && let Some(slot) = self.metadata_slot(n)
        {
            out.push(b'!');
            return push_decimal(out, slot);
        }
        self.write_metadata(out, None, m);
    }
}

#[inline]
fn write_convention(out: &mut Output<'_>, convention: CallingConvention) {
    if convention != CallingConvention::C {
        out.push(b' ');
        convention.write(out);
    }
}

/// Writes the applicable parts of ` atomic volatile `, and one space.
#[inline]
fn write_access(out: &mut Output<'_>, ordering: AtomicOrdering, volatile: bool) {
    if ordering != AtomicOrdering::NotAtomic {
        out.extend_from_slice(b" atomic");
    }
    out.extend_from_slice(if volatile { b" volatile " } else { b" " });
}

#[inline]
fn write_align(out: &mut Output<'_>, align: Align) {
    if let Some(bytes) = align.bytes() {
        out.extend_from_slice(b", align ");
        push_decimal_u64(out, bytes);
    }
}

/// Writes the flags of an integer operation, each preceded by a space.
#[inline]
pub(super) fn write_int_flags(out: &mut Output<'_>, flags: IntFlags) {
    if flags.is_empty() {
        return;
    }
    for (flag, text) in [
        (IntFlags::NUW, " nuw"),
        (IntFlags::NSW, " nsw"),
        (IntFlags::EXACT, " exact"),
        (IntFlags::DISJOINT, " disjoint"),
        (IntFlags::NNEG, " nneg"),
    ] {
        if flags.contains(flag) {
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// Writes fast-math flags, each preceded by a space.
#[inline]
fn write_fast_math(out: &mut Output<'_>, flags: FastMathFlags) {
    if flags.is_empty() {
        return;
    }
    if flags == FastMathFlags::FAST {
        return out.extend_from_slice(b" fast");
    }
    for (flag, text) in [
        (FastMathFlags::REASSOC, " reassoc"),
        (FastMathFlags::NNAN, " nnan"),
        (FastMathFlags::NINF, " ninf"),
        (FastMathFlags::NSZ, " nsz"),
        (FastMathFlags::ARCP, " arcp"),
        (FastMathFlags::CONTRACT, " contract"),
        (FastMathFlags::AFN, " afn"),
    ] {
        if flags.contains(flag) {
            out.extend_from_slice(text.as_bytes());
        }
    }
}
