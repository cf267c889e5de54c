//! Symbol resolution among modules that are not merged, such as those of an interpreted program. The rules are those of the
//! [linker](crate::Linker).

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::{BaseObjects, ComdatKind, Linkage};
use lindworm_ir::{Global, Module};

use crate::resolve::{From, choose, comdat_of, size, takes_source};
use crate::{LinkError, LinkOptions};

/// The number of a module, and a global of that module.
pub type Symbol = (usize, Global);

/// The resolved symbols of several modules.
///
/// ```
/// use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, Variable};
/// use lindworm_ir::{Context, Module, Type};
/// use lindworm_link::Symbols;
///
/// let cx = Context::new();
/// let module = |linkage| {
///     let mut module = Module::new(&cx, "");
///     let initializer = Some(module.constants().int(&cx, Type::I32, 1));
///     let variable = GlobalKind::Variable(Variable { initializer, ..Variable::default() });
///     let x = module.add_global(GlobalValue::new(b"x", Type::I32, Type::PTR, variable));
///     module[x].linkage = linkage;
///     module
/// };
/// let symbols = Symbols::of(&[module(Linkage::WeakAny), module(Linkage::External)])?;
/// assert_eq!(symbols.exports[&b"x"[..]].0, 1);
/// # Ok::<(), lindworm_link::LinkError>(())
/// ```
#[derive(Default)]
pub struct Symbols {
    /// The externally visible definitions, by name.
    pub exports: HashMap<Box<[u8]>, Symbol>,
    /// Symbols of several modules without a definition, by name: the declaration that represents all declarations of the name.
    /// Empty for a single module.
    pub declarations: HashMap<Box<[u8]>, Symbol>,
    /// Variables with `appending` linkage: the first variable of each name, with the others of the name.
    pub appended: HashMap<Symbol, Vec<Symbol>>,
    /// Pairs of variables of the same size whose initializers must be equal: `comdat exactmatch`.
    pub same: Vec<[Symbol; 2]>,
}

/// The comdats by name, each with the number of the module whose members are kept; `None` if all modules' members are kept.
type Chosen<'a> = HashMap<&'a [u8], (ComdatKind, Option<usize>)>;

impl Symbols {
    /// Resolves the symbols of modules.
    ///
    /// # Errors
    ///
    /// A symbol has two strong definitions, or the comdats of one name break the rule of their selection kind.
    pub fn of(modules: &[Module]) -> Result<Symbols, LinkError> {
        let mut symbols = Symbols::default();
        let is_one = modules.len() == 1;
        let chosen = if is_one { Chosen::default() } else { symbols.choose_comdats(modules)? };
        let mut discarded: HashSet<Symbol> = HashSet::default();
        for (m, module) in modules.iter().enumerate() {
            let objects = (!chosen.is_empty()).then(|| BaseObjects::new(module));
            for global in module.definition_order() {
                let g = &module[global];
                // Other modules refer to a global only by name.
                if g.linkage.is_local() || g.name().is_empty() {
                    continue;
                }
                if g.is_declaration() {
                    if !is_one {
                        symbols.declare(modules, (m, global));
                    }
                    continue;
                }
                let comdat = objects.as_ref().and_then(|objects| comdat_of(module, objects, global));
                let chosen = comdat.and_then(|comdat| chosen.get(&*module.comdats()[comdat].name)?.1);
                let is_discarded = chosen.is_some_and(|chosen| chosen != m);
                let takes = match symbols.exports.get(g.name()) {
                    None => true,
                    Some(_) if is_discarded => false,
                    Some(old) if discarded.contains(old) => true,
                    Some(&old) => symbols.takes(modules, old, (m, global))?,
                };
                if is_discarded {
                    discarded.insert((m, global));
                }
                if takes {
                    symbols.exports.insert(g.name().into(), (m, global));
                }
            }
        }
        Ok(symbols)
    }

    /// Records a declaration. A declaration without `extern_weak` linkage replaces one with it.
    fn declare(&mut self, modules: &[Module], (m, global): Symbol) {
        let g = &modules[m][global];
        match self.declarations.get_mut(g.name()) {
            Some(old) if modules[old.0][old.1].linkage == Linkage::ExternalWeak => *old = (m, global),
            Some(_) => {}
            None => drop(self.declarations.insert(g.name().into(), (m, global))),
        }
    }

    /// Whether a definition replaces another definition of the same name.
    fn takes(&mut self, modules: &[Module], old: Symbol, new: Symbol) -> Result<bool, LinkError> {
        let [x, y] = [old, new].map(|(m, global)| &modules[m][global]);
        if x.linkage == Linkage::Appending && y.linkage == Linkage::Appending {
            self.appended.entry(old).or_default().push(new);
            return Ok(false);
        }
        let takes = takes_source(&modules[old.0], &modules[new.0], &LinkOptions::default(), old.1, new.1);
        takes.map_err(|_| {
            let name = String::from_utf8_lossy(x.name());
            let [first, again] = [old, new].map(|(m, _)| modules[m].name());
            LinkError(format!("the symbol `@{name}` is defined in `{first}` and again in `{again}`"))
        })
    }

    /// Selects among comdats of the same name.
    fn choose_comdats<'a>(&mut self, modules: &'a [Module]) -> Result<Chosen<'a>, LinkError> {
        let mut all = Chosen::default();
        for (m, module) in modules.iter().enumerate() {
            for comdat in module.comdats().values() {
                let name = &*comdat.name;
                let Some(&(old_kind, old)) = all.get(name) else {
                    all.insert(name, (comdat.kind, Some(m)));
                    continue;
                };
                // If the members of all modules are kept, any of these modules is correct.
                let old = old.unwrap_or(0);
                let in_files = |error: LinkError| {
                    let [first, second] = [old, m].map(|m| modules[m].name());
                    LinkError(format!("{error} (in `{first}` and `{second}`)"))
                };
                let choice = choose([&modules[old], module], name, [old_kind, comdat.kind]).map_err(in_files)?;
                if let Some([a, b]) = choice.same {
                    if size(&modules[old], a) != size(module, b) {
                        return Err(in_files(choice.violated(name)));
                    }
                    self.same.push([(old, a), (m, b)]);
                }
                let from = match choice.from {
                    From::Dest => Some(old),
                    From::Source => Some(m),
                    From::Both => None,
                };
                all.insert(name, (choice.kind, from));
            }
        }
        Ok(all)
    }
}
