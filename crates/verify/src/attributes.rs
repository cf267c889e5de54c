//! Attributes: which may stand where, and which exclude each other.

use lindworm_ir::Type;
use lindworm_ir::attributes::{AttributeList, AttributeSet};

use crate::check::{Checked, Checker};
use crate::finding::Entity;

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

/// What a list of attributes belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Function,
    Intrinsic,
    InlineAsm,
}

/// Checks the attributes of a function or call of this function type.
pub(crate) fn check(
    _checker: &mut Checker,
    _function_type: Type,
    _list: AttributeList,
    _owner: Owner,
    _shown: &Entity,
) -> Checked {
    Ok(())
}

/// Checks the attributes of a parameter, argument or result of this type.
pub(crate) fn check_parameter(_checker: &mut Checker, _set: AttributeSet, _ty: Type, _shown: &Entity) -> Checked {
    Ok(())
}
