//! `extractvalue` and `insertvalue`: arrays and structs are the parts of their elements in order.

use lindworm_ir::value::IntList;
use lindworm_ir::{Inst, Type, Value};

use super::Pass;
use crate::error::Result;

impl<'m> Pass<'m> {
    /// The number of the first part of an element, and the element's type.
    fn element(&self, mut ty: Type, indices: &IntList) -> Result<(usize, Type)> {
        let cx = self.module.context();
        let mut first = 0;
        for index in self.body.list_ints(indices) {
            let at = u64::from(index.0);
            match cx.struct_parts(ty) {
                Some((fields, _)) => {
                    for field in fields.iter().take(at as usize) {
                        first += self.types.parts(*field)?.len();
                    }
                }
                None => {
                    let element = cx.element_type(ty, 0).ok_or("an index into a scalar")?;
                    first += self.types.parts(element)?.len() * at as usize;
                }
            }
            ty = cx.element_type(ty, at).ok_or("an index past the end")?;
        }
        Ok((first, ty))
    }

    pub fn extract_value(&mut self, inst: Inst, aggregate: Value, indices: &IntList) -> Result {
        let (first, ty) = self.element(self.type_of(aggregate), indices)?;
        self.types.parts(self.type_of(aggregate))?;
        let count = self.types.parts(ty)?.len();
        let at = self.define(inst)?;
        for i in 0..count {
            self.copy_part(at + i, aggregate, first + i)?;
        }
        Ok(())
    }

    pub fn insert_value(&mut self, inst: Inst, aggregate: Value, value: Value, indices: &IntList) -> Result {
        let ty = self.inst_type(inst);
        let (first, inner) = self.element(ty, indices)?;
        let inserted = first..first + self.types.parts(inner)?.len();
        let count = self.types.parts(ty)?.len();
        let at = self.define(inst)?;
        for i in 0..count {
            if inserted.contains(&i) {
                self.copy_part(at + i, value, i - first)?;
            } else {
                self.copy_part(at + i, aggregate, i)?;
            }
        }
        Ok(())
    }

    /// Makes a part equal to a part of another value.
    pub fn copy_part(&mut self, at: usize, from: Value, part: usize) -> Result {
        if self.values.parts[at].kind == lindworm_target::legal::PartKind::F80 {
            self.push_x87(from, part)?;
            return self.pop_x87(at);
        }
        let reg = self.take(from, part)?;
        self.assign(at, reg);
        self.registers.unlock_one(reg);
        Ok(())
    }
}
