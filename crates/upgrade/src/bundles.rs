//! Operand bundles of older versions.

use lindworm_ir::instruction::Bundle;

/// Drops `clang.arc.attachedcall` where it has no operand, and says nothing. For bitcode: text keeps what it says.
pub fn upgrade_bundles(bundles: &mut Vec<Bundle>) {
    bundles.retain(|bundle| *bundle.tag != *b"clang.arc.attachedcall" || bundle.len > 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attached_calls_have_operands() {
        let bundle = |tag: &[u8], len| Bundle { tag: tag.into(), len };
        let mut bundles = vec![bundle(b"clang.arc.attachedcall", 0), bundle(b"deopt", 0)];
        upgrade_bundles(&mut bundles);
        assert_eq!(bundles, [bundle(b"deopt", 0)]);
    }
}
