//! `DIExpression`: elements, operations and validity ([Language Reference](https://llvm.org/docs/LangRef.html#diexpression)).

/// An operation of a `DIExpression` with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The opcode, a `DW_OP_...` number.
    pub code: u64,
    /// Two words for each argument, low half first.
    words: &'a [u32],
}

impl Operation<'_> {
    /// The arguments.
    pub fn args(&self) -> impl Iterator<Item = u64> {
        expression_elements(self.words)
    }
}

/// The elements of a `DIExpression`.
pub fn expression_elements(words: &[u32]) -> impl Iterator<Item = u64> {
    words.chunks_exact(2).map(|w| w[0] as u64 | (w[1] as u64) << 32)
}

/// The operations of a `DIExpression`. The last operation may have too few arguments.
pub fn expression_operations(words: &[u32]) -> impl Iterator<Item = Operation<'_>> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let code = expression_elements(rest).next()?;
        let len = (2 * (1 + operation_args(code))).min(rest.len());
        let (this, after) = rest.split_at(len);
        rest = after;
        Some(Operation { code, words: &this[2..] })
    })
}

/// `DW_OP_LLVM_fragment`.
pub const OP_LLVM_FRAGMENT: u64 = 0x1000;
/// `DW_OP_LLVM_convert`.
pub const OP_LLVM_CONVERT: u64 = 0x1001;
/// `DW_OP_LLVM_arg`.
pub const OP_LLVM_ARG: u64 = 0x1005;
/// `DW_OP_stack_value`.
pub const OP_STACK_VALUE: u64 = 0x9f;
/// `DW_OP_constu`.
pub const OP_CONSTU: u64 = 0x10;
/// `DW_OP_consts`.
pub const OP_CONSTS: u64 = 0x11;

/// The number of arguments of an operation.
pub fn operation_args(code: u64) -> usize {
    match code {
        // breg0 ... breg31
        0x70..=0x8f => 1,
        // bregx, LLVM_fragment, LLVM_convert, LLVM_extract_bits_sext and _zext
        0x92 | 0x1000 | 0x1001 | 0x1006 | 0x1007 => 2,
        // constu, consts, deref_size, plus_uconst, regx, LLVM_tag_offset, LLVM_entry_value, LLVM_arg
        0x10 | 0x11 | 0x94 | 0x23 | 0x90 | 0x1002 | 0x1003 | 0x1005 => 1,
        _ => 0,
    }
}

/// Whether the words are those of a valid `DIExpression`.
pub fn is_valid_expression(words: &[u32]) -> bool {
    let mut operations = expression_operations(words).enumerate().peekable();
    let mut leading_arg = false;
    while let Some((i, op)) = operations.next() {
        if op.words.len() != 2 * operation_args(op.code) {
            return false;
        }
        let next = operations.peek().map(|(_, op)| op.code);
        match op.code {
            // reg0 ... breg31: the rest is not checked.
            0x50..=0x8f => return true,
            OP_LLVM_FRAGMENT => return next.is_none(),
            OP_STACK_VALUE if next.is_some_and(|n| n != OP_LLVM_FRAGMENT) => return false,
            // swap
            0x16 if words.len() == 2 => return false,
            // LLVM_entry_value: only at the start; the rest is not checked.
            0x1003 => return (i == 0 || (i == 1 && leading_arg)) && op.args().next() == Some(1),
            // deref, constu, consts, dup, over, swap ... plus_uconst, shl ... xor, eq ... ne, lit0, regx, bregx, deref_size,
            // push_object_address, stack_value, LLVM_convert ... LLVM_extract_bits_zext
            0x06 | 0x10..=0x12 | 0x14 | 0x16..=0x27 | 0x29..=0x2e | 0x30 | 0x90 | 0x92 | 0x94 | 0x97 | 0x9f => {}
            0x1001..=0x1007 => leading_arg |= i == 0 && op.code == OP_LLVM_ARG && op.args().next() == Some(0),
            _ => return false,
        }
    }
    true
}

/// The signed constant that a `DIExpression` represents: `DW_OP_consts, N`, optionally followed by `DW_OP_stack_value` and then a
/// fragment.
pub fn signed_constant(words: &[u32]) -> Option<i64> {
    let mut elements = expression_elements(words);
    let (op, value) = (elements.next()?, elements.next()?);
    let is_constant = match words.len() / 2 {
        2 => true,
        3 => elements.next() == Some(OP_STACK_VALUE),
        6 => elements.next() == Some(OP_STACK_VALUE) && elements.next() == Some(OP_LLVM_FRAGMENT),
        _ => false,
    };
    (op == OP_CONSTS && is_constant).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let words = |e: &[u64]| e.iter().flat_map(|&x| [x as u32, (x >> 32) as u32]).collect::<Vec<_>>();
        assert!(is_valid_expression(&[]));
        assert!(is_valid_expression(&words(&[0x1001, 4, 5, 0x23, 3])));
        assert!(!is_valid_expression(&words(&[0x1000, 3, 4, 0x22])));
        assert!(!is_valid_expression(&words(&[0x10])));
        assert!(!is_valid_expression(&words(&[0x16])));
        assert_eq!(signed_constant(&words(&[0x11, u64::MAX])), Some(-1));
    }
}
