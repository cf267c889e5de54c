//! Upgrades of operand bundles.

use lindworm_ir::instruction::Bundle;

/// Drops `clang.arc.attachedcall` without operands, which has no effect. For bitcode only.
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
