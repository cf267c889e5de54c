//! The prototypes of C library functions, and calls with different types.

use lindworm_eval::FloatFormat;
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::{Context, Type};

use crate::abi::Abi;
use crate::decode::op::CallSite;
use crate::program::Program;
use crate::ub::{Kind, call as kinds};

/// Prototypes of the functions that [`LibraryFunction`] does not have, each with its functions and the letters of
/// [`LibraryFunction::types`]. Functions whose types depend on the system are not listed.
const PROTOTYPES: &[(&str, &str)] = &[
    // Memory.
    ("ppzpz", "memmem"),
    ("vpz", "explicit_bzero"),
    // Strings.
    ("ppp", "strcasestr strsep"),
    ("ipp", "strverscmp"),
    ("ppi", "strchrnul index rindex"),
    ("pi", "strerror strsignal"),
    ("ipp", "wcscmp"),
    ("ppp", "wcscpy wcscat"),
    // Numbers.
    ("i", "rand"),
    ("vi", "srand"),
    ("d", "drand48"),
    ("ii", "isupper islower isalpha isxdigit isspace isprint isgraph isblank iscntrl ispunct isalnum"),
    ("ii", "tolower toupper"),
    ("pppzzp", "bsearch"),
    // The process.
    ("vi", "_exit quick_exit"),
    ("ip", "putenv"),
    ("pp", "secure_getenv"),
    ("ippi", "setenv"),
    ("ii", "raise"),
    // Streams.
    ("ipp.", "asprintf"),
    ("iip.", "dprintf"),
    ("pppp", "freopen"),
    // Threads.
    ("ip", "pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy"),
    ("ipp", "pthread_mutex_init pthread_cond_init pthread_cond_wait pthread_once"),
    ("ip", "pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy"),
];

/// Prototypes of further mathematical functions, each with three variants: `%` is a `double`, a `float` with the suffix `f`, a `long
/// double` with the suffix `l`.
const MATH: &[(&str, &str)] =
    &[("%%", "erfc lgamma"), ("%%%%", "fma"), ("l%", "lround lrint"), ("q%", "llround llrint")];

/// The prototype of a library function, and the letter that replaces `%`.
fn prototype(name: &str) -> Option<(&'static str, &'static str)> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static INDEX: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let rows = PROTOTYPES.iter().chain(MATH);
        rows.flat_map(|(types, names)| names.split(' ').map(|name| (name, *types))).collect()
    });
    let with_suffix = |suffix, letter| {
        let types = *INDEX.get(name.strip_suffix(suffix)?)?;
        types.contains('%').then_some((types, letter))
    };
    let plain =
        LibraryFunction::named(name.as_bytes()).map(LibraryFunction::types).or_else(|| INDEX.get(name).copied());
    let plain = plain.map(|types| (types, "d"));
    plain.or_else(|| with_suffix('f', "f")).or_else(|| with_suffix('l', "D"))
}

/// The type of a letter; `None` for variadic arguments.
fn type_of(cx: &Context, letter: char, abi: Abi) -> Option<Type> {
    let int = |bytes: u64| cx.int(bytes as u32 * 8);
    Some(match letter {
        'v' => Type::VOID,
        'p' => Type::PTR,
        'b' => Type::I8,
        's' => Type::I16,
        'i' | 'w' => Type::I32,
        'l' => int(abi.long),
        'q' | 'W' => Type::I64,
        'z' | 'Z' => int(abi.pointer),
        'f' => Type::FLOAT,
        'd' => Type::DOUBLE,
        'D' => match abi.long_double {
            FloatFormat::X86Fp80 => Type::X86_FP80,
            FloatFormat::Fp128 => Type::FP128,
            FloatFormat::PpcFp128 => Type::PPC_FP128,
            _ => Type::DOUBLE,
        },
        _ => return None,
    })
}

/// Whether a type matches a letter. Pointers of all address spaces match.
fn fits(cx: &Context, ty: Type, letter: char, abi: Abi) -> bool {
    match letter {
        'p' => cx.is_pointer(ty),
        // Types that depend on the system.
        'I' | 'x' | 'S' => true,
        _ => type_of(cx, letter, abi) == Some(ty),
    }
}

impl CallSite {
    /// The mismatch between this call, in function number `caller`, and the prototype of the library function `name`: a kind of
    /// undefined behaviour and its message. The call may ignore the result (`void`).
    pub(crate) fn breaks_prototype(
        &self,
        program: &Program,
        caller: u32,
        name: &[u8],
        abi: Abi,
    ) -> Option<(&'static Kind, String)> {
        let name = std::str::from_utf8(name).ok()?;
        let (types, math) = prototype(name)?;
        // On targets with 16-bit pointers, `int` has 16 bits as well.
        if abi.pointer < 4 {
            return None;
        }
        let letters = types.replace('%', math);
        let (result, params) = letters.split_at(1);
        let (fixed, variadic) = params.strip_suffix('.').map_or((params, false), |fixed| (fixed, true));
        let cx = program.modules[program.functions[caller as usize].module].context();
        let (result_type, ..) = cx.function_parts(self.function_type)?;
        let passed = self.params.len();
        let result = result.chars().next()?;
        let breach = if passed < fixed.len() || passed > fixed.len() && !variadic {
            &kinds::ARGUMENT_COUNT
        } else if !fixed.chars().zip(&self.params).all(|(letter, param)| fits(cx, param.ty, letter, abi)) {
            &kinds::ARGUMENT_TYPE
        } else if result_type != Type::VOID && !fits(cx, result_type, result, abi) {
            &kinds::RESULT_TYPE
        } else {
            return None;
        };
        let types: Vec<String> = self.params.iter().map(|param| param.ty.display(cx).to_string()).collect();
        let called = format!("{} ({})", result_type.display(cx), types.join(", "));
        let text = |letter| type_of(cx, letter, abi).map_or("...".to_owned(), |ty| ty.display(cx).to_string());
        let types: Vec<String> = params.chars().map(text).collect();
        let declared = format!("{} ({})", text(result), types.join(", "));
        Some((breach, format!("`@{name}` is called as `{called}`, and its type is `{declared}`")))
    }
}

#[cfg(test)]
mod tests {
    use lindworm_text::{ReadOptions, read};

    use super::*;
    use crate::{Machine, Options, Stop};

    /// The report about a program whose `main` makes this call with this declaration.
    fn message(declaration: &str, call: &str) -> Option<String> {
        let text = format!(
            "@s = constant [3 x i8] c\"%d\\00\"\n{declaration}\ndefine i32 @main() {{\n  {call}\n  ret i32 0\n}}\n"
        );
        let module = read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default());
        let module = module.map_or_else(|errors| panic!("{text}: {}", errors[0].message), |outcome| outcome.module);
        let mut machine = Machine::new(vec![module], Options { isolated: true, ..Options::default() }).ok()?;
        match machine.run(&[b"main"]) {
            Err(Stop::Report(report)) => Some(report.message),
            _ => None,
        }
    }

    #[test]
    fn calls_with_other_types_are_reported_with_both() {
        for (declaration, call, types) in [
            ("declare i32 @strlen(ptr)", "%r = call i32 @strlen(ptr @s)", ("i32 (ptr)", "i64 (ptr)")),
            ("declare i64 @strlen(ptr, i64)", "%r = call i64 @strlen(ptr @s, i64 2)", ("i64 (ptr, i64)", "i64 (ptr)")),
            ("declare ptr @malloc(i32)", "%r = call ptr @malloc(i32 8)", ("ptr (i32)", "ptr (i64)")),
            ("declare i32 @malloc(...)", "%r = call i32 (...) @malloc(i64 8)", ("i32 (i64)", "ptr (i64)")),
            (
                "declare i32 @printf(i32, ...)",
                "%r = call i32 (i32, ...) @printf(i32 8)",
                ("i32 (i32)", "i32 (ptr, ...)"),
            ),
            ("declare i32 @free(ptr)", "%r = call i32 @free(ptr null)", ("i32 (ptr)", "void (ptr)")),
            ("declare float @sqrt(float)", "%r = call float @sqrt(float 4.0)", ("float (float)", "double (double)")),
            (
                "declare double @sqrtf(double)",
                "%r = call double @sqrtf(double 4.0)",
                ("double (double)", "float (float)"),
            ),
            ("declare void @abort(i32)", "call void @abort(i32 1)", ("void (i32)", "void ()")),
            ("declare i8 @toupper(i8)", "%r = call i8 @toupper(i8 65)", ("i8 (i8)", "i32 (i32)")),
        ] {
            let name = declaration.split(['@', '(']).nth(1).unwrap();
            let wanted = format!("`@{name}` is called as `{}`, and its type is `{}`", types.0, types.1);
            assert_eq!(message(declaration, call), Some(wanted));
        }
    }

    #[test]
    fn calls_that_pass_the_same_are_not_reported() {
        for (declaration, call) in [
            ("declare i64 @strlen(ptr)", "%r = call i64 @strlen(ptr @s)"),
            // A declaration in K&R style.
            ("declare i32 @abs(...)", "%r = call i32 (...) @abs(i32 8)"),
            ("declare i32 @printf(ptr, i32)", "%r = call i32 @printf(ptr @s, i32 8)"),
            ("declare void @strcmp(ptr, ptr)", "call void @strcmp(ptr @s, ptr @s)"),
            ("declare x86_fp80 @sqrtl(x86_fp80)", "%r = call x86_fp80 @sqrtl(x86_fp80 zeroinitializer)"),
        ] {
            assert_eq!(message(declaration, call).filter(|m| m.contains("type")), None, "{call}");
        }
    }

    #[test]
    fn prototypes_are_of_functions_that_the_machine_has() {
        let names = |rows: &'static [(&str, &str)]| rows.iter().flat_map(|(_, names)| names.split(' '));
        let all: Vec<&str> = names(PROTOTYPES).chain(names(MATH)).collect();
        for name in &all {
            assert!(crate::builtin::library(name.as_bytes()).is_some(), "{name}");
            assert_eq!(all.iter().filter(|other| *other == name).count(), 1, "{name} is there twice");
        }
    }
}
