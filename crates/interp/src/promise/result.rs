//! Promises about the result of a function, by the function or by a call.

use super::value::{Expectations, Subject, Types, of_attributes};
use crate::shape::Shape;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::attribute as kinds;
use crate::value::Reg;
use lindworm_ir::attributes::{AllocSize, AttrKind, AttributeListData};

/// Promises about a result.
#[derive(Clone, Debug, Default)]
pub struct ResultPromises {
    /// Promises about the registers.
    pub(crate) expectations: Expectations,
    /// Whether there are checks other than for poison and undef.
    pub(crate) more: bool,
    /// The function does not return.
    noreturn: bool,
    /// The result is defined if the arguments are.
    defined: bool,
    /// The result equals the argument at this register.
    returned: Option<u32>,
    /// The size in bytes is the argument in this register, times that in the second register (`allocsize`).
    bytes: Option<(u32, Option<u32>)>,
    /// The register of the alignment argument (`allocalign`).
    align: Option<u32>,
}

impl ResultPromises {
    /// The promises of attributes. `params` are the first registers of the parameters.
    pub(crate) fn new(types: &Types<'_>, attributes: &AttributeListData, shape: &Shape, params: &[u32]) -> Self {
        let cx = types.cx;
        let of = |kind| cx.has_attribute(attributes.function, kind);
        let with = |kind| {
            let n = attributes.params.iter().position(|&set| cx.has_attribute(set, kind))?;
            params.get(n).copied()
        };
        let mut expectations = Expectations::default();
        expectations.add(of_attributes(types, attributes.result, shape, 0, Subject::Result));
        let size = cx.attribute_int(attributes.function, AttrKind::ALLOC_SIZE).map(AllocSize::from_bits);
        let register = |n: u32| params.get(n as usize).copied();
        ResultPromises {
            expectations,
            more: false,
            noreturn: of(AttrKind::NO_RETURN),
            defined: of(AttrKind::NO_CREATE_UNDEF_OR_POISON),
            returned: with(AttrKind::RETURNED),
            bytes: size.and_then(|s| Some((register(s.size)?, s.count.and_then(register)))),
            align: with(AttrKind::ALLOC_ALIGN),
        }
        .finish()
    }

    /// Removes the promises that `other` contains.
    pub(crate) fn without(mut self, other: &ResultPromises) -> ResultPromises {
        self.expectations = self.expectations.without(other.expectations.list());
        self.noreturn &= !other.noreturn;
        self.defined &= !other.defined;
        self.returned = self.returned.filter(|_| self.returned != other.returned);
        self.bytes = self.bytes.filter(|_| self.bytes != other.bytes);
        self.align = self.align.filter(|_| self.align != other.align);
        self.finish()
    }

    /// Adds the promises of `other`.
    pub(crate) fn and(mut self, other: ResultPromises) -> ResultPromises {
        let other = other.without(&self);
        self.expectations.add(other.expectations.list().to_vec());
        self.noreturn |= other.noreturn;
        self.defined |= other.defined;
        self.returned = self.returned.or(other.returned);
        self.bytes = self.bytes.or(other.bytes);
        self.align = self.align.or(other.align);
        self.finish()
    }

    /// Adds promises about the registers.
    pub(crate) fn add(mut self, expectations: Vec<super::value::Expectation>) -> ResultPromises {
        self.expectations.add(expectations);
        self.finish()
    }

    fn finish(mut self) -> ResultPromises {
        self.more = self.expectations.more
            || self.noreturn
            || self.returned.is_some()
            || self.bytes.is_some()
            || self.align.is_some();
        self
    }

    /// Whether there are no promises.
    pub(crate) fn is_empty(&self) -> bool {
        !self.more && !self.defined && self.expectations.list().is_empty()
    }
}

impl State {
    /// Checks the result of a function that was called with `args`, at its return or at the call.
    #[cold]
    pub(crate) fn check_result(
        &mut self,
        promises: &ResultPromises,
        args: &[Reg],
        result: &mut [Reg],
    ) -> Result<(), Stop> {
        if promises.noreturn {
            self.undefined(&kinds::NORETURN, "a function that does not return is about to", Vec::new())?;
        }
        if promises.defined
            && let Some(&broken) = result.iter().find(|r| !r.meta.is_defined())
            && args.iter().all(|a| a.meta.is_defined())
        {
            let notes = self.origin_note(broken);
            let message = "the result is not defined, though all arguments are";
            self.undefined(&kinds::NOCREATEUNDEFORPOISON, message, notes)?;
        }
        self.expect(&promises.expectations, result)?;
        let defined = |at: u32| args.get(at as usize).copied().filter(|a| a.meta.is_defined());
        if let Some(first) = promises.returned {
            for (i, got) in result.iter().enumerate().filter(|(_, r)| r.meta.is_defined()) {
                if let Some(argument) = defined(first + i as u32).filter(|a| a.bits != got.bits) {
                    let message = format!("the argument is {:#x}, and the result {:#x}", argument.bits, got.bits);
                    self.undefined(&kinds::RETURNED, message, Vec::new())?;
                    break;
                }
            }
        }
        let Some(&pointer) = result.first().filter(|r| r.meta.is_defined() && r.bits != 0) else { return Ok(()) };
        if let Some((size, count)) = promises.bytes
            && let Some(size) = defined(size)
            && let Some(count) = count.map_or(Some(1), |count| Some(defined(count)?.bits))
            && let Some((message, notes)) = self.not_dereferenceable(pointer, size.bits.saturating_mul(count))
        {
            self.undefined(&kinds::ALLOCSIZE, message, notes)?;
        }
        if let Some(align) = promises.align.and_then(defined)
            && !(align.bits.is_power_of_two() && pointer.bits & (align.bits - 1) == 0)
        {
            let message = format!("{:#x} is not aligned to {}", pointer.bits, align.bits);
            self.undefined(&kinds::ALLOCALIGN, message, Vec::new())?;
        }
        Ok(())
    }
}
