//! The text of `-passes`: passes with commas between them, and `function(...)` and the like around those that go over parts
//! of a module.

/// What a pipeline goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Whole modules.
    Module,
    /// Functions that call each other.
    Cgscc,
    /// Functions.
    Function,
}

impl Level {
    const NAMES: &[(&str, Level)] =
        &[("module", Level::Module), ("cgscc", Level::Cgscc), ("function", Level::Function)];

    fn name(self) -> &'static str {
        Level::NAMES[self as usize].0
    }

    /// The pipeline of that name, if one may stand in one of this level: it goes over as much or less.
    fn inner(self, name: &str) -> Option<Level> {
        let inner = Level::NAMES.iter().find(|(n, _)| *n == name)?.1;
        (inner as usize >= self as usize).then_some(inner)
    }
}

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// `verify`, of what a pipeline goes over.
    Verify(Level),
    /// `name-anon-globals`.
    NameAnonymousGlobals,
    /// `strip`.
    Strip,
    /// `strip-nondebug`.
    StripNondebug,
}

impl Pass {
    /// The pass of that name, if it may stand in a pipeline of that level.
    fn from_name(name: &str, level: Level) -> Option<Pass> {
        match (name, level) {
            ("verify", _) => Some(Pass::Verify(level)),
            ("name-anon-globals", Level::Module) => Some(Pass::NameAnonymousGlobals),
            ("strip", Level::Module) => Some(Pass::Strip),
            ("strip-nondebug", Level::Module) => Some(Pass::StripNondebug),
            _ => None,
        }
    }
}

/// The passes of a pipeline.
///
/// Pipelines with others are refused, in LLVM's words.
pub fn parse(text: &str) -> Result<Vec<Pass>, String> {
    let mut levels = vec![Level::Module];
    let mut passes = Vec::new();
    // What does not hang together at all is told first, wherever it is.
    let mut wrong = None;
    let mut rest = text;
    loop {
        let (name, mut tail) = rest.split_at(rest.find([',', '(', ')']).unwrap_or(rest.len()));
        let level = levels.last().copied().unwrap_or(Level::Module);
        if let Some(inside) = tail.strip_prefix('(') {
            let inner = level.inner(name);
            if inner.is_none() && wrong.is_none() {
                wrong = Some(match name {
                    _ if rest.len() == text.len() && Pass::from_name(name, level).is_none() => {
                        format!("unknown pipeline name '{name}'")
                    }
                    _ => format!("invalid use of '{name}' pass as {} pipeline", level.name()),
                });
            }
            levels.push(inner.unwrap_or(level));
            rest = inside;
            continue;
        }
        match Pass::from_name(name, level) {
            Some(pass) => passes.push(pass),
            None if wrong.is_some() => {}
            None if rest.len() == text.len() && level.inner(name).is_none() => {
                wrong = Some(format!("unknown pass name '{name}'"));
            }
            None => wrong = Some(format!("unknown {} pass '{name}'", level.name())),
        }
        while let Some(outside) = tail.strip_prefix(')') {
            levels.pop();
            tail = outside;
        }
        match tail.strip_prefix(',') {
            Some(next) if !levels.is_empty() => rest = next,
            None if tail.is_empty() && levels.len() == 1 => return wrong.map_or(Ok(passes), Err),
            _ => return Err(format!("invalid pipeline '{text}'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_at_all_levels() {
        for (text, level) in [
            ("verify", Level::Module),
            ("module(verify)", Level::Module),
            ("verify,function(verify)", Level::Module),
            ("function(verify),verify", Level::Function),
            ("cgscc(verify)", Level::Cgscc),
            ("module(cgscc(function(function(verify))),verify)", Level::Function),
        ] {
            assert_eq!(parse(text).map(|passes| passes[0]), Ok(Pass::Verify(level)), "{text}");
        }
    }

    #[test]
    fn passes_come_in_order() {
        let passes = [Pass::NameAnonymousGlobals, Pass::Verify(Level::Function), Pass::Strip, Pass::StripNondebug];
        assert_eq!(parse("name-anon-globals,function(verify),module(strip,strip-nondebug)"), Ok(passes.into()));
    }

    #[test]
    fn what_is_refused_is_refused_in_llvms_words() {
        for (text, error) in [
            ("instcombine", "unknown pass name 'instcombine'"),
            ("verify,instcombine", "unknown module pass 'instcombine'"),
            ("function(verify,instcombine)", "unknown function pass 'instcombine'"),
            ("cgscc()", "unknown cgscc pass ''"),
            ("function", "unknown module pass 'function'"),
            (",verify", "unknown pass name ''"),
            ("verify,", "unknown module pass ''"),
            ("foo(verify)", "unknown pipeline name 'foo'"),
            ("verify,foo(verify)", "invalid use of 'foo' pass as module pipeline"),
            ("verify(verify)", "invalid use of 'verify' pass as module pipeline"),
            ("function(module(verify))", "invalid use of 'module' pass as function pipeline"),
            ("function(verify", "invalid pipeline 'function(verify'"),
            ("foo,function(verify))", "invalid pipeline 'foo,function(verify))'"),
            ("function(name-anon-globals)", "unknown function pass 'name-anon-globals'"),
            ("verify),(verify", "invalid pipeline 'verify),(verify'"),
            ("function(verify)verify", "invalid pipeline 'function(verify)verify'"),
            ("function(verify)(verify)", "invalid pipeline 'function(verify)(verify)'"),
            ("function(strip)", "unknown function pass 'strip'"),
            ("verify,cgscc(strip)", "unknown cgscc pass 'strip'"),
            ("strip()", "invalid use of 'strip' pass as module pipeline"),
        ] {
            assert_eq!(parse(text), Err(error.into()), "{text}");
        }
    }
}
