//! Calls of string functions with short constant strings.

use lindworm_ir::builder::BuildError;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Finder;
use crate::call_site::library_function;
use crate::pass::FunctionPass;
use crate::value_tracking::Query;

impl Query<'_> {
    /// The bytes from an address in a constant array of bytes to its end, of which there are at most `most`.
    fn constant_bytes(&self, address: Value, most: u64) -> Option<Vec<u8>> {
        let (base, offset) = self.base_and_offset(address, true);
        let whole = self.final_value(base.as_global()?)?;
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let size = layout.store_size(cx, self.type_of(whole)).filter(|size| !size.scalable)?.min;
        let start = offset.to_u64()?;
        let len = size.checked_sub(start)?.min(most);
        (start..start + len)
            .map(|at| Some(self.constant_int(self.constant_at(whole, at, Type::I8)?)?.low_u64() as u8))
            .collect()
    }
}

impl Finder<'_, '_, '_, '_> {
    /// The name and the arguments of a call of a library function.
    fn library_call(&self, inst: Inst) -> Option<(&[u8], Vec<Value>)> {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let InstData::Call { ref call, .. } = *body.inst(inst) else { return None };
        Some((library_function(module, call)?, body.call_args(call).to_vec()))
    }

    /// Compares the bytes of a short string one by one, if only the sign of the result is needed.
    pub(super) fn compare_string(&mut self, inst: Inst) -> Option<()> {
        let (name, args) = self.library_call(inst)?;
        if !matches!(name, b"strcmp" | b"strncmp") {
            return None;
        }
        let query = self.query();
        let is_test = |user: Inst| match *query.body.inst(user) {
            InstData::ICmp { rhs, .. } => query.module.constants().is_zero(rhs),
            _ => false,
        };
        if !query.uses.of(inst.into()).all(|at| is_test(at.user)) || args[0] == args[1] {
            return None;
        }
        // One byte more than is compared, to see whether the string is longer.
        let most = self.pass.max_compared + 1;
        let [first, second] = [args[0], args[1]].map(|string| query.constant_bytes(string, most));
        let (text, other, is_swapped) = match (first, second) {
            (Some(text), None) => (text, args[1], true),
            (None, Some(text)) => (text, args[0], false),
            _ => return None,
        };
        let mut count = text.iter().position(|&byte| byte == 0).map_or(u64::MAX, |end| end as u64 + 1);
        if name == b"strncmp" {
            count = count.min(query.constant_int(*args.get(2)?)?.to_u64()?);
        }
        // Where two bytes can be read, another way is better.
        if !(2..=self.pass.max_compared.min(text.len() as u64)).contains(&count)
            || query.is_readable(other, Type::I16, Align::ONE)
        {
            return None;
        }
        self.compare_bytes(inst, other, &text[..count as usize], is_swapped)
    }

    fn compare_bytes(&mut self, call: Inst, string: Value, text: &[u8], is_swapped: bool) -> Option<()> {
        let body = self.f.editor.body();
        let (head, loc, ty) = (body.inst_block(call)?, body.debug_loc(call), body.inst_type(call));
        let name = [body.name(head.into()), b".tail"].concat();
        let tail = self.f.editor.split_block(call, &name);
        let mut blocks: Vec<Block> = Vec::new();
        for place in 0..=text.len() {
            let block = self.f.editor.create_block(Some(*blocks.last().unwrap_or(&head)));
            let name = if place < text.len() { format!("sub_{place}") } else { "ne".into() };
            self.f.editor.set_name(block.into(), name.as_bytes());
            blocks.push(block);
        }
        let (&different, compared) = blocks.split_last()?;
        let branch = self.f.editor.body().terminator(head)?;
        self.f.editor.set_operands(branch, &[compared[0].into()]);
        let mut differences = Vec::new();
        for (place, (&block, &byte)) in compared.iter().zip(text).enumerate() {
            let next = compared.get(place + 1).copied();
            let built = self.f.editor.build(Point::End(block), loc, |b| {
                let at = b.int(Type::I64, place as u64);
                let address = b.gep(Type::I8, GepFlags::INBOUNDS | GepFlags::NUSW, string, &[at])?;
                let own = b.load(Type::I8, address, Align::ONE)?;
                let own = b.cast(CastOp::ZExt, own, ty)?;
                let other = b.int(ty, byte.into());
                let (lhs, rhs) = if is_swapped { (other, own) } else { (own, other) };
                let difference = b.binary(BinaryOp::Sub, lhs, rhs)?;
                let branch = match next {
                    Some(next) => {
                        let zero = b.zero(ty);
                        let differs = b.icmp(IntPredicate::Ne, difference, zero)?;
                        b.cond_br(differs, different, next)?
                    }
                    None => b.br(different)?,
                };
                Ok::<_, BuildError>((difference, branch))
            });
            let (difference, branch) = built.ok()?;
            if next.is_some() {
                self.f.set_unknown_weights(branch, self.pass.name());
            }
            differences.push((difference, block));
        }
        let phi = self.f.editor.build(Point::End(different), loc, |b| {
            let phi = b.phi(ty, &differences)?;
            b.br(tail)?;
            Ok::<_, BuildError>(phi)
        });
        self.f.editor.replace_all(call.into(), phi.ok()?);
        self.f.editor.erase(call);
        Some(())
    }

    /// Searches a short constant string by a switch on the byte.
    pub(super) fn search_string(&mut self, inst: Inst) -> Option<()> {
        let (name, args) = self.library_call(inst)?;
        let &[string, wanted, count] = &args[..] else { return None };
        if name != b"memchr" || wanted.as_constant().is_some() {
            return None;
        }
        let query = self.query();
        let count = query.constant_int(count)?.to_u64()?;
        if count > self.pass.max_searched {
            return None;
        }
        let text = query.constant_bytes(string, count)?;
        if (text.len() as u64) < count {
            return None;
        }
        let module = self.f.editor.module();
        let body = self.f.editor.body();
        let (head, ty, loc) = (body.inst_block(inst)?, body.inst_type(inst), body.debug_loc(inst));
        let index = module.data_layout().int_type_of_pointer(module.context(), ty)?;
        let [split_name, own_name] = [[body.name(head.into()), b".split"].concat(), body.name(inst.into()).to_vec()];
        let tail = self.f.editor.split_block(inst, &split_name);
        let mut cases: Vec<(Value, Block, Value)> = Vec::new();
        let mut last = head;
        for (place, &byte) in text.iter().enumerate() {
            let value = module.constants().int(module.context(), Type::I8, byte.into());
            if cases.iter().all(|&(known, ..)| known != value) {
                last = self.f.editor.create_block(Some(last));
                self.f.editor.set_name(last.into(), b"memchr.case");
                cases.push((value, last, module.constants().int(module.context(), index, place as u64)));
            }
        }
        let found = self.f.editor.create_block(Some(last));
        self.f.editor.set_name(found.into(), b"memchr.success");
        let old = self.f.editor.body().terminator(head)?;
        self.f.editor.erase(old);
        let at_end = Point::End;
        let targets: Vec<(Value, Block)> = cases.iter().map(|&(value, block, _)| (value, block)).collect();
        let switch = self.f.editor.build(at_end(head), loc, |b| {
            let byte = b.cast(CastOp::Trunc, wanted, Type::I8)?;
            b.switch(byte, tail, &targets)
        });
        self.f.set_unknown_weights(switch.ok()?, self.pass.name());
        for &(_, block, _) in &cases {
            self.f.editor.build(at_end(block), loc, |b| b.br(found)).ok()?;
        }
        let places: Vec<(Value, Block)> = cases.iter().map(|&(_, block, place)| (place, block)).collect();
        let address = self.f.editor.build(at_end(found), loc, |b| {
            let place = b.named("memchr.idx").phi(index, &places)?;
            let address = b.gep(Type::I8, GepFlags::INBOUNDS | GepFlags::NUSW, string, &[place])?;
            b.br(tail)?;
            Ok::<_, BuildError>(address)
        });
        let null = module.constants().zero(module.context(), ty);
        let entries = [(null, head), (address.ok()?, found)];
        let phi = self.f.editor.build_before(inst, |b| b.named(own_name).phi(ty, &entries)).ok()?;
        self.f.editor.replace_all(inst.into(), phi);
        self.f.editor.erase(inst);
        Some(())
    }
}
