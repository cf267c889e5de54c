//! Which definition a symbol of several modules means, as a linker resolves it
//! ([Linkage Types](https://llvm.org/docs/LangRef.html#linkage-types), [Comdats](https://llvm.org/docs/LangRef.html#comdats)).

use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{ComdatKind, Linkage};
use lindworm_ir::{Global, GlobalKind, Module};

use crate::shape;
use crate::stop::Stop;

/// A global, and the number of its module.
pub(crate) type Symbol = (usize, Global);

/// What the symbols of a program mean.
#[derive(Default)]
pub(crate) struct Symbols {
    /// The definitions of symbols that other modules see, by their names.
    pub(crate) exports: HashMap<Box<[u8]>, Symbol>,
    /// The declaration that stands for all of a name that is defined nowhere; of one module it is itself.
    pub(crate) declarations: HashMap<Box<[u8]>, Symbol>,
    /// By the variable with `appending` linkage that is first, those that follow.
    pub(crate) appended: HashMap<Symbol, Vec<Symbol>>,
    /// Pairs of variables whose initializers have to be the same: `comdat exactmatch`.
    pub(crate) same: Vec<[Symbol; 2]>,
}

/// How much a definition counts: the greatest one is taken, and of equal ones the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// It is in a comdat of which another module's was chosen.
    Discarded,
    AvailableExternally,
    LinkOnce,
    Weak,
    Common,
    Strong,
}

fn strength(linkage: Linkage) -> Strength {
    match linkage {
        Linkage::AvailableExternally => Strength::AvailableExternally,
        Linkage::LinkOnceAny | Linkage::LinkOnceOdr => Strength::LinkOnce,
        Linkage::WeakAny | Linkage::WeakOdr | Linkage::ExternalWeak => Strength::Weak,
        Linkage::Common => Strength::Common,
        _ => Strength::Strong,
    }
}

/// The comdats of a program: which module's is taken, by its name.
type Chosen<'a> = HashMap<&'a [u8], usize>;

impl Symbols {
    /// Resolves the symbols of modules.
    ///
    /// # Errors
    ///
    /// A symbol has two strong definitions, or a comdat's modules do not agree as its kind asks for.
    pub(crate) fn of(modules: &[Module]) -> Result<Symbols, Stop> {
        let mut symbols = Symbols::default();
        let chosen = match modules {
            [_] => Chosen::default(),
            _ => symbols.choose_comdats(modules)?,
        };
        for (m, module) in modules.iter().enumerate() {
            for global in module.definition_order() {
                let g = &module[global];
                // What has no name is nothing that another module could mean.
                if g.linkage.is_local() || g.name.is_empty() {
                    continue;
                }
                if g.is_declaration() {
                    if modules.len() > 1 {
                        symbols.declare(modules, (m, global));
                    }
                    continue;
                }
                let replaces = match symbols.exports.get(&g.name) {
                    Some(&old) => symbols.replaces(modules, &chosen, old, (m, global))?,
                    None => true,
                };
                if replaces {
                    symbols.exports.insert(g.name.clone(), (m, global));
                }
            }
        }
        Ok(symbols)
    }

    /// A declaration that must be there stands for those that need not.
    fn declare(&mut self, modules: &[Module], (m, global): Symbol) {
        let g = &modules[m][global];
        match self.declarations.get_mut(&g.name) {
            Some(old) if modules[old.0][old.1].linkage == Linkage::ExternalWeak => *old = (m, global),
            Some(_) => {}
            None => drop(self.declarations.insert(g.name.clone(), (m, global))),
        }
    }

    /// Whether a definition takes the place of another one of its name.
    fn replaces(&mut self, modules: &[Module], chosen: &Chosen<'_>, old: Symbol, new: Symbol) -> Result<bool, Stop> {
        let strengths = [old, new].map(|(m, global)| match chosen.get(comdat_of(&modules[m], global)) {
            Some(&chosen) if chosen != m => Strength::Discarded,
            _ => strength(modules[m][global].linkage),
        });
        let [x, y] = [old, new].map(|(m, global)| &modules[m][global]);
        if x.linkage == Linkage::Appending && y.linkage == Linkage::Appending {
            self.appended.entry(old).or_default().push(new);
            return Ok(false);
        }
        match strengths.into() {
            (Strength::Strong, Strength::Strong) => Err(Stop::error(format!(
                "the symbol `@{}` is defined in `{}` and again in `{}`",
                String::from_utf8_lossy(&x.name),
                modules[old.0].name(),
                modules[new.0].name()
            ))),
            (Strength::Common, Strength::Common) => Ok(size_of(modules, new) > size_of(modules, old)),
            (old, new) => Ok(new > old),
        }
    }

    /// Chooses among comdats of the same name.
    fn choose_comdats<'a>(&mut self, modules: &'a [Module]) -> Result<Chosen<'a>, Stop> {
        let mut all: HashMap<&[u8], (usize, ComdatKind)> = HashMap::default();
        for (m, module) in modules.iter().enumerate() {
            for comdat in module.comdats().values() {
                let name = &*comdat.name;
                let Some(&(old, kind)) = all.get(name) else {
                    all.insert(name, (m, comdat.kind));
                    continue;
                };
                let refuse = |why: &str| {
                    let shown = String::from_utf8_lossy(name);
                    let files = format!("`{}` and `{}`", modules[old].name(), module.name());
                    Err(Stop::error(format!("the comdat `${shown}` of {files} {why}")))
                };
                let keys = [old, m].map(|m| Some((m, modules[m].global_named(name)?)));
                let sizes = keys.map(|key| key.map_or(0, |key| size_of(modules, key)));
                use ComdatKind::*;
                match (kind, comdat.kind) {
                    (Any, Any) => {}
                    (Largest | Any, Largest | Any) => {
                        let first = if sizes[1] > sizes[0] { m } else { old };
                        all.insert(name, (first, Largest));
                    }
                    (SameSize, SameSize) if sizes[0] == sizes[1] => {}
                    (SameSize, SameSize) => return refuse("is `samesize`, and is not of the same size in both"),
                    (ExactMatch, ExactMatch) => match keys {
                        [Some(a), Some(b)] if sizes[0] == sizes[1] => self.same.push([a, b]),
                        _ => return refuse("is `exactmatch`, and is not the same in both"),
                    },
                    (NoDeduplicate, NoDeduplicate) => return refuse("is `nodeduplicate`, and there may be only one"),
                    _ => return refuse("is not of the same kind in both"),
                }
            }
        }
        Ok(all.into_iter().map(|(name, (m, _))| (name, m)).collect())
    }
}

/// The name of the comdat that a definition is in; of an alias, that of what it is another name of.
fn comdat_of(module: &Module, global: Global) -> &[u8] {
    let mut at = global;
    for _ in 0..64 {
        let g = &module[at];
        match (g.comdat, &g.kind) {
            (Some(comdat), _) => return &module.comdats()[comdat].name,
            (None, GlobalKind::Alias { aliasee }) => match aliasee.as_global() {
                Some(next) => at = next,
                None => break,
            },
            _ => break,
        }
    }
    b""
}

/// The size of a variable; 0 of anything else.
pub(crate) fn size_of(modules: &[Module], (m, global): Symbol) -> u64 {
    let module = &modules[m];
    let g = &module[global];
    match g.kind {
        GlobalKind::Variable(_) => {
            shape::alloc_size(module.context(), module.data_layout(), 1, g.value_type).unwrap_or(0)
        }
        _ => 0,
    }
}
