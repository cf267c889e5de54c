//! `scanf` and related functions.

use lindworm_eval::FloatFormat;

use super::format::{Arguments, Length, STEPS, Wanted};
use super::stream::STDIN;
use super::string::ByteSet;
use super::{Call, Then, builtins, ctype, float_text, number};
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

builtins! {
    "scanf" = |c| scan_stream(c, None, 0, Arguments::Call(1)),
    "__isoc99_scanf" = |c| scan_stream(c, None, 0, Arguments::Call(1)),
    "__isoc23_scanf" = |c| scan_stream(c, None, 0, Arguments::Call(1)),
    "vscanf" = |c| scan_stream_list(c, None, 0),
    "__isoc99_vscanf" = |c| scan_stream_list(c, None, 0),
    "__isoc23_vscanf" = |c| scan_stream_list(c, None, 0),
    "fscanf" = |c| scan_stream(c, Some(0), 1, Arguments::Call(2)),
    "__isoc99_fscanf" = |c| scan_stream(c, Some(0), 1, Arguments::Call(2)),
    "__isoc23_fscanf" = |c| scan_stream(c, Some(0), 1, Arguments::Call(2)),
    "vfscanf" = |c| scan_stream_list(c, Some(0), 1),
    "__isoc99_vfscanf" = |c| scan_stream_list(c, Some(0), 1),
    "__isoc23_vfscanf" = |c| scan_stream_list(c, Some(0), 1),
    "sscanf" = |c| scan_string(c, Arguments::Call(2)),
    "__isoc99_sscanf" = |c| scan_string(c, Arguments::Call(2)),
    "__isoc23_sscanf" = |c| scan_string(c, Arguments::Call(2)),
    "vsscanf" = scan_string_list,
    "__isoc99_vsscanf" = scan_string_list,
    "__isoc23_vsscanf" = scan_string_list,
}

/// The input.
enum Input {
    Stream(usize),
    Text { bytes: Vec<u8>, at: usize },
}

struct Scanner {
    input: Input,
    /// The number of bytes read.
    count: u64,
}

impl Scanner {
    fn next(&mut self, c: &mut Call<'_>) -> Result<Option<u8>, Stop> {
        let byte = match &mut self.input {
            Input::Stream(stream) => c.state.get_byte(*stream)?,
            Input::Text { bytes, at } => {
                let byte = bytes.get(*at).copied();
                *at += usize::from(byte.is_some());
                byte
            }
        };
        self.count += u64::from(byte.is_some());
        if self.count.is_multiple_of(16) {
            c.state.spend(STEPS)?;
        }
        Ok(byte)
    }

    /// Puts back the byte that was read last.
    fn back(&mut self, c: &mut Call<'_>, byte: u8) {
        self.count -= 1;
        match &mut self.input {
            Input::Stream(stream) => c.state.unget(*stream, byte),
            Input::Text { at, .. } => *at -= 1,
        }
    }

    /// Reads the next byte if it satisfies `such`.
    fn take(&mut self, c: &mut Call<'_>, such: impl FnOnce(u8) -> bool) -> Result<Option<u8>, Stop> {
        match self.next(c)? {
            Some(byte) if such(byte) => Ok(Some(byte)),
            Some(byte) => {
                self.back(c, byte);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// Skips white space. Returns whether there is more input.
    fn skip_space(&mut self, c: &mut Call<'_>) -> Result<bool, Stop> {
        loop {
            match self.next(c)? {
                None => return Ok(false),
                Some(byte) if ctype::is_space(byte) => {}
                Some(byte) => {
                    self.back(c, byte);
                    return Ok(true);
                }
            }
        }
    }
}

fn scan_stream_list(c: &mut Call<'_>, stream: Option<usize>, at: usize) -> Result<Then, Stop> {
    let list = c.va_list(at + 1)?;
    scan_stream(c, stream, at, Arguments::List(list))
}

fn scan_stream(c: &mut Call<'_>, stream: Option<usize>, at: usize, from: Arguments) -> Result<Then, Stop> {
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDIN),
    };
    let format = c.path(at)?;
    let Some(stream) = stream else { return c.give_signed(-1) };
    scan(c, Scanner { input: Input::Stream(stream), count: 0 }, &format, from)
}

fn scan_string_list(c: &mut Call<'_>) -> Result<Then, Stop> {
    let list = c.va_list(2)?;
    scan_string(c, Arguments::List(list))
}

fn scan_string(c: &mut Call<'_>, from: Arguments) -> Result<Then, Stop> {
    let (bytes, format) = (c.path(0)?, c.path(1)?);
    scan(c, Scanner { input: Input::Text { bytes, at: 0 }, count: 0 }, &format, from)
}

/// A conversion of a format.
struct Conversion {
    /// Whether assignment is suppressed.
    suppress: bool,
    /// Whether memory is allocated for the result.
    allocate: bool,
    width: u64,
    length: Length,
    letter: u8,
    /// The set of bytes of `[`.
    set: ByteSet,
    argument: Option<usize>,
}

/// Parses the conversion after a `%` and returns its length; `None` if it is invalid.
fn parse(format: &[u8]) -> Option<(Conversion, usize)> {
    let number = |at: &mut usize| {
        let start = *at;
        let mut n = 0u64;
        while let Some(b) = format.get(*at).filter(|b| b.is_ascii_digit()) {
            n = n.saturating_mul(10).saturating_add(u64::from(b - b'0'));
            *at += 1;
        }
        (*at > start).then_some(n)
    };
    let mut at = 0;
    let mut argument = None;
    let mut first = at;
    if let Some(n) = number(&mut first)
        && format.get(first) == Some(&b'$')
    {
        argument = Some((n as usize).checked_sub(1)?);
        at = first + 1;
    }
    let mut suppress = false;
    while let Some(b'*' | b'\'' | b'I') = format.get(at) {
        suppress |= format[at] == b'*';
        at += 1;
    }
    let width = number(&mut at).filter(|&n| n > 0).unwrap_or(u64::MAX);
    let allocate = format.get(at) == Some(&b'm');
    at += usize::from(allocate);
    let (length, len) = Length::parse(&format[at.min(format.len())..]);
    at += len;
    let letter = *format.get(at)?;
    at += 1;
    let mut set = ByteSet::new(b"");
    if letter == b'[' {
        let negated = format.get(at) == Some(&b'^');
        at += usize::from(negated);
        let start = at;
        // A `]` at the first position is a member of the set.
        let end = start + 1 + memchr::memchr(b']', format.get(start + 1..)?)?;
        let members = &format[start..end];
        let mut inside = [false; 256];
        let mut i = 0;
        while i < members.len() {
            match members.get(i + 1..i + 3) {
                Some([b'-', last]) if *last >= members[i] => {
                    (members[i]..=*last).for_each(|b| inside[usize::from(b)] = true);
                    i += 3;
                }
                _ => {
                    inside[usize::from(members[i])] = true;
                    i += 1;
                }
            }
        }
        let bytes: Vec<u8> = (0..=255u8).filter(|&b| inside[usize::from(b)] != negated).collect();
        set = ByteSet::new(&bytes);
        at = end + 1;
    }
    if !b"diouxXpaAeEfFgGcCsS[n%".contains(&letter) {
        return None;
    }
    Some((Conversion { suppress, allocate, width, length, letter, set, argument }, at))
}

/// The outcome of a conversion.
enum Outcome {
    Assigned,
    Suppressed,
    /// The input does not match.
    Mismatch,
    /// The input has ended.
    End,
}

fn scan(c: &mut Call<'_>, mut scanner: Scanner, format: &[u8], from: Arguments) -> Result<Then, Stop> {
    let mut assigned = 0i64;
    let mut next = 0;
    let mut at = 0;
    while at < format.len() {
        let byte = format[at];
        if ctype::is_space(byte) {
            at += 1;
            scanner.skip_space(c)?;
            continue;
        }
        if byte != b'%' {
            at += 1;
            match scanner.next(c)? {
                Some(found) if found == byte => continue,
                Some(found) => {
                    scanner.back(c, found);
                    return c.give_signed(assigned);
                }
                None => return c.give_signed(if assigned == 0 { -1 } else { assigned }),
            }
        }
        let Some((conversion, len)) = parse(&format[at + 1..]) else {
            let what = String::from_utf8_lossy(&format[at..format.len().min(at + 4)]).into_owned();
            c.state.undefined(&kinds::FORMAT, format!("`{what}` is not a conversion specification"), Vec::new())?;
            return c.give_signed(assigned);
        };
        at += 1 + len;
        c.state.spend(STEPS)?;
        let target = match conversion.suppress || conversion.letter == b'%' {
            true => None,
            false => {
                let i = conversion.argument.unwrap_or(next);
                next += 1;
                Some(c.format_argument(from, i, Wanted::Pointer)?.first().copied().unwrap_or(Reg::int(0)))
            }
        };
        match convert(c, &mut scanner, &conversion, target)? {
            Outcome::Assigned => assigned += i64::from(conversion.letter != b'n'),
            Outcome::Suppressed => {}
            Outcome::Mismatch => return c.give_signed(assigned),
            Outcome::End => return c.give_signed(if assigned == 0 { -1 } else { assigned }),
        }
    }
    c.give_signed(assigned)
}

fn convert(
    c: &mut Call<'_>,
    scanner: &mut Scanner,
    conversion: &Conversion,
    target: Option<Reg>,
) -> Result<Outcome, Stop> {
    if !matches!(conversion.letter, b'c' | b'C' | b'[' | b'n') && !scanner.skip_space(c)? {
        return Ok(Outcome::End);
    }
    let int_len = u64::from(conversion.length.bits(c.state.library.abi) / 8);
    let done = |target: Option<Reg>| if target.is_some() { Outcome::Assigned } else { Outcome::Suppressed };
    match conversion.letter {
        b'%' => Ok(match scanner.take(c, |b| b == b'%')? {
            Some(_) => Outcome::Suppressed,
            None => Outcome::Mismatch,
        }),
        b'n' => {
            if let Some(target) = target {
                c.state.write_int(target, 0, int_len, scanner.count)?;
            }
            Ok(done(target))
        }
        b'c' | b'C' | b's' | b'S' | b'[' => text(c, scanner, conversion, target),
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => {
            let base = match conversion.letter {
                b'd' | b'u' => 10,
                b'i' => 0,
                b'o' => 8,
                _ => 16,
            };
            let digits = integer_text(c, scanner, base, conversion.width)?;
            let (bits, len) = match conversion.letter {
                b'p' if digits.is_empty() => {
                    // The output of `%p` for null.
                    for expected in b"(nil)" {
                        if scanner.take(c, |b| b == *expected)?.is_none() {
                            return Ok(Outcome::Mismatch);
                        }
                    }
                    (0, c.word())
                }
                letter => {
                    let Some(parsed) = number::parse(&digits, base) else { return Ok(Outcome::Mismatch) };
                    let len = if letter == b'p' { c.word() } else { int_len };
                    let bits = match letter {
                        b'd' | b'i' => parsed.signed(64).0 as u64,
                        _ => parsed.unsigned(64).0,
                    };
                    (bits, len)
                }
            };
            if let Some(target) = target {
                match conversion.letter {
                    b'p' => {
                        let pointer = crate::memory::Memory::pointer_of_integer(bits);
                        c.state.write_pointer(target, 0, pointer)?;
                    }
                    _ => c.state.write_int(target, 0, len, bits)?,
                }
            }
            Ok(done(target))
        }
        _ => {
            let text = float_digits(c, scanner, conversion.width)?;
            let format = match conversion.length {
                Length::None => FloatFormat::Float,
                Length::LongDouble => c.state.library.abi.long_double,
                _ => FloatFormat::Double,
            };
            c.state.spend_on_square(float_text::words(&text))?;
            let parsed = float_text::parse(format, &text);
            if parsed.len == 0 {
                return Ok(Outcome::Mismatch);
            }
            if let Some(target) = target {
                c.state.write_float(target, parsed.value)?;
            }
            Ok(done(target))
        }
    }
}

/// `%c`, `%s` and `%[`.
fn text(
    c: &mut Call<'_>,
    scanner: &mut Scanner,
    conversion: &Conversion,
    target: Option<Reg>,
) -> Result<Outcome, Stop> {
    let characters = matches!(conversion.letter, b'c' | b'C');
    let limit = if characters && conversion.width == u64::MAX { 1 } else { conversion.width };
    let mut bytes = Vec::new();
    let mut at_end = false;
    while (bytes.len() as u64) < limit {
        let Some(byte) = scanner.next(c)? else {
            at_end = true;
            break;
        };
        let such = match conversion.letter {
            b'[' => conversion.set.has(byte),
            b's' | b'S' => !ctype::is_space(byte),
            _ => true,
        };
        if !such {
            scanner.back(c, byte);
            break;
        }
        bytes.push(byte);
    }
    if bytes.is_empty() {
        return Ok(if at_end { Outcome::End } else { Outcome::Mismatch });
    }
    let Some(mut target) = target else { return Ok(Outcome::Suppressed) };
    let wide = conversion.length == Length::Long || matches!(conversion.letter, b'C' | b'S');
    let mut out = match wide {
        true => {
            let width = c.state.library.abi.wchar as usize;
            let word = |n: u32| match c.state.memory.is_big_endian() {
                true => n.to_be_bytes()[4 - width..].to_vec(),
                false => n.to_le_bytes()[..width].to_vec(),
            };
            let decoded = c.decode_all(&bytes);
            let end = (!characters).then_some(0);
            decoded.into_iter().chain(end).flat_map(word).collect()
        }
        false => bytes,
    };
    if !characters && !wide {
        out.push(0);
    }
    if conversion.allocate {
        let Some(made) = c.state.heap(out.len() as u64, 0, super::allocation::Family::Malloc) else {
            c.state.set_errno(super::errno::ENOMEM)?;
            return Ok(Outcome::End);
        };
        c.state.write_pointer(target, 0, made)?;
        target = made;
    }
    c.state.write_bytes(target, &out)?;
    Ok(Outcome::Assigned)
}

/// Reads the text of an integer.
fn integer_text(c: &mut Call<'_>, scanner: &mut Scanner, base: u32, width: u64) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    let mut base = base;
    let room = |text: &Vec<u8>| (text.len() as u64) < width;
    if let Some(sign) = scanner.take(c, |b| matches!(b, b'+' | b'-'))? {
        text.push(sign);
    }
    if room(&text)
        && let Some(zero) = scanner.take(c, |b| b == b'0')?
    {
        text.push(zero);
        if matches!(base, 0 | 16)
            && room(&text)
            && let Some(x) = scanner.take(c, |b| b.eq_ignore_ascii_case(&b'x'))?
        {
            text.push(x);
            base = 16;
        } else if base == 0 {
            base = 8;
        }
    } else if base == 0 {
        base = 10;
    }
    while room(&text)
        && let Some(digit) = scanner.take(c, |b| char::from(b).is_digit(base))?
    {
        text.push(digit);
    }
    Ok(text)
}

/// Reads the text of a float.
fn float_digits(c: &mut Call<'_>, scanner: &mut Scanner, width: u64) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    if let Some(sign) = scanner.take(c, |b| matches!(b, b'+' | b'-'))? {
        text.push(sign);
    }
    let start = text.len();
    // Whether a point or an exponent may follow, and whether digits are hexadecimal.
    let (mut point, mut exponent, mut hexadecimal) = (false, false, false);
    while (text.len() as u64) < width {
        let Some(byte) = scanner.next(c)? else { break };
        let so_far = &text[start..];
        let letter = byte.to_ascii_lowercase();
        let word =
            |word: &[u8]| word.get(so_far.len()) == Some(&letter) && so_far.eq_ignore_ascii_case(&word[..so_far.len()]);
        let after_exponent =
            so_far.last().is_some_and(|b| b.eq_ignore_ascii_case(if hexadecimal { &b'p' } else { &b'e' }));
        let fits = match letter {
            _ if word(b"infinity") || word(b"nan") => true,
            b'0'..=b'9' => true,
            b'a'..=b'f' if hexadecimal && !exponent => true,
            b'x' if so_far == b"0" => {
                hexadecimal = true;
                true
            }
            b'.' if !point && !exponent => {
                point = true;
                true
            }
            b'e' if !hexadecimal && !exponent && so_far.iter().any(u8::is_ascii_digit) => {
                exponent = true;
                true
            }
            b'p' if hexadecimal && !exponent => {
                exponent = true;
                true
            }
            b'+' | b'-' if exponent && after_exponent => true,
            _ => false,
        };
        if !fits {
            scanner.back(c, byte);
            break;
        }
        text.push(byte);
    }
    Ok(text)
}
