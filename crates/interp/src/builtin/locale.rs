//! Locales: the `C` locale and UTF-8.

use super::date::{DAYS, MONTHS};
use super::library::Slot;
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "setlocale" = set,
    "localeconv" = conventions,
    "nl_langinfo" = |c| {
        let item = c.int(0)?;
        let utf8 = c.state.library.utf8;
        let text = information(item, utf8);
        let place = c.state.library_string(Slot::Locale, text.as_bytes())?;
        c.give_register(place)
    },
    "newlocale" = |c| {
        let place = c.state.library_string(Slot::Locale, b"C")?;
        c.give_register(place)
    },
    "duplocale" = |c| {
        let locale = c.register(0)?;
        c.give_register(locale)
    },
    "freelocale" = |_| Ok(Then::Return),
    "uselocale" = |c| {
        let place = c.state.library_string(Slot::Locale, b"C")?;
        c.give_register(place)
    },
    "bindtextdomain" = |c| c.give_null(),
    "textdomain" = |c| c.give_null(),
    "bind_textdomain_codeset" = |c| c.give_null(),
    "gettext" = |c| translation(c, 0),
    "dgettext" = |c| translation(c, 1),
    "dcgettext" = |c| translation(c, 1),
    "ngettext" = |c| {
        let many = c.size(2)? != 1;
        translation(c, usize::from(many))
    },
    "dcngettext" = |c| {
        let many = c.size(3)? != 1;
        translation(c, 1 + usize::from(many))
    },
}

/// There are no translations: returns the text.
fn translation(c: &mut Call<'_>, i: usize) -> Result<Then, Stop> {
    let text = c.register(i)?;
    c.give_register(text)
}

/// `setlocale`: an empty name refers to the environment.
fn set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let name = c.register(1)?;
    if name.bits != 0 {
        let mut wanted = c.state.string(name)?;
        if wanted.is_empty() {
            for variable in [&b"LC_ALL"[..], b"LC_CTYPE", b"LANG"] {
                if let Some(value) = c.state.environment_value(variable)?
                    && !value.is_empty()
                {
                    wanted = value;
                    break;
                }
            }
        }
        let utf8 = wanted.to_ascii_uppercase().ends_with(b"UTF-8") || wanted.to_ascii_uppercase().ends_with(b"UTF8");
        let known = utf8 || matches!(&wanted[..], b"" | b"C" | b"POSIX");
        if !known {
            return c.give_null();
        }
        c.state.library.utf8 = utf8;
        c.state.library.locale = if utf8 { wanted } else { b"C".to_vec() };
    }
    let name = c.state.library.locale.clone();
    let place = c.state.library_string(Slot::Locale, &name)?;
    c.give_register(place)
}

/// `nl_langinfo`, by the item numbers of the GNU C library.
fn information(item: i32, utf8: bool) -> &'static str {
    const TIME: i32 = 0x20000;
    let at = |i: i32| i as usize;
    match item {
        14 => {
            if utf8 {
                "UTF-8"
            } else {
                "ANSI_X3.4-1968"
            }
        }
        0x10000 => ".",
        0x50000 => "^[yY]",
        0x50001 => "^[nN]",
        0x4000f => "-",
        i if (TIME..TIME + 7).contains(&i) => &DAYS[at(i - TIME)][..3],
        i if (TIME + 7..TIME + 14).contains(&i) => DAYS[at(i - TIME - 7)],
        i if (TIME + 14..TIME + 26).contains(&i) => &MONTHS[at(i - TIME - 14)][..3],
        i if (TIME + 26..TIME + 38).contains(&i) => MONTHS[at(i - TIME - 26)],
        i if i == TIME + 38 => "AM",
        i if i == TIME + 39 => "PM",
        i if i == TIME + 40 => "%a %b %e %H:%M:%S %Y",
        i if i == TIME + 41 => "%m/%d/%y",
        i if i == TIME + 42 => "%H:%M:%S",
        i if i == TIME + 43 => "%I:%M:%S %p",
        _ => "",
    }
}

/// `localeconv`: ten strings, all empty but the decimal point, and unspecified numbers.
fn conventions(c: &mut Call<'_>) -> Result<Then, Stop> {
    const UNKNOWN: u8 = 127;
    if let Some(&place) = c.state.library.slots.get(&Slot::Conventions) {
        return c.give_register(place);
    }
    let word = c.word();
    let place = c.state.machine_memory(10 * word + 16, word)?;
    let (point, empty): (Reg, Reg) = (c.state.machine_string(b".")?, c.state.machine_string(b"")?);
    for i in 0..10 {
        c.state.write_pointer(place, i * word, if i == 0 { point } else { empty })?;
    }
    c.state.write_bytes(super::argument::offset(place, 10 * word), &[UNKNOWN; 14])?;
    c.state.library.slots.insert(Slot::Conventions, place);
    c.give_register(place)
}
