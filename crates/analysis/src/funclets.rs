//! Funclets: the parts of a function that become separate routines if its personality handles exceptions by funclets ([Exception
//! Handling in LLVM](https://llvm.org/docs/ExceptionHandling.html#new-exception-handling-instructions)).

use cranelift_entity::{EntityRef, SecondaryMap};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::CastOp;
use lindworm_ir::triple::{Os, SubArch, Triple};
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Value};
use smallvec::SmallVec;

use crate::Cfg;

/// The exception handling personalities that LLVM knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Personality {
    /// A personality that LLVM does not know.
    Unknown,
    GnuAda,
    GnuC,
    GnuCSjLj,
    GnuCxx,
    GnuCxxSjLj,
    GnuObjC,
    MsvcX86Seh,
    MsvcTableSeh,
    MsvcCxx,
    CoreClr,
    Rust,
    WasmCxx,
    XlCxx,
    ZosCxx,
}

impl Personality {
    /// The personality with this routine name. A leading `#` of Arm64EC names is ignored.
    pub fn from_name(name: &[u8]) -> Personality {
        match name {
            b"__gnat_eh_personality" => Personality::GnuAda,
            b"__gcc_personality_v0" | b"__gcc_personality_seh0" => Personality::GnuC,
            b"__gcc_personality_sj0" => Personality::GnuCSjLj,
            b"__gxx_personality_v0" | b"__gxx_personality_seh0" => Personality::GnuCxx,
            b"__gxx_personality_sj0" => Personality::GnuCxxSjLj,
            b"__objc_personality_v0" => Personality::GnuObjC,
            b"_except_handler3" | b"_except_handler4" => Personality::MsvcX86Seh,
            b"__C_specific_handler" => Personality::MsvcTableSeh,
            b"__CxxFrameHandler3" => Personality::MsvcCxx,
            b"ProcessCLRException" => Personality::CoreClr,
            b"__gxx_wasm_personality_v0" => Personality::WasmCxx,
            b"__xlcxx_personality_v1" => Personality::XlCxx,
            b"__zos_cxx_personality_v2" => Personality::ZosCxx,
            // Rust mangles the name.
            _ if name.ends_with(b"rust_eh_personality") => Personality::Rust,
            _ => Personality::Unknown,
        }
    }

    /// The personality that the operand of `personality` denotes.
    pub fn of(module: &Module, operand: Value) -> Personality {
        let Some(global) = without_casts(module, operand).and_then(|g| module.globals().get(g)) else {
            return Personality::Unknown;
        };
        if !module.context().is_function(global.value_type) {
            return Personality::Unknown;
        }
        let triple = Triple::new(module.triple());
        let is_arm64ec = triple.sub_arch == SubArch::Arm64ec && triple.os == Os::Windows;
        let mangled = global.name().strip_prefix(b"#").filter(|_| is_arm64ec);
        Personality::from_name(mangled.unwrap_or(global.name()))
    }

    /// Whether exceptions are handled by funclets, which return to the personality routine.
    pub fn is_funclet(self) -> bool {
        use Personality::*;
        matches!(self, MsvcCxx | MsvcX86Seh | MsvcTableSeh | CoreClr)
    }

    /// Whether pads have scopes: `catchswitch`, `catchpad`, `cleanuppad`.
    pub fn is_scoped(self) -> bool {
        self.is_funclet() || self == Personality::WasmCxx
    }

    /// Whether exceptions are asynchronous: any instruction may raise one, not only calls.
    pub fn is_async(self) -> bool {
        matches!(self, Personality::MsvcX86Seh | Personality::MsvcTableSeh)
    }
}

/// The global behind a constant address, with casts stripped.
fn without_casts(module: &Module, mut value: Value) -> Option<Global> {
    while value.as_global().is_none() {
        let ConstantData::Expr(expr) = &module.constants().node(value)?.data else { return None };
        value = match &**expr {
            ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } => *value,
            ConstantExpr::GetElementPtr { operands, .. } => match **operands {
                [base, ref indices @ ..] if indices.iter().all(|&i| module.constants().is_zero(i)) => base,
                _ => return None,
            },
            _ => return None,
        };
    }
    value.as_global()
}

/// The funclets that each block of a function with a scoped personality belongs to.
///
/// A funclet is identified by its first block: the entry for the function itself, or a block that begins with an exception
/// handling pad, including `catchswitch`. In a well-formed function that is ready for code generation each block belongs to one
/// funclet; before that, blocks shared by several funclets belong to each of them.
#[derive(Clone, Debug, Default)]
pub struct Funclets {
    colors: SecondaryMap<Block, SmallVec<[Block; 2]>>,
}

impl Funclets {
    /// Computes the funclets of a body. The cost is linear in the pairs of a block and a funclet that contains it.
    pub fn new(body: &Body, cfg: &Cfg) -> Funclets {
        let mut colors = SecondaryMap::<Block, SmallVec<[Block; 2]>>::new();
        walk(body, cfg, |_, block, color| {
            let colors = &mut colors[block];
            let is_new = !colors.contains(&color);
            if is_new {
                colors.push(color);
            }
            is_new
        });
        Funclets { colors }
    }

    /// The first blocks of the funclets that contain a block; empty if it is unreachable.
    pub fn of(&self, block: Block) -> &[Block] {
        &self.colors[block]
    }
}

/// For each block, by its index, whether a funclet that begins with a `catchpad` or `cleanuppad` contains it. Linear time, unlike
/// [`Funclets`].
pub fn blocks_in_funclets(body: &Body, cfg: &Cfg) -> Vec<bool> {
    // For each block, whether it is in such a funclet, and whether it is in another.
    let mut known = vec![[false; 2]; cfg.block_count()];
    walk(body, cfg, |pads, block, color| {
        let in_funclet = pads[color.index()] == Head::Funclet;
        !std::mem::replace(&mut known[block.index()][usize::from(in_funclet)], true)
    });
    known.into_iter().map(|[_, in_funclet]| in_funclet).collect()
}

/// The first instruction of a block after its `phi`s, if it is a pad.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// `catchpad` or `cleanuppad`.
    Funclet,
    /// Another pad: `landingpad` or `catchswitch`.
    Pad,
    Other,
}

fn head(body: &Body, block: Block) -> Head {
    let first = body
        .insts(block)
        .take(body.inst_count())
        .map(|i| body.inst(i))
        .find(|data| !matches!(data, InstData::Phi { .. }));
    match first {
        Some(InstData::CatchPad { .. } | InstData::CleanupPad { .. }) => Head::Funclet,
        Some(InstData::LandingPad { .. } | InstData::CatchSwitch { .. }) => Head::Pad,
        _ => Head::Other,
    }
}

/// Propagates funclets along all paths from the entry. `enter` gets a block and a funclet that contains it, and returns whether
/// the pair is new: then the successors are visited too.
fn walk(body: &Body, cfg: &Cfg, mut enter: impl FnMut(&[Head], Block, Block) -> bool) {
    let Some(entry) = cfg.entry() else { return };
    let mut heads = vec![Head::Other; cfg.block_count()];
    for &block in cfg.layout() {
        heads[block.index()] = head(body, block);
    }
    let mut worklist = vec![(entry, entry)];
    while let Some((block, color)) = worklist.pop() {
        let color = if heads[block.index()] == Head::Other { color } else { block };
        if enter(&heads, block, color) {
            let onward = after_catch(body, cfg, block, entry).unwrap_or(color);
            worklist.extend(cfg.successors(block).iter().map(|&successor| (successor, onward)));
        }
    }
}

/// For a block that ends in `catchret`: the funclet that contains the `catchswitch`.
fn after_catch(body: &Body, cfg: &Cfg, block: Block, entry: Block) -> Option<Block> {
    let InstData::CatchRet { pad, .. } = body.inst(body.terminator(block)?) else { return None };
    let data = |value: Value| body_inst(body, value).map(|i| body.inst(i));
    let outer = match data(*pad) {
        Some(InstData::CatchPad { parent, .. }) => match data(*parent) {
            Some(InstData::CatchSwitch { parent, .. }) => body_inst(body, *parent),
            _ => None,
        },
        _ => None,
    };
    // The catchswitch is in no other funclet, or the body is ill-formed.
    Some(outer.and_then(|i| body.inst_block(i)).filter(|&b| cfg.contains(b)).unwrap_or(entry))
}

/// The instruction whose result a value is, if the body contains it.
fn body_inst(body: &Body, value: Value) -> Option<Inst> {
    value.as_inst().filter(|i| i.index() < body.inst_count())
}

#[cfg(test)]
mod tests {
    use lindworm_ir::module::{GlobalKind, GlobalValue};
    use lindworm_ir::{Context, Type};

    use super::*;
    use crate::test_bodies::{block, body_of};

    #[test]
    fn personalities() {
        let scoped = [&b"__CxxFrameHandler3"[..], b"_except_handler4", b"__C_specific_handler", b"ProcessCLRException"];
        assert!(scoped.iter().all(|n| Personality::from_name(n).is_scoped() && Personality::from_name(n).is_funclet()));
        assert!(Personality::WasmCxx.is_scoped() && !Personality::WasmCxx.is_funclet());
        assert!(Personality::MsvcTableSeh.is_async() && !Personality::MsvcCxx.is_async());
        assert_eq!(Personality::from_name(b"_RN_rust_eh_personality"), Personality::Rust);
        assert!(!Personality::from_name(b"__gxx_personality_v0").is_scoped());
        assert_eq!(Personality::from_name(b"__gxx_personality_v0 "), Personality::Unknown);
    }

    #[test]
    fn personality_of_an_operand() {
        let cx = Context::new();
        let mut module = Module::new(&cx, "m");
        let ty = cx.function_type(Type::I32, &[], true);
        let function = |name, ty| GlobalValue::new(name, ty, Type::PTR, GlobalKind::Function(Default::default()));
        let plain = module.add_global(function(b"__CxxFrameHandler3", ty));
        let mangled = module.add_global(function(b"#__CxxFrameHandler3", ty));
        let variable = module.add_global(function(b"ProcessCLRException", Type::I32));
        let cast = ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value: plain.into() };
        let cast = module.constants().intern(Type::PTR, ConstantData::Expr(cast.into()));
        let of = |module: &Module, value: Value| Personality::of(module, value);
        assert_eq!(of(&module, plain.into()), Personality::MsvcCxx);
        assert_eq!(of(&module, cast), Personality::MsvcCxx);
        assert_eq!(of(&module, mangled.into()), Personality::Unknown);
        assert_eq!(of(&module, variable.into()), Personality::Unknown);
        assert_eq!(of(&module, Value::arg(0)), Personality::Unknown);
        module.set_triple(b"arm64ec-pc-windows-msvc".to_vec());
        assert_eq!(of(&module, mangled.into()), Personality::MsvcCxx);
    }

    /// `entry` unwinds to the `catchswitch` at 1, whose handler at 2 goes through 5 and returns to 3; `entry` also unwinds to the
    /// cleanup at 4, which goes to 5 too.
    fn body() -> Body {
        let mut body = body_of(&[&[1, 4][..], &[], &[5], &[], &[5], &[]]);
        let at = |b: usize| body.first_inst(block(b)).into_iter();
        let unneeded: Vec<Inst> = at(1).chain(at(2)).chain(at(4)).chain(at(5)).collect();
        unneeded.into_iter().for_each(|i| body.remove_inst(i));
        let none = Value::arg(0);
        let handlers = body.list(&[block(2).into()]);
        let switch = InstData::CatchSwitch { parent: none, handlers, unwind: None.into() };
        let parent = body.append_inst(block(1), switch, Type::TOKEN).into();
        let pad = InstData::CatchPad { parent, args: Default::default() };
        let pad = body.append_inst(block(2), pad, Type::TOKEN).into();
        let cleanup = InstData::CleanupPad { parent: none, args: Default::default() };
        body.append_inst(block(4), cleanup, Type::TOKEN);
        for from in [2, 4] {
            body.append_inst(block(from), InstData::Br { dest: block(5) }, Type::VOID);
        }
        body.append_inst(block(5), InstData::CatchRet { pad, dest: block(3) }, Type::VOID);
        body
    }

    #[test]
    fn colors() {
        let body = body();
        let cfg = Cfg::new(&body);
        let funclets = Funclets::new(&body, &cfg);
        let of = |b| funclets.of(block(b)).iter().map(|b| b.index()).collect::<Vec<_>>();
        assert_eq!(
            (0..7).map(of).collect::<Vec<_>>(),
            [vec![0], vec![1], vec![2], vec![0], vec![4], vec![4, 2], vec![]]
        );
        assert_eq!(blocks_in_funclets(&body, &cfg), [false, false, true, false, true, true]);
    }

    #[test]
    fn broken_catchret() {
        let mut body = body_of(&[&[1][..], &[]]);
        body.remove_inst(body.first_inst(block(1)).unwrap());
        for pad in [Value::arg(0), Inst::new(99).into(), body.first_inst(block(0)).unwrap().into()] {
            body.append_inst(block(1), InstData::CatchRet { pad, dest: block(0) }, Type::VOID);
            assert_eq!(Funclets::new(&body, &Cfg::new(&body)).of(block(1)), [block(0)]);
        }
    }
}
