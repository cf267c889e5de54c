//! Parser of `-passes`: comma-separated passes, and nested pipelines such as `function(...)`.

use super::{
    AnalysisStep, ComponentStep, ComponentSteps, FunctionStep, FunctionSteps, Level, LoopStep, LoopSteps, Pipeline,
    Printer, Step,
};
use crate::default_pipeline::{self, ExtensionPoint};
use crate::table::{self, CGSCC_PASSES, FUNCTION_PASSES, LOOP_PASSES, MODULE_PASSES, PassOptions};

/// Delimiters of a pass name.
const SEPARATORS: [char; 3] = [',', '(', ')'];

/// A pipeline under construction.
enum Open {
    Module(Vec<Step>),
    /// `coro-cond`.
    IfCoroutines(Vec<Step>),
    /// With the limit of `devirt<...>`.
    Cgscc(Option<u32>, ComponentSteps),
    Function(FunctionSteps),
    Loop(LoopSteps),
}

/// A step of a pipeline of some level.
enum Item {
    Module(Step),
    Cgscc(ComponentStep),
    Function(FunctionStep),
    Loop(LoopStep),
}

impl Open {
    fn level(&self) -> Level {
        match self {
            Open::Module(_) | Open::IfCoroutines(_) => Level::Module,
            Open::Cgscc(..) => Level::Cgscc,
            Open::Function(_) => Level::Function,
            Open::Loop(_) => Level::Loop,
        }
    }

    /// An empty pipeline of a level.
    fn of_level(level: Level) -> Open {
        match level {
            Level::Module => Open::Module(Vec::new()),
            Level::Cgscc => Open::Cgscc(None, ComponentSteps { is_pipeline: true, ..ComponentSteps::default() }),
            Level::Function => Open::Function(FunctionSteps { is_pipeline: true, ..FunctionSteps::default() }),
            Level::Loop => Open::Loop(LoopSteps { is_pipeline: true, ..LoopSteps::default() }),
        }
    }

    /// The pipeline of this name that may be nested in one of this level.
    ///
    /// # Errors
    ///
    /// If the parameters are wrong, with LLVM's message.
    fn nested(name: &str, level: Level) -> Result<Option<Open>, String> {
        let open = match name {
            "module" => Open::of_level(Level::Module),
            "coro-cond" => Open::IfCoroutines(Vec::new()),
            "cgscc" => Open::of_level(Level::Cgscc),
            "function" => Open::of_level(Level::Function),
            "loop" => Open::of_level(Level::Loop),
            "loop-mssa" => Open::Loop(LoopSteps { is_pipeline: true, memory_ssa: true, ..LoopSteps::default() }),
            _ if devirt_limit(name).is_some() && level <= Level::Cgscc => {
                return Ok(Some(Open::Cgscc(devirt_limit(name), ComponentSteps::default())));
            }
            _ => match name.strip_prefix("function<").and_then(|rest| rest.strip_suffix('>')) {
                Some(parameters) => {
                    let mut steps = FunctionSteps { is_pipeline: true, ..FunctionSteps::default() };
                    for parameter in parameters.split(';') {
                        match parameter {
                            "" => {}
                            "eager-inv" => steps.is_eager = true,
                            "no-rerun" => steps.no_rerun = true,
                            _ => return Ok(None),
                        }
                    }
                    if steps.no_rerun && level == Level::Module {
                        return Err("cannot have a no-rerun module to function adaptor".into());
                    }
                    Open::Function(steps)
                }
                None => return Ok(None),
            },
        };
        let inner = open.level();
        let is_direct = inner != Level::Loop || matches!(level, Level::Function | Level::Loop);
        if inner < level || !is_direct {
            return Ok(None);
        }
        Ok(Some(open))
    }
}

/// The number of `devirt<N>`.
fn devirt_limit(name: &str) -> Option<u32> {
    name.strip_prefix("devirt<")?.strip_suffix('>')?.parse().ok()
}

/// The parser state.
struct Parser<'o> {
    /// The open pipelines, innermost last; the first one is the result.
    open: Vec<Open>,
    /// Whether the text is a whole pipeline, which is of the level of its first pass.
    is_whole: bool,
    options: &'o PassOptions,
}

/// Parses a pipeline.
pub(super) fn parse(text: &str, options: &PassOptions) -> Result<Pipeline, String> {
    let first = &text[..text.find(SEPARATORS).unwrap_or(text.len())];
    let outermost = match first {
        _ if is_known(first, Level::Module) => Open::of_level(Level::Module),
        _ if is_known(first, Level::Cgscc) => Open::of_level(Level::Cgscc),
        "loop" | "loop-mssa" => Open::of_level(Level::Function),
        _ if default_pipeline::is_of_functions(first) => Open::of_level(Level::Function),
        _ if is_known(first, Level::Function) => Open::of_level(Level::Function),
        _ if is_known(first, Level::Loop) => {
            let memory_ssa = matches!(first.split('<').next(), Some("licm" | "lnicm"));
            Open::Loop(LoopSteps { is_pipeline: true, memory_ssa, ..LoopSteps::default() })
        }
        _ => Open::of_level(Level::Module),
    };
    Parser { open: vec![Open::of_level(Level::Module), outermost], is_whole: true, options }.pipeline(text)
}

/// Parses a part of a pipeline of a level.
fn parse_part(text: &str, level: Level, options: &PassOptions) -> Result<Pipeline, String> {
    Parser { open: vec![Open::of_level(Level::Module), Open::of_level(level)], is_whole: false, options }.pipeline(text)
}

/// Checks a part of a pipeline, which runs at an extension point. LLVM parses those of modules as whole pipelines.
pub(crate) fn check_part(text: &str, level: Level, options: &PassOptions) -> Result<(), String> {
    match level {
        Level::Module => parse(text, options),
        _ => parse_part(text, level, options),
    }
    .map(drop)
}

impl Parser<'_> {
    fn pipeline(mut self, text: &str) -> Result<Pipeline, String> {
        // A syntax error takes precedence over any other error, regardless of position.
        let mut wrong = None;
        let mut rest = text;
        loop {
            let (name, mut tail) = rest.split_at(rest.find(SEPARATORS).unwrap_or(rest.len()));
            let level = self.level();
            let is_first = rest.len() == text.len() && self.is_whole;
            if let Some(inside) = tail.strip_prefix('(') {
                let nested = Open::nested(name, level).unwrap_or_else(|message| {
                    wrong.get_or_insert(message);
                    None
                });
                if nested.is_none() && wrong.is_none() {
                    wrong = Some(match is_first && !is_pass(name, level) {
                        true => format!("unknown pipeline name '{name}'"),
                        false => format!("invalid use of '{name}' pass as {} pipeline", level.name()),
                    });
                }
                self.open.push(nested.unwrap_or_else(|| Open::of_level(level)));
                rest = inside;
                continue;
            }
            let added = self.add(name, level);
            wrong = wrong.or(match added {
                Ok(true) => None,
                Ok(false) if is_first && !matches!(Open::nested(name, level), Ok(Some(_))) => {
                    Some(format!("unknown pass name '{name}'"))
                }
                Ok(false) => Some(format!("unknown {} pass '{name}'", level.name())),
                Err(message) => Some(message),
            });
            while let Some(outside) = tail.strip_prefix(')') {
                if self.open.len() > 1 {
                    self.leave();
                } else {
                    return Err(format!("invalid pipeline '{text}'"));
                }
                tail = outside;
            }
            match tail.strip_prefix(',') {
                Some(next) if self.open.len() > 1 => rest = next,
                None if tail.is_empty() && self.open.len() == 2 => {
                    self.leave();
                    let steps = match self.open.pop() {
                        Some(Open::Module(steps)) => steps,
                        _ => Vec::new(),
                    };
                    return wrong.map_or(Ok(Pipeline { steps }), Err);
                }
                _ => return Err(format!("invalid pipeline '{text}'")),
            }
        }
    }

    fn level(&self) -> Level {
        self.open.last().map_or(Level::Module, Open::level)
    }

    /// Closes the innermost pipeline. One within a pipeline of the same kind becomes a part of that.
    fn leave(&mut self) {
        let Some(closed) = self.open.pop() else { return };
        match (closed, self.open.last_mut()) {
            (Open::Module(steps), Some(Open::Module(all) | Open::IfCoroutines(all))) => all.extend(steps),
            (Open::IfCoroutines(steps), _) => self.push(Item::Module(Step::IfCoroutines(steps))),
            (Open::Cgscc(None, inner), Some(Open::Cgscc(_, outer))) => outer.steps.extend(inner.steps),
            (Open::Function(inner), Some(Open::Function(outer))) => outer.steps.extend(inner.steps),
            (Open::Loop(inner), Some(Open::Loop(outer))) => outer.steps.extend(inner.steps),
            (Open::Module(steps), _) => steps.into_iter().for_each(|step| self.push(Item::Module(step))),
            (Open::Cgscc(Some(most), inner), _) => self.push(Item::Cgscc(ComponentStep::Devirt(most, inner.steps))),
            (Open::Cgscc(None, inner), _) => self.push(Item::Module(Step::Components(inner))),
            (Open::Function(inner), Some(Open::Cgscc(..))) => self.push(Item::Cgscc(ComponentStep::Functions(inner))),
            (Open::Function(inner), _) => self.push(Item::Module(Step::Functions(inner))),
            (Open::Loop(inner), _) => self.push(Item::Function(FunctionStep::Loops(inner))),
        }
    }

    /// Appends a step to the innermost pipeline, wrapped as far as that is of an outer level.
    fn push(&mut self, item: Item) {
        match (self.open.last_mut(), item) {
            (Some(Open::Module(steps) | Open::IfCoroutines(steps)), Item::Module(step)) => steps.push(step),
            (Some(Open::Cgscc(_, steps)), Item::Cgscc(step)) => steps.steps.push(step),
            (Some(Open::Function(steps)), Item::Function(step)) => steps.steps.push(step),
            (Some(Open::Loop(steps)), Item::Loop(step)) => steps.steps.push(step),
            (_, Item::Loop(step)) => {
                let steps = LoopSteps { steps: vec![step], ..LoopSteps::default() };
                self.push(Item::Function(FunctionStep::Loops(steps)));
            }
            (open, Item::Function(step)) => {
                let steps = FunctionSteps { steps: vec![step], ..FunctionSteps::default() };
                let in_components = matches!(open, Some(Open::Cgscc(..)));
                self.push(match in_components {
                    true => Item::Cgscc(ComponentStep::Functions(steps)),
                    false => Item::Module(Step::Functions(steps)),
                });
            }
            (_, Item::Cgscc(step)) => {
                let steps = ComponentSteps { steps: vec![step], ..ComponentSteps::default() };
                self.push(Item::Module(Step::Components(steps)));
            }
            (_, Item::Module(_)) => {}
        }
    }

    /// Adds the named pass. Returns whether the pass is allowed at this level.
    fn add(&mut self, name: &str, level: Level) -> Result<bool, String> {
        let options = self.options;
        let of_functions = default_pipeline::is_of_functions(name);
        if (level == Level::Module || of_functions && level <= Level::Function)
            && let Some(expanded) = default_pipeline::expand(name, options, exists)
        {
            let (text, inline) = expanded?;
            if !text.is_empty() {
                // The text has the passes of the extension points, which may name predefined pipelines in turn.
                let options = PassOptions { inline, in_predefined: true, extensions: Vec::new(), ..options.clone() };
                let part = if of_functions { Level::Function } else { Level::Module };
                self.splice(parse_part(&text, part, &options)?.steps);
            }
            return Ok(true);
        }
        if let Some(point) = ExtensionPoint::named(name, level)? {
            let inner = PassOptions { extensions: Vec::new(), ..options.clone() };
            for text in options.extensions(point) {
                self.splice(parse_part(text, level, &inner)?.steps);
            }
            return Ok(true);
        }
        let item = match name {
            "verify" if level == Level::Module => Some(Item::Module(Step::Verify)),
            "verify" if level < Level::Loop => Some(Item::Function(FunctionStep::Verify)),
            _ => None,
        };
        let item = match item.or_else(|| analysis(name, level)) {
            Some(item) => Some(item),
            None => pass(name, level, options)?.or_else(|| printer(name, level)),
        };
        let is_there = item.is_some();
        item.into_iter().for_each(|item| self.push(item));
        Ok(is_there)
    }

    /// Adds the steps of a pipeline of the same level as the innermost one.
    fn splice(&mut self, steps: Vec<Step>) {
        for step in steps {
            let inner = match (self.open.last(), step) {
                (Some(Open::Cgscc(..)), Step::Components(inner)) => Open::Cgscc(None, inner),
                (Some(Open::Cgscc(..)), Step::Functions(inner)) => Open::Function(inner),
                (Some(Open::Function(_)), Step::Functions(inner)) => Open::Function(inner),
                (Some(Open::Loop(_)), Step::Functions(FunctionSteps { steps, .. })) => {
                    let loops = steps.into_iter().filter_map(|step| match step {
                        FunctionStep::Loops(loops) => Some(loops.steps),
                        _ => None,
                    });
                    Open::Loop(LoopSteps { steps: loops.flatten().collect(), ..LoopSteps::default() })
                }
                (_, step) => Open::Module(vec![step]),
            };
            self.open.push(inner);
            self.leave();
        }
    }
}

/// A pass by name that is allowed at a level.
fn pass(name: &str, level: Level, options: &PassOptions) -> Result<Option<Item>, String> {
    if let Some(pass) = table::make(MODULE_PASSES, name, options).filter(|_| level == Level::Module) {
        return Ok(Some(Item::Module(Step::Module(pass?))));
    }
    if let Some(pass) = table::make(CGSCC_PASSES, name, options).filter(|_| level <= Level::Cgscc) {
        return Ok(Some(Item::Cgscc(ComponentStep::Component(pass?))));
    }
    if let Some(pass) = table::make(FUNCTION_PASSES, name, options).filter(|_| level <= Level::Function) {
        return Ok(Some(Item::Function(FunctionStep::Function(pass?))));
    }
    let pass = table::make(LOOP_PASSES, name, options).transpose()?;
    Ok(pass.map(|pass| Item::Loop(LoopStep::Loop(pass))))
}

/// `require<...>` and the like.
fn analysis(name: &str, level: Level) -> Option<Item> {
    let of = |level| AnalysisStep::named(name, level);
    Some(match level {
        Level::Module => match of(level) {
            Some(step) => Item::Module(Step::Analysis(step)),
            None => {
                Item::Function(FunctionStep::Analysis(of(Level::Function).filter(|_| name.starts_with("verify<"))?))
            }
        },
        Level::Cgscc => match of(level) {
            Some(step) => Item::Cgscc(ComponentStep::Analysis(step)),
            None => {
                Item::Function(FunctionStep::Analysis(of(Level::Function).filter(|_| name.starts_with("verify<"))?))
            }
        },
        Level::Function => Item::Function(FunctionStep::Analysis(of(level)?)),
        Level::Loop => Item::Loop(LoopStep::Analysis(of(level)?)),
    })
}

fn printer(name: &str, level: Level) -> Option<Item> {
    let of_module = Printer::named(name, true).filter(|_| level == Level::Module);
    match of_module.or_else(|| Printer::named(name, false).filter(|_| level < Level::Loop))? {
        Printer::Function(printer) => Some(Item::Function(FunctionStep::Print(printer))),
        printer => Some(Item::Module(Step::Print(printer))),
    }
}

/// Whether a pass of this name is implemented, at any level.
fn exists(pass: &str) -> bool {
    [Level::Module, Level::Cgscc, Level::Function, Level::Loop].into_iter().any(|level| is_known(pass, level))
}

/// Whether the name is a pass or pipeline of exactly this level.
fn is_known(name: &str, level: Level) -> bool {
    let is_there = match level {
        Level::Module => {
            name == "verify"
                || matches!(name, "module" | "coro-cond" | "cgscc" | "function")
                || name.starts_with("function<")
                || Printer::named(name, true).is_some()
                || table::has(MODULE_PASSES, name)
        }
        Level::Cgscc => devirt_limit(name).is_some() || table::has(CGSCC_PASSES, name),
        Level::Function => Printer::named(name, false).is_some() || table::has(FUNCTION_PASSES, name),
        Level::Loop => table::has(LOOP_PASSES, name),
    };
    is_there
        || AnalysisStep::named(name, level).is_some_and(|_| name != "invalidate<all>" || level == Level::Module)
        || matches!(ExtensionPoint::named(name, level), Ok(Some(_)))
}

/// Whether the name is a pass that is allowed in a pipeline of this level.
fn is_pass(name: &str, level: Level) -> bool {
    let all = [Level::Module, Level::Cgscc, Level::Function, Level::Loop];
    all.into_iter().filter(|&it| it >= level).any(|level| is_known(name, level))
}

impl Level {
    const NAMES: [&str; 4] = ["module", "cgscc", "function", "loop"];

    fn name(self) -> &'static str {
        Level::NAMES[self as usize]
    }
}
