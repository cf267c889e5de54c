//! Format strings of `printf` and related functions.

use lindworm_eval::{Float, FloatFormat};
use lindworm_ir::Type;
use smallvec::SmallVec;

use super::{Call, float_text};
use crate::shape::Scalar;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

/// The source of the arguments of a format.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arguments {
    /// The arguments of the call, from this index on.
    Call(usize),
    /// A `va_list`.
    List(Reg),
}

/// The required type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// An integer of this bit width.
    Int(u32),
    /// A pointer.
    Pointer,
    /// A float.
    Float(FloatFormat),
}

impl Wanted {
    fn ty(self, call: &Call<'_>) -> Type {
        match self {
            Wanted::Int(bits) => call.program.modules[call.module].context().int(bits),
            Wanted::Pointer => Type::PTR,
            Wanted::Float(FloatFormat::X86Fp80) => Type::X86_FP80,
            Wanted::Float(FloatFormat::Fp128) => Type::FP128,
            Wanted::Float(FloatFormat::PpcFp128) => Type::PPC_FP128,
            Wanted::Float(_) => Type::DOUBLE,
        }
    }

    fn matches(self, scalar: Scalar) -> bool {
        match (self, scalar) {
            (Wanted::Int(bits), Scalar::Int(width)) => bits == width,
            (Wanted::Pointer, Scalar::Pointer(_)) => true,
            (Wanted::Float(format), Scalar::Float(other)) => format == other,
            _ => false,
        }
    }

    fn name(self) -> String {
        match self {
            Wanted::Int(bits) => format!("i{bits}"),
            Wanted::Pointer => "ptr".into(),
            Wanted::Float(format) => format.name().into(),
        }
    }
}

/// The registers of an argument.
pub(super) type Value = SmallVec<[Reg; 2]>;

impl Call<'_> {
    /// The value of argument `i`, counted from the first argument of the format. Arguments of a list must be requested in
    /// order.
    pub(super) fn format_argument(&mut self, from: Arguments, i: usize, wanted: Wanted) -> Result<Value, Stop> {
        let mut value: Value = match from {
            Arguments::List(list) => {
                let program = self.program;
                let module = &program.modules[self.module];
                let ty = wanted.ty(self);
                let shape = self.state.shape(module, ty).map_err(Stop::shape)?;
                SmallVec::from_slice(&self.state.va_arg(module, list, ty, &shape)?)
            }
            Arguments::Call(first) => match self.argument_scalar(first + i) {
                None if first + i >= self.site.params.len() => {
                    let message = format!("argument {} of the format is missing", i + 1);
                    self.state.undefined(&kinds::FORMAT_MISSING, message, Vec::new())?;
                    SmallVec::from_elem(Reg::int(0), 2)
                }
                Some(scalar) if wanted.matches(scalar) => SmallVec::from_slice(&self.registers(first + i)?),
                scalar => {
                    let is = match scalar {
                        Some(Scalar::Int(bits)) => format!("i{bits}"),
                        Some(Scalar::Pointer(_)) => "ptr".into(),
                        Some(Scalar::Float(format)) => format.name().into(),
                        None => "no scalar".into(),
                    };
                    let message = format!("argument {} of the format is {is}, not {}", i + 1, wanted.name());
                    self.state.undefined(&kinds::FORMAT_ARGUMENT, message, Vec::new())?;
                    SmallVec::from_elem(Reg::int(0), 2)
                }
            },
        };
        for reg in &mut value {
            if !reg.meta.is_defined() {
                let what = if reg.meta.is_poison() { "poison" } else { "undefined" };
                let notes = self.state.origin_note(*reg);
                let message = format!("argument {} of the format is {what}", i + 1);
                self.state.undefined(&kinds::UNDEFINED_ARGUMENT, message, notes)?;
                *reg = self.state.freeze(*reg, 64);
            }
        }
        Ok(value)
    }
}

/// The flags of a conversion.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
}

/// A width or precision.
#[derive(Clone, Copy, Debug)]
enum Count {
    Fixed(usize),
    /// The value of this argument.
    Argument(usize),
}

/// The length modifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `intmax_t`.
    Max,
    Size,
    Difference,
    LongDouble,
}

impl Length {
    /// The modifier at the start of a text, and its length in bytes.
    pub(super) fn parse(format: &[u8]) -> (Length, usize) {
        match format {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::LongLong, 2),
            [b'l', ..] => (Length::Long, 1),
            [b'q', ..] => (Length::LongLong, 1),
            [b'j', ..] => (Length::Max, 1),
            [b'z', ..] | [b'Z', ..] => (Length::Size, 1),
            [b't', ..] => (Length::Difference, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::None, 0),
        }
    }

    /// The bit width of an integer with this modifier.
    pub(super) fn bits(self, abi: crate::abi::Abi) -> u32 {
        match self {
            Length::None => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long => abi.long as u32 * 8,
            Length::LongLong | Length::Max | Length::LongDouble => 64,
            Length::Size | Length::Difference => abi.pointer as u32 * 8,
        }
    }
}

/// A part of a format.
enum Part {
    /// Literal text.
    Text(std::ops::Range<usize>),
    Conversion(Conversion),
}

struct Conversion {
    flags: Flags,
    width: Option<Count>,
    precision: Option<Count>,
    length: Length,
    letter: u8,
    /// The index of the converted argument.
    argument: usize,
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    /// The next argument of a format without argument numbers.
    next: usize,
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.format[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        let text = &self.format[self.at..self.at + digits];
        self.at += digits;
        Some(text.iter().fold(0usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0'))))
    }

    /// Parses `n$`, an argument number from 1.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        match self.number() {
            Some(n) if self.peek() == b'$' && n > 0 => {
                self.at += 1;
                Some(n - 1)
            }
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn argument(&mut self) -> usize {
        self.position().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn count(&mut self) -> Option<Count> {
        if self.peek() == b'*' {
            self.at += 1;
            return Some(Count::Argument(self.argument()));
        }
        self.number().map(Count::Fixed)
    }

    /// Parses the conversion after a `%`; `None` if it is invalid.
    fn conversion(&mut self) -> Option<Conversion> {
        let position = self.position();
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternative = true,
                b'0' => flags.zero = true,
                b'\'' | b'I' => {}
                _ => break,
            }
            self.at += 1;
        }
        let width = self.count();
        let precision = (self.peek() == b'.').then(|| {
            self.at += 1;
            // A negative precision is ignored; an empty one is 0.
            if self.peek() == b'-' {
                self.at += 1;
                self.number();
                return None;
            }
            Some(self.count().unwrap_or(Count::Fixed(0)))
        });
        let (length, len) = Length::parse(&self.format[self.at..]);
        self.at += len;
        let letter = self.peek();
        self.at += 1;
        if !b"diouxXbBeEfFgGaAcCsSpn%m".contains(&letter) || letter == 0 {
            return None;
        }
        let argument = match position {
            Some(position) => position,
            None if matches!(letter, b'%' | b'm') => usize::MAX,
            None => self.argument(),
        };
        Some(Conversion { flags, width, precision: precision.flatten(), length, letter, argument })
    }
}

/// The result of a format.
pub(super) struct Formatted {
    pub(super) bytes: Vec<u8>,
    /// The memory from which strings were read: address and length.
    pub(super) read: Vec<(u64, u64)>,
}

/// The number of steps of a conversion, in addition to its output.
pub(super) const STEPS: u64 = 4;

/// The maximum argument number in a format.
const MAX_ARGUMENTS: usize = 4096;

/// Executes a format. The inner error is an `errno` number.
pub(super) fn format(c: &mut Call<'_>, format: &[u8], from: Arguments) -> Result<Result<Formatted, i32>, Stop> {
    c.state.make_room((format.len() * size_of::<Part>()) as u64 / 2)?;
    let mut parser = Parser { format, at: 0, next: 0 };
    let mut parts = Vec::new();
    while parser.at < format.len() {
        let start = parser.at;
        match memchr::memchr(b'%', &format[start..]) {
            None => {
                parts.push(Part::Text(start..format.len()));
                break;
            }
            Some(len) => {
                parts.push(Part::Text(start..start + len));
                parser.at = start + len + 1;
                match parser.conversion() {
                    Some(conversion) => parts.push(Part::Conversion(conversion)),
                    None => {
                        let end = parser.at.min(format.len());
                        let what = String::from_utf8_lossy(&format[start + len..end]).into_owned();
                        let message = format!("`{what}` is not a conversion specification");
                        c.state.undefined(&kinds::FORMAT, message, Vec::new())?;
                        parts.push(Part::Text(start + len..end));
                        parser.at = end;
                    }
                }
            }
        }
    }
    let arguments = arguments(c, &parts, from)?;
    let errno = c.state.get_errno()?;
    let mut out = Formatted { bytes: Vec::new(), read: Vec::new() };
    for part in &parts {
        match part {
            Part::Text(range) => out.bytes.extend_from_slice(&format[range.clone()]),
            Part::Conversion(conversion) => {
                if let Err(error) = convert(c, conversion, &arguments, errno, &mut out)? {
                    return Ok(Err(error));
                }
            }
        }
        if out.bytes.len() > i32::MAX as usize {
            return Ok(Err(super::errno::EOVERFLOW));
        }
        c.state.make_room(out.bytes.len() as u64)?;
    }
    Ok(Ok(out))
}

/// The type of the argument of a conversion.
fn wanted(c: &Call<'_>, conversion: &Conversion) -> Wanted {
    let abi = c.state.library.abi;
    match conversion.letter {
        b'c' | b'C' => Wanted::Int(32),
        b's' | b'S' | b'p' | b'n' => Wanted::Pointer,
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Wanted::Float(match conversion.length {
            Length::LongDouble => abi.long_double,
            _ => FloatFormat::Double,
        }),
        _ => Wanted::Int(conversion.length.bits(abi).max(32)),
    }
}

/// The values of all arguments that a format uses.
fn arguments(c: &mut Call<'_>, parts: &[Part], from: Arguments) -> Result<Vec<Value>, Stop> {
    let mut all: Vec<Option<Wanted>> = Vec::new();
    let mut want = |argument: usize, wanted: Wanted| {
        if argument < MAX_ARGUMENTS {
            if all.len() <= argument {
                all.resize(argument + 1, None);
            }
            all[argument] = Some(wanted);
        }
    };
    for part in parts {
        let Part::Conversion(conversion) = part else { continue };
        for count in [conversion.width, conversion.precision].into_iter().flatten() {
            if let Count::Argument(argument) = count {
                want(argument, Wanted::Int(32));
            }
        }
        if !matches!(conversion.letter, b'%' | b'm') {
            want(conversion.argument, wanted(c, conversion));
        }
    }
    let mut values = Vec::with_capacity(all.len());
    for (i, wanted) in all.into_iter().enumerate() {
        // An argument that no conversion uses is assumed to be an `int`.
        values.push(match (wanted, from) {
            (None, Arguments::Call(_)) => Value::new(),
            (wanted, _) => c.format_argument(from, i, wanted.unwrap_or(Wanted::Int(32)))?,
        });
    }
    Ok(values)
}

/// The output of a conversion: the part before zero padding, and the part after it.
struct Field {
    prefix: Vec<u8>,
    body: Vec<u8>,
    /// Whether the field may be padded with zeros.
    zeros: bool,
}

impl Field {
    fn text(body: Vec<u8>) -> Field {
        Field { prefix: Vec::new(), body, zeros: false }
    }
}

fn convert(
    c: &mut Call<'_>,
    conversion: &Conversion,
    arguments: &[Value],
    errno: i32,
    out: &mut Formatted,
) -> Result<Result<(), i32>, Stop> {
    let register = |i: usize| arguments.get(i).and_then(|v| v.first()).copied().unwrap_or(Reg::int(0));
    let count = |count: Option<Count>| match count {
        None => None,
        Some(Count::Fixed(n)) => Some(i64::try_from(n).unwrap_or(i64::MAX)),
        Some(Count::Argument(i)) => Some(i64::from(register(i).bits as i32)),
    };
    let mut flags = conversion.flags;
    let mut width = count(conversion.width).unwrap_or(0);
    if width < 0 {
        (flags.left, width) = (true, -width);
    }
    let precision = count(conversion.precision).filter(|&p| p >= 0);
    if width > i32::MAX.into() || precision.is_some_and(|p| p > i32::MAX.into()) {
        return Ok(Err(super::errno::EOVERFLOW));
    }
    // For a string, the precision is only a maximum.
    let digits = precision.filter(|_| !matches!(conversion.letter, b's' | b'S')).unwrap_or(0);
    c.state.make_room((out.bytes.len() as u64).saturating_add(width.max(digits) as u64))?;
    c.state.spend(STEPS)?;
    c.state.spend_on((width + digits) as u64)?;
    let precision = precision.map(|p| p as usize);
    let value = register(conversion.argument);
    let wide = conversion.length == Length::Long;
    let field = match conversion.letter {
        b'%' => {
            out.bytes.push(b'%');
            return Ok(Ok(()));
        }
        b'n' => {
            let len = u64::from(conversion.length.bits(c.state.library.abi) / 8);
            c.state.write_int(value, 0, len, out.bytes.len() as u64)?;
            return Ok(Ok(()));
        }
        b'm' => Field::text(super::errno::message(errno)),
        b'c' if !wide => Field::text(vec![value.bits as u8]),
        b'c' | b'C' => match c.encode(value.bits as u32) {
            Some(bytes) => Field::text(bytes),
            None => return Ok(Err(super::errno::EILSEQ)),
        },
        b's' if !wide => Field::text(string(c, value, precision, out)?),
        b's' | b'S' => match wide_string(c, value, precision)? {
            Some(bytes) => Field::text(bytes),
            None => return Ok(Err(super::errno::EILSEQ)),
        },
        b'p' if value.bits == 0 => Field::text(b"(nil)".to_vec()),
        b'p' => integer(value.bits, 64, b'x', Flags { alternative: true, ..flags }, precision),
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' => {
            let bits = conversion.length.bits(c.state.library.abi);
            integer(value.bits, bits, conversion.letter, flags, precision)
        }
        _ => {
            let wanted = wanted(c, conversion);
            let regs = arguments.get(conversion.argument).cloned().unwrap_or_default();
            let limb = |i: usize| u128::from(regs.get(i).map_or(0, |r| r.bits));
            let format = if let Wanted::Float(format) = wanted { format } else { FloatFormat::Double };
            let value = Float::from_bits(format, limb(0) | limb(1) << 64);
            c.state.spend_on_square(float_text::words_of(value, precision.unwrap_or(6)))?;
            float(value, conversion.letter, flags, precision)
        }
    };
    let fill = (width as usize).saturating_sub(field.prefix.len() + field.body.len());
    let zeros = flags.zero && !flags.left && field.zeros;
    let pad = |out: &mut Vec<u8>, byte: u8| out.resize(out.len() + fill, byte);
    if !flags.left && !zeros {
        pad(&mut out.bytes, b' ');
    }
    out.bytes.extend_from_slice(&field.prefix);
    if zeros {
        pad(&mut out.bytes, b'0');
    }
    out.bytes.extend_from_slice(&field.body);
    if flags.left {
        pad(&mut out.bytes, b' ');
    }
    Ok(Ok(()))
}

fn string(c: &mut Call<'_>, at: Reg, precision: Option<usize>, out: &mut Formatted) -> Result<Vec<u8>, Stop> {
    if at.bits == 0 {
        // Behaviour of the GNU C library for a null string, beyond the standard.
        let short = precision.is_some_and(|p| p < 6);
        c.state.undefined(&crate::ub::memory::NULL_POINTER, "the string is null", Vec::new())?;
        return Ok(if short { Vec::new() } else { b"(null)".to_vec() });
    }
    let text = c.state.string_up_to(at, precision.map_or(u64::MAX, |p| p as u64))?;
    out.read.push((at.bits, text.len() as u64 + u64::from(precision.is_none_or(|p| p > text.len()))));
    Ok(text)
}

/// A wide string as bytes, at most `precision`; `None` if a character cannot be encoded.
fn wide_string(c: &mut Call<'_>, at: Reg, precision: Option<usize>) -> Result<Option<Vec<u8>>, Stop> {
    let width = c.state.library.abi.wchar;
    let limit = precision.map_or(u64::MAX, |p| p as u64);
    let (len, _) = c.state.string_length(at, width, limit)?;
    let mut bytes = Vec::new();
    for i in 0..len {
        if i % 16 == 0 {
            c.state.make_room(bytes.len() as u64)?;
        }
        let character = c.state.read_int(at, i * width, width)? as u32;
        let Some(encoded) = c.encode(character) else { return Ok(None) };
        if (bytes.len() + encoded.len()) as u64 > limit {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    Ok(Some(bytes))
}

fn integer(bits: u64, width: u32, letter: u8, flags: Flags, precision: Option<usize>) -> Field {
    let bits = bits & (u64::MAX >> (64 - width));
    let mut prefix = Vec::new();
    let mut magnitude = bits;
    if matches!(letter, b'd' | b'i') {
        let value = lindworm_eval::word::sign_extend(width, bits);
        magnitude = value.unsigned_abs();
        prefix.extend_from_slice(sign(value < 0, flags));
    }
    let mut body = match letter {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'b' | b'B' => format!("{magnitude:b}"),
        _ => magnitude.to_string(),
    };
    if precision == Some(0) && magnitude == 0 {
        body.clear();
    }
    if let Some(precision) = precision
        && body.len() < precision
    {
        body.insert_str(0, &"0".repeat(precision - body.len()));
    }
    if flags.alternative {
        match letter {
            b'o' if !body.starts_with('0') => body.insert(0, '0'),
            b'x' | b'X' | b'b' | b'B' if magnitude != 0 => prefix.extend_from_slice(&[b'0', letter]),
            _ => {}
        }
    }
    Field { prefix, body: body.into_bytes(), zeros: precision.is_none() }
}

fn sign(negative: bool, flags: Flags) -> &'static [u8] {
    match negative {
        true => b"-",
        false if flags.plus => b"+",
        false if flags.space => b" ",
        false => b"",
    }
}

fn float(value: Float, letter: u8, flags: Flags, precision: Option<usize>) -> Field {
    let mut prefix = sign(value.is_negative(), flags).to_vec();
    let upper = letter.is_ascii_uppercase();
    if !value.is_finite() {
        let body = match (value.is_nan(), upper) {
            (true, false) => "nan",
            (true, true) => "NAN",
            (false, false) => "inf",
            (false, true) => "INF",
        };
        return Field { prefix, body: body.into(), zeros: false };
    }
    let point = |fraction: &str| if fraction.is_empty() && !flags.alternative { "" } else { "." };
    let exponent = |power: i32| {
        let sign = if power < 0 { '-' } else { '+' };
        format!("e{sign}{:02}", power.unsigned_abs())
    };
    let digits = precision.unwrap_or(6);
    let body = match letter.to_ascii_lowercase() {
        b'f' => {
            let (whole, fraction) = float_text::fixed(value, digits);
            format!("{whole}{}{fraction}", point(&fraction))
        }
        b'e' => {
            let (first, rest, power) = float_text::scientific(value, digits);
            format!("{first}{}{rest}{}", point(&rest), exponent(power))
        }
        b'a' => {
            prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
            let (first, rest, power) = float_text::hexadecimal(value, precision);
            format!("{first:x}{}{rest}p{power:+}", point(&rest))
        }
        _ => {
            let significant = digits.max(1);
            let (first, rest, power) = float_text::scientific(value, significant - 1);
            let trim = |text: String| match flags.alternative {
                true => text,
                false => text.trim_end_matches('0').into(),
            };
            if power < -4 || power >= significant as i32 {
                let rest = trim(rest);
                format!("{first}{}{rest}{}", point(&rest), exponent(power))
            } else {
                let behind = (significant as i32 - 1 - power) as usize;
                let (whole, fraction) = float_text::fixed(value, behind);
                let fraction = trim(fraction);
                format!("{whole}{}{fraction}", point(&fraction))
            }
        }
    };
    let body = if upper { body.to_ascii_uppercase() } else { body };
    Field { prefix, body: body.into_bytes(), zeros: true }
}
