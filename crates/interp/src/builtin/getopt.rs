//! Command line options: `getopt` and related functions.

use super::argument::offset;
use super::stream::STDERR;
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "getopt" = |c| next(c, None, false),
    "__posix_getopt" = |c| next(c, None, false),
    "getopt_long" = |c| next(c, Some(3), false),
    "getopt_long_only" = |c| next(c, Some(3), true),
}

/// The state of `getopt` between calls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// The number of bytes read from the current group of short options.
    within: u64,
    /// The range of skipped non-option arguments: the first one, and the end.
    first_other: i32,
    last_other: i32,
}

/// A long option.
struct Long {
    name: Vec<u8>,
    /// Whether the option has an argument: 0 no, 1 required, 2 optional.
    argument: u64,
    flag: Reg,
    value: i32,
    number: u64,
}

fn argument(c: &mut Call<'_>, i: i32) -> Result<Reg, Stop> {
    let (vector, word) = (c.register(1)?, c.word());
    c.state.spend(1)?;
    c.state.read_pointer(vector, (i as u64).wrapping_mul(word))
}

fn long_options(c: &mut Call<'_>, i: usize) -> Result<Vec<Long>, Stop> {
    let (table, word) = (c.arg(i)?, c.word());
    let (mut all, mut bytes) = (Vec::new(), 0);
    if table.bits == 0 {
        return Ok(all);
    }
    loop {
        // The layout is a name, an `int`, a pointer and an `int`.
        let size = 4 * word;
        let at = all.len() as u64 * size;
        let name = c.state.read_pointer(table, at)?;
        if name.bits == 0 {
            break;
        }
        let name = c.state.string(name)?;
        // Several options may share a long name.
        bytes += (name.len() + size_of::<Long>()) as u64;
        c.state.make_room(bytes)?;
        all.push(Long {
            name,
            argument: c.state.read_int(table, at + word, 4)?,
            flag: c.state.read_pointer(table, at + 2 * word)?,
            value: c.state.read_int(table, at + 3 * word, 4)? as i32,
            number: all.len() as u64,
        });
    }
    Ok(all)
}

/// Moves the skipped non-option arguments behind the options that follow them.
fn exchange(c: &mut Call<'_>, index: i32) -> Result<(), Stop> {
    let Options { first_other, last_other, .. } = c.state.library.options;
    let (vector, word) = (c.register(1)?, c.word());
    c.state.make_room(u64::from(index.abs_diff(first_other)) * size_of::<Reg>() as u64)?;
    let mut all = Vec::new();
    for i in first_other..index {
        all.push(argument(c, i)?);
    }
    all.rotate_left((last_other - first_other) as usize);
    for (i, pointer) in all.into_iter().enumerate() {
        c.state.write_pointer(vector, (first_other as u64 + i as u64) * word, pointer)?;
    }
    c.state.library.options.first_other += index - last_other;
    c.state.library.options.last_other = index;
    Ok(())
}

fn complain(c: &mut Call<'_>, quiet: bool, text: String) -> Result<(), Stop> {
    if quiet || c.state.c_int(b"opterr")? == 0 {
        return Ok(());
    }
    let program = argument(c, 0)?;
    let program = c.state.string(program)?;
    let line = [&program[..], b": ", text.as_bytes(), b"\n"].concat();
    c.state.put(STDERR, &line)?;
    Ok(())
}

fn set_argument(c: &mut Call<'_>, to: Reg) -> Result<(), Stop> {
    match c.state.c_variable(b"optarg")? {
        Some(place) => c.state.write_pointer(place, 0, to),
        None => Ok(()),
    }
}

fn next(c: &mut Call<'_>, long: Option<usize>, long_only: bool) -> Result<Then, Stop> {
    let (count, spec) = (c.int(0)?, c.path(2)?);
    let in_order = spec.first() == Some(&b'-');
    let posix = spec.first() == Some(&b'+') || c.state.environment_value(b"POSIXLY_CORRECT")?.is_some();
    let spec = &spec[usize::from(matches!(spec.first(), Some(b'+' | b'-')))..];
    let quiet = spec.first() == Some(&b':');
    set_argument(c, Reg::int(0))?;
    let mut index = c.state.c_int(b"optind")?;
    if index == 0 {
        index = 1;
        c.state.library.options = Options { first_other: 1, last_other: 1, within: 0 };
    }
    if c.state.library.options.within == 0 {
        let options = &mut c.state.library.options;
        options.first_other = options.first_other.clamp(1, index.max(1));
        options.last_other = options.last_other.clamp(options.first_other, index.max(1));
        if !posix && !in_order {
            let Options { first_other, last_other, .. } = c.state.library.options;
            if first_other != last_other && last_other != index {
                exchange(c, index)?;
            } else if last_other != index {
                c.state.library.options.first_other = index;
            }
            while index < count && !is_option(c, index)? {
                index += 1;
            }
            c.state.library.options.last_other = index;
        }
        if index < count {
            let pointer = argument(c, index)?;
            if c.state.string(pointer)? == b"--" {
                index += 1;
                let Options { first_other, last_other, .. } = c.state.library.options;
                if first_other != last_other && last_other != index {
                    exchange(c, index)?;
                } else if first_other == last_other {
                    c.state.library.options.first_other = index;
                }
                c.state.library.options.last_other = count;
                index = count;
            }
        }
        if index >= count {
            let Options { first_other, last_other, .. } = c.state.library.options;
            let end = if first_other != last_other { first_other } else { index };
            c.state.set_c_int(b"optind", end)?;
            return c.give_signed(-1);
        }
        if !is_option(c, index)? {
            if posix {
                c.state.set_c_int(b"optind", index)?;
                return c.give_signed(-1);
            }
            let pointer = argument(c, index)?;
            set_argument(c, pointer)?;
            c.state.set_c_int(b"optind", index + 1)?;
            return c.give(1);
        }
        if let Some(table) = long {
            let pointer = argument(c, index)?;
            let text = c.state.string(pointer)?;
            let double = text.starts_with(b"--");
            let short = text.len() == 2 && spec.contains(&text[1]);
            if double || long_only && !short {
                let at = if double { 2 } else { 1 };
                let found = next_long(c, table, &text, at, index, pointer, quiet)?;
                match found {
                    Some(result) => return c.give_signed(result.into()),
                    None if double || !spec.contains(&text[1]) => {
                        let dashes = if double { "--" } else { "-" };
                        let name = String::from_utf8_lossy(&text[at..]).into_owned();
                        complain(c, quiet, format!("unrecognized option '{dashes}{name}'"))?;
                        c.state.set_c_int(b"optind", index + 1)?;
                        c.state.set_c_int(b"optopt", 0)?;
                        return c.give(b'?'.into());
                    }
                    None => {}
                }
            }
        }
        c.state.library.options.within = 1;
    }
    next_short(c, count, spec, index, quiet)
}

fn is_option(c: &mut Call<'_>, index: i32) -> Result<bool, Stop> {
    let pointer = argument(c, index)?;
    let text = c.state.string(pointer)?;
    Ok(text.len() > 1 && text[0] == b'-')
}

fn next_short(c: &mut Call<'_>, count: i32, spec: &[u8], index: i32, quiet: bool) -> Result<Then, Stop> {
    let pointer = argument(c, index)?;
    let text = c.state.string(pointer)?;
    let at = c.state.library.options.within as usize;
    let letter = text.get(at).copied().unwrap_or(b'?');
    let last = at + 1 >= text.len();
    let mut index = index;
    if last {
        index = index.saturating_add(1);
        c.state.library.options.within = 0;
    } else {
        c.state.library.options.within += 1;
    }
    let found = spec.iter().position(|&b| b == letter).filter(|_| letter != b':' && letter != b';');
    let Some(found) = found else {
        complain(c, quiet, format!("invalid option -- '{}'", char::from(letter)))?;
        c.state.set_c_int(b"optopt", letter.into())?;
        c.state.set_c_int(b"optind", index)?;
        return c.give(b'?'.into());
    };
    let takes = spec[found + 1..].starts_with(b":");
    let optional = spec[found + 1..].starts_with(b"::");
    let mut result = letter;
    if takes {
        if !last {
            set_argument(c, offset(pointer, at as u64 + 1))?;
            index = index.saturating_add(1);
        } else if !optional {
            if index >= count {
                complain(c, quiet, format!("option requires an argument -- '{}'", char::from(letter)))?;
                c.state.set_c_int(b"optopt", letter.into())?;
                result = if quiet { b':' } else { b'?' };
            } else {
                let value = argument(c, index)?;
                set_argument(c, value)?;
                index = index.saturating_add(1);
            }
        }
        c.state.library.options.within = 0;
    }
    c.state.set_c_int(b"optind", index)?;
    c.give(result.into())
}

/// Processes a long option; `None` if there is none of this name.
fn next_long(
    c: &mut Call<'_>,
    table: usize,
    text: &[u8],
    start: usize,
    index: i32,
    pointer: Reg,
    quiet: bool,
) -> Result<Option<i32>, Stop> {
    let all = long_options(c, table)?;
    let end = memchr::memchr(b'=', &text[start..]).map_or(text.len(), |n| start + n);
    let name = &text[start..end];
    let matching: Vec<&Long> = match all.iter().find(|o| o.name == name) {
        Some(exact) => vec![exact],
        None => all.iter().filter(|o| o.name.starts_with(name)).collect(),
    };
    let shown = |name: &[u8]| {
        let dashes = if start == 2 { "--" } else { "-" };
        format!("{dashes}{}", String::from_utf8_lossy(name))
    };
    let Some(option) = matching.first() else { return Ok(None) };
    c.state.set_c_int(b"optind", index + 1)?;
    let same = |o: &&Long| (o.argument, o.flag.bits, o.value) == (option.argument, option.flag.bits, option.value);
    if !matching.iter().all(same) {
        let names: Vec<String> = matching.iter().map(|o| format!(" '{}'", shown(&o.name))).collect();
        let message = format!("option '{}' is ambiguous; possibilities:{}", shown(&text[start..]), names.concat());
        complain(c, quiet, message)?;
        c.state.set_c_int(b"optopt", 0)?;
        return Ok(Some(b'?'.into()));
    }
    let count = c.int(0)?;
    if end < text.len() {
        if option.argument == 0 {
            complain(c, quiet, format!("option '{}' doesn't allow an argument", shown(&option.name)))?;
            c.state.set_c_int(b"optopt", option.value)?;
            return Ok(Some(b'?'.into()));
        }
        set_argument(c, offset(pointer, end as u64 + 1))?;
    } else if option.argument == 1 {
        if index + 1 >= count {
            complain(c, quiet, format!("option '{}' requires an argument", shown(&option.name)))?;
            c.state.set_c_int(b"optopt", option.value)?;
            return Ok(Some(if quiet { b':' } else { b'?' }.into()));
        }
        let value = argument(c, index + 1)?;
        set_argument(c, value)?;
        c.state.set_c_int(b"optind", index + 2)?;
    }
    let number_place = c.arg(4)?;
    if number_place.bits != 0 {
        c.state.write_int(number_place, 0, 4, option.number)?;
    }
    if option.flag.bits != 0 {
        c.state.write_int(option.flag, 0, 4, option.value as u64)?;
        return Ok(Some(0));
    }
    Ok(Some(option.value))
}
