//! The target-independent intrinsics that the interpreter does not support, with reasons.

/// Prefixes of intrinsic names, and why these intrinsics are not supported.
const REFUSED: &[(&str, &str)] = &[
    ("llvm.asan.check.memaccess", "the sanitizer's runtime is not there"),
    ("llvm.coro.async.", ASYNC),
    ("llvm.coro.begin.custom.abi", "a plugin of the compiler says what it means"),
    ("llvm.coro.end.async", ASYNC),
    ("llvm.coro.id.async", ASYNC),
    ("llvm.coro.suspend.async", ASYNC),
    ("llvm.eh.exceptioncode", "there are no structured exceptions of Windows"),
    ("llvm.eh.return.", "it leaves to an address of machine code"),
    ("llvm.eh.sjlj.callsite", SETJMP_EXCEPTIONS),
    ("llvm.eh.sjlj.functioncontext", SETJMP_EXCEPTIONS),
    ("llvm.eh.sjlj.lsda", SETJMP_EXCEPTIONS),
    ("llvm.eh.sjlj.setup.dispatch", SETJMP_EXCEPTIONS),
    ("llvm.hwasan.check.memaccess", "the sanitizer's runtime is not there"),
    ("llvm.icall.branch.funnel", "it passes on arguments that only machine code knows of"),
    ("llvm.protected.field.ptr", "only the code generator knows how what is stored there is encoded"),
    ("llvm.read_register", REGISTERS),
    ("llvm.read_volatile_register", REGISTERS),
    ("llvm.write_register", REGISTERS),
];

const ASYNC: &str = "asynchronous coroutines are run only after they were split";
const SETJMP_EXCEPTIONS: &str = "it is for tables that only the code generator writes";
const REGISTERS: &str = "the machine has no registers of a processor";

/// The reason why the intrinsic `name` is not supported, if known.
pub(crate) fn reason(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, why)| why)
}

#[cfg(test)]
mod tests {
    use lindworm_eval::intrinsic::Operation;
    use lindworm_ir::intrinsics::IntrinsicId;
    use lindworm_ir::version::IrVersion;

    use super::{REFUSED, reason};
    use crate::builtin::intrinsic::{NOTHING, TABLES, intrinsic};
    use crate::decode::INTRINSICS;

    /// The names of all target-independent intrinsics.
    fn names() -> impl Iterator<Item = String> {
        IntrinsicId::all().filter(|id| id.is_in(IrVersion::V22) && id.target().is_none()).map(IntrinsicId::name)
    }

    #[test]
    fn each_intrinsic_is_run_or_refused() {
        for name in names() {
            let name = name.as_str();
            let computes = Operation::of_intrinsic(name).is_some();
            let runs = computes
                || NOTHING.contains(&name)
                || INTRINSICS.contains(&name)
                || intrinsic(name.as_bytes()).is_some();
            assert_ne!(runs, reason(name).is_some(), "{name}: is run: {runs}");
        }
    }

    #[test]
    fn lists_name_intrinsics() {
        let built_in = TABLES.iter().flat_map(|t| t.iter()).map(|b| b.name);
        for name in built_in.chain(NOTHING.iter().copied()).chain(INTRINSICS.iter().copied()) {
            let found = IntrinsicId::lookup(IrVersion::V22, name.as_bytes()).map(IntrinsicId::name);
            assert_eq!(found.as_deref(), Some(name));
        }
        let all: Vec<String> = names().collect();
        for (start, _) in REFUSED {
            assert!(all.iter().any(|n| n.starts_with(start)), "{start}");
        }
    }
}
