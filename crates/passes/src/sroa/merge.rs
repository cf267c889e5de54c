//! A vector that is stored piece by piece and then loaded whole is built as a tree of shuffles, not as a chain.

use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::rewrite::Rewriter;
use super::slices::{Partition, Slices};
use super::types::Types;

/// The stores that make up a vector, in the order of offsets, each with its value; and the load of the vector.
struct Pieces {
    stores: Vec<(Inst, Value)>,
    load: Inst,
}

impl Rewriter<'_, '_, '_, '_> {
    /// Replaces the stores of vectors that make up the partition, in one block, and the only load of it. Returns whether it did.
    pub fn merge_stores(&mut self, slices: &Slices, part: &Partition) -> bool {
        let types = self.pass.types;
        let Some((element, _, false)) = types.cx.vector_shape(self.ty) else { return false };
        let Some(Pieces { stores, load }) = self.pieces(slices, part, element) else { return false };
        let body = self.pass.f.editor.body();
        let (first, load_block) = (stores[0].0, body.inst_block(load));
        let Some(block) = body.inst_block(first) else { return false };
        if stores.iter().any(|&(store, _)| body.inst_block(store) != Some(block)) {
            return false;
        }
        let in_block = load_block == Some(block);
        if in_block && stores.iter().any(|&(store, _)| !self.pass.f.editor.comes_before(store, load)) {
            return false;
        }
        let body = self.pass.f.editor.body();
        let Some(place) = (if in_block { Some(load) } else { body.terminator(block) }) else { return false };
        let InstData::Alloca { align, .. } = *body.inst(self.new) else { return false };
        let (new, ty) = (self.new, self.ty);
        let mut values: Vec<Value> = stores.iter().map(|&(_, value)| value).collect();
        let built = self.pass.f.editor.build_before(place, |b| {
            while values.len() > 1 {
                let merge = |pair: &[Value]| match *pair {
                    [first, second] => concatenate(b, types, element, first, second),
                    _ => Ok(pair[0]),
                };
                values = values.chunks(2).map(merge).collect::<Result<_, _>>()?;
            }
            b.store(values[0], new.into(), align)
        });
        if built.is_err() {
            return false;
        }
        let load_ty = self.pass.f.editor.body().inst_type(load);
        let name = [self.pass.f.editor.body().name(load.into()), b".sroa.new.load"].concat();
        let built = self.pass.f.editor.build_before(load, |b| {
            let value = b.named(name).load(ty, new.into(), align)?;
            b.cast(CastOp::BitCast, value, load_ty)
        });
        let Ok(value) = built else { return false };
        self.pass.f.editor.replace_all(load.into(), value);
        self.pass.dead.push(load);
        self.pass.dead.extend(stores.iter().map(|&(store, _)| store));
        true
    }

    /// The accesses of a partition, if the stores fill it without overlap and there is only one load, of all of it.
    fn pieces(&self, slices: &Slices, part: &Partition, element: Type) -> Option<Pieces> {
        let (types, body) = (self.pass.types, self.pass.f.editor.body());
        if !part.tails.is_empty() {
            return None;
        }
        let is_vector = |ty| {
            types.cx.vector_shape(ty).is_some_and(|(element, _, scalable)| {
                !scalable && !types.cx.is_pointer(element) && types.bits(element).is_some_and(|bits| bits % 8 == 0)
            })
        };
        let element_bits = types.bits(element).filter(|&bits| bits > 0 && is_vector(self.ty))?;
        let (mut stores, mut load, mut reached) = (Vec::new(), None, part.begin);
        // Slices are sorted by offset; the load of the whole comes first.
        for slice in slices.own(part) {
            match *body.inst(slice.at.user) {
                InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                    let is_whole = (slice.begin, slice.end) == (part.begin, part.end);
                    if load.is_some() || !is_whole || !is_vector(body.inst_type(slice.at.user)) {
                        return None;
                    }
                    load = Some(slice.at.user);
                }
                InstData::Store { value, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                    let ty = self.pass.f.editor.type_of(value);
                    let is_elements = types.bits(ty).is_some_and(|bits| bits.is_multiple_of(element_bits));
                    if slice.begin != reached || !is_vector(ty) || !is_elements {
                        return None;
                    }
                    stores.push((slice.at.user, value));
                    reached = slice.end;
                }
                _ => return None,
            }
        }
        let load = load.filter(|_| stores.len() >= 2 && reached == part.end)?;
        Some(Pieces { stores, load })
    }
}

/// The elements of two vectors, converted to vectors of `element`.
fn concatenate(
    b: &mut Builder<'_>,
    types: Types<'_>,
    element: Type,
    first: Value,
    second: Value,
) -> Result<Value, BuildError> {
    let mut counts = [0; 2];
    let mut values = [first, second];
    for (value, count) in values.iter_mut().zip(&mut counts) {
        let ty = b.type_of(*value);
        *count = types.bits(ty).unwrap_or(0) / types.bits(element).unwrap_or(1);
        *value = b.cast(CastOp::BitCast, *value, types.cx.vector(element, *count as u32, false))?;
    }
    // Both operands of a shuffle are of one type.
    let most = counts[0].max(counts[1]);
    for (value, &count) in values.iter_mut().zip(&counts) {
        if count < most {
            let mask: Vec<i32> = (0..most).map(|n| if n < count { n as i32 } else { -1 }).collect();
            *value = b.shuffle_one(*value, &mask)?;
        }
    }
    let mask: Vec<i32> = (0..counts[0]).chain(most..most + counts[1]).map(|n| n as i32).collect();
    b.shuffle(values[0], values[1], &mask)
}
