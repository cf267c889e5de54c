//! Tests *refinement*: whether a function behaves as before a change, by running the function before and after the change.
//!
//! A target function refines a source function if the source allows each behaviour of the target. If the source has undefined
//! behaviour, the target may do anything; if the source gives poison, the target may give any value; if bits of the source are
//! undef, the target may choose them. The observed behaviour of a call is its result, the memory that arguments and global
//! variables point to, the calls of functions that the module only declares, and how the call ends.
//!
//! [`Pair::check`] runs both functions in the [checking interpreter](lindworm_interp) on vectors of arguments: boundary values,
//! poison, undef, null, small objects that may overlap. A [`Violation`] proves that the target does not refine the source. The
//! absence of violations proves nothing.
//!
//! ```
//! use lindworm_ir::{Context, Module};
//! use lindworm_refine::{Options, Pair, Verdict};
//!
//! let read = |text: &str| -> Module {
//!     lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default()).unwrap().module
//! };
//! let source = read("define i8 @f(i8 %x) {\n  %y = sdiv i8 %x, 2\n  ret i8 %y\n}");
//! let target = read("define i8 @f(i8 %x) {\n  %y = ashr i8 %x, 1\n  ret i8 %y\n}");
//! let pair = Pair::new(&source, &target);
//! let Verdict::Violated(violation) = pair.check("f", &Options::default()) else { panic!() };
//! assert_eq!(violation.to_string(), "arguments: -1\nsource:    returns 0\ntarget:    returns -1\n");
//! ```

mod argument;
mod behaviour;
mod relation;

use std::fmt;

use lindworm_eval::FastMathFlags;
use lindworm_interp::UndefChoice;
use lindworm_ir::hash::HashSet;
use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Module};
use lindworm_link::{ExtractOptions, LinkError, LinkOptions, Linker, Reached, extract};

use crate::argument::{Argument, Arguments};
use crate::behaviour::{Call, observe};
use crate::relation::difference;

/// The extent of a test.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of vectors of arguments.
    pub vectors: u32,
    /// The seed of the vectors.
    pub seed: u64,
    /// The maximum number of interpreter steps of the source; the target may take four times as many.
    pub max_steps: u64,
    /// Whether the final values of variables with local linkage are compared. Appropriate for a change of one function; a change
    /// of a whole module need not preserve these values.
    pub locals: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { vectors: 32, seed: 0, max_steps: 100_000, locals: true }
    }
}

/// The result of a test.
#[derive(Debug)]
pub enum Verdict {
    /// No vector showed a violation.
    Held {
        /// The number of vectors with a decision.
        decided: u32,
        /// A reason why a vector could not be decided, if any.
        undecided: Option<String>,
    },
    /// The target does not refine the source.
    Violated(Box<Violation>),
}

/// A call whose target behaviour the source does not allow. [`Display`](fmt::Display) writes a few lines.
#[derive(Debug)]
pub struct Violation {
    /// The arguments, as text.
    pub arguments: String,
    /// The behaviour of the source.
    pub source: String,
    /// The behaviour of the target.
    pub target: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { arguments, source, target } = self;
        if !arguments.is_empty() {
            writeln!(f, "arguments: {arguments}")?;
        }
        writeln!(f, "source:    {source}\ntarget:    {target}")
    }
}

/// A module before and after a change.
pub struct Pair<'m> {
    source: &'m Module,
    target: &'m Module,
}

fn definition(module: &Module, name: &str) -> Option<Global> {
    module.global_named(name.as_bytes()).filter(|&global| module.body(global).is_some())
}

/// The names of the variables that a function refers to, directly or through other variables.
fn variables_of(module: &Module, function: Global) -> HashSet<Box<[u8]>> {
    let mut reached = Reached::new(module);
    reached.operands_of(function);
    let mut next = 0;
    while let Some(&global) = reached.globals.get(next) {
        next += 1;
        if module[global].as_function().is_none() {
            reached.operands_of(global);
        }
    }
    let variables = reached.globals.iter().filter(|&&global| module[global].as_variable().is_some());
    variables.map(|&global| module[global].name().into()).collect()
}

/// A module with only this function: variables that it can observe keep their values, other functions are declared. Linking it to
/// an empty module leaves constants and metadata of all other functions behind, so that the cost of a call does not depend on the
/// size of the module.
fn alone(module: &Module, function: Global, variables: &HashSet<Box<[u8]>>) -> Result<Module, LinkError> {
    let named = |&global: &Global| module[global].name().is_empty() || variables.contains(module[global].name());
    let mut chosen: HashSet<Global> = module.variables().iter().copied().filter(named).collect();
    chosen.insert(function);
    let mut module = module.clone();
    extract(&mut module, &chosen, ExtractOptions::default());
    let mut linker = Linker::new(module.context(), module.name());
    linker.link(module, &LinkOptions::default())?;
    Ok(linker.finish())
}

impl<'m> Pair<'m> {
    /// Creates a pair. Both modules must be valid.
    pub fn new(source: &'m Module, target: &'m Module) -> Pair<'m> {
        Pair { source, target }
    }

    /// The names of the functions that both modules define, in the order of the source.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let named = |&global: &Global| std::str::from_utf8(self.source[global].name()).ok();
        let is_in_both =
            |name: &&str| !name.is_empty() && [self.source, self.target].iter().all(|m| definition(m, name).is_some());
        self.source.functions().iter().filter_map(named).filter(is_in_both)
    }

    /// Tests whether the target's function of a name refines the source's, with up to `options.vectors` calls. Other functions
    /// are not executed, even if the modules define them: a call of them is observed, and gives a result that depends on the
    /// arguments. The cost is linear in both modules and in the number of executed instructions.
    pub fn check(&self, name: &str, options: &Options) -> Verdict {
        let undecided = |why: &str| Verdict::Held { decided: 0, undecided: Some(why.into()) };
        let (Some(source), Some(target)) = (definition(self.source, name), definition(self.target, name)) else {
            return undecided("a module does not define the function");
        };
        let ty = |module: &Module, function: Global| module[function].value_type.display(module.context()).to_string();
        if ty(self.source, source) != ty(self.target, target) {
            return undecided("the types of the functions differ");
        }
        let mut arguments = match Arguments::new(self.source, source, options.seed) {
            Ok(arguments) => arguments,
            Err(why) => return undecided(&why),
        };
        let mut variables = variables_of(self.source, source);
        variables.extend(variables_of(self.target, target));
        let sides = match (alone(self.source, source, &variables), alone(self.target, target, &variables)) {
            (Ok(source), Ok(target)) => [source, target],
            (Err(why), _) | (_, Err(why)) => return undecided(&why.to_string()),
        };
        let (mut decided, mut reason) = (0, None);
        for _ in 0..options.vectors {
            let vector = arguments.next_vector();
            match self.compare(&sides, name, &vector, options) {
                Ok(None) => decided += 1,
                Ok(Some(violation)) => return Verdict::Violated(Box::new(violation)),
                Err(why) => reason = reason.or(Some(why)),
            }
            // Without parameters, all vectors are the same.
            if vector.is_empty() {
                break;
            }
        }
        Verdict::Held { decided, undecided: reason }
    }

    /// The behaviour of the target that the source does not allow, for a vector of arguments; an error if undecidable.
    fn compare(
        &self,
        [source_module, target_module]: &[Module; 2],
        name: &str,
        vector: &[Argument],
        options: &Options,
    ) -> Result<Option<Violation>, String> {
        let run = |module: &Module, undef, seed, factor| {
            let call =
                Call { name, arguments: vector, undef, seed, max_steps: options.max_steps.saturating_mul(factor) };
            observe(module, &call)
        };
        let source = run(source_module, UndefChoice::Zero, 0, 1)?;
        if source.is_undefined() {
            return Ok(None);
        }
        let is_compared = |global: &[u8]| {
            let linkage = self.source.global_named(global).map(|global| self.source[global].linkage);
            options.locals || !linkage.is_some_and(Linkage::is_local)
        };
        let target = run(target_module, UndefChoice::Zero, 0, 4)?;
        let Some(aspect) = difference(&source, &target, &is_compared) else { return Ok(None) };
        // The source may have several behaviours, depending on the values of undef and on the addresses of objects.
        for (undef, seed) in
            [(UndefChoice::Ones, 1), (UndefChoice::Random, 2), (UndefChoice::Random, 3), (UndefChoice::Random, 4)]
        {
            let other = run(source_module, undef, seed, 1)?;
            let allows = |a, b| difference(a, b, &is_compared).is_none();
            if other.is_undefined() || !allows(&source, &other) || !allows(&other, &source) {
                return Err("the source has several behaviours".into());
            }
        }
        if is_inexact(source_module, name) {
            return Err("floating-point flags of the source allow several results".into());
        }
        let arguments: Vec<String> = vector.iter().map(ToString::to_string).collect();
        let [source, target] = [&source, &target].map(|it| it.text(aspect));
        Ok(Some(Violation { arguments: arguments.join(", "), source, target }))
    }
}

/// Whether fast-math flags allow different floating-point results.
fn is_inexact(module: &Module, name: &str) -> bool {
    let Some(body) = definition(module, name).and_then(|function| module.body(function)) else { return false };
    let exact = FastMathFlags::NNAN | FastMathFlags::NINF;
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.any(|inst| body.inst(inst).fast_math().is_some_and(|flags| !exact.contains(flags)))
}
