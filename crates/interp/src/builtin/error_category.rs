//! `std::error_category`, and errors with a category: `std::system_error` and `std::future_error`.

use super::{Call, Then, builtins};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "_ZNSt3_V216generic_categoryEv" = |c| give_category(c, "generic"),
    "_ZNSt3_V215system_categoryEv" = |c| give_category(c, "system"),
    "_ZSt15future_categoryv" = |c| give_category(c, "future"),
    "_ZNSt3_V214error_categoryD0Ev" = |_| Ok(Then::Return),
    "_ZNSt3_V214error_categoryD1Ev" = |_| Ok(Then::Return),
    "_ZNSt3_V214error_categoryD2Ev" = |_| Ok(Then::Return),
    "generic category name" = |c| give_name(c, "generic"),
    "system category name" = |c| give_name(c, "system"),
    "future category name" = |c| give_name(c, "future"),
    "generic category message" = |c| give_message(c, super::errno::message),
    "system category message" = |c| give_message(c, super::errno::message),
    "future category message" = |c| give_message(c, future_message),
    "old category message" = |c| Err(c.state.error("strings of the older ABI, which share their memory, are not supported")),
    "_ZNKSt3_V214error_category23default_error_conditionEi" = |c| {
        let (this, number) = (c.arg(0)?, c.register(1)?);
        // The number and the category are returned in two registers or through a pointer.
        if let [first, second] = &mut c.result[..] {
            (*first, *second) = (number, this);
        }
        Ok(Then::Return)
    },
    "_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition" = |c| {
        let (number, condition) = (c.int(1)?, c.arg(2)?);
        is_error(c, condition, number)
    },
    "_ZNKSt3_V214error_category10equivalentERKSt10error_codei" = |c| {
        let (code, number) = (c.arg(1)?, c.int(2)?);
        is_error(c, code, number)
    },
    "_ZSt20__throw_system_errori" = |c| {
        let number = c.int(0)?;
        c.throw_system_error(number)
    },
    "_ZSt20__throw_future_errori" = |c| {
        let number = c.int(0)?;
        let message = [b"std::future_error: ", &future_message(number)[..]].concat();
        c.state.throw_error(c.program, "St12future_error", "future", &message, number)?;
        Ok(Then::Elsewhere)
    },
}

/// The messages of `std::future_errc`.
fn future_message(number: i32) -> Vec<u8> {
    let text = match number {
        1 => "Future already retrieved",
        2 => "Promise already satisfied",
        3 => "No associated state",
        4 => "Broken promise",
        _ => "Unknown error",
    };
    text.into()
}

fn give_category(c: &mut Call<'_>, which: &str) -> Result<Then, Stop> {
    let category = c.state.category(c.program, which)?;
    c.give_register(category)
}

fn give_name(c: &mut Call<'_>, name: &str) -> Result<Then, Stop> {
    let name = c.state.cxx_string(name)?;
    c.give_register(name)
}

/// `message(result, this, number)`.
fn give_message(c: &mut Call<'_>, message: fn(i32) -> Vec<u8>) -> Result<Then, Stop> {
    let (to, number) = (c.arg(0)?, c.int(2)?);
    c.state.make_string(c.program, to, &message(number))?;
    Ok(Then::Return)
}

/// Whether an error or condition has the category in the first argument and the given number.
fn is_error(c: &mut Call<'_>, error: Reg, number: i32) -> Result<Then, Stop> {
    let (this, word) = (c.arg(0)?, c.word());
    let its_number = c.state.read_int(error, 0, 4)? as i32;
    let its_category = c.state.read_pointer(error, word)?;
    c.give((its_number == number && its_category.bits == this.bits).into())
}

impl Call<'_> {
    /// Throws `std::system_error` with an `errno` number.
    pub(super) fn throw_system_error(&mut self, number: i32) -> Result<Then, Stop> {
        let message = super::errno::message(number);
        self.state.throw_error(self.program, "St12system_error", "generic", &message, number)?;
        Ok(Then::Elsewhere)
    }
}

impl State {
    /// The category object with this name.
    fn category(&mut self, program: &Program, which: &str) -> Result<Reg, Stop> {
        self.cxx_object(program, &format!("{which} category"))
    }

    /// Throws an error of a class whose objects contain a message followed by a number and a category.
    fn throw_error(
        &mut self,
        program: &Program,
        class: &str,
        category: &str,
        message: &[u8],
        number: i32,
    ) -> Result<(), Stop> {
        let word = self.memory.pointer_bytes();
        let category = self.category(program, category)?;
        let object = self.allocate_exception(4 * word)?;
        self.construct(program, object, class, message)?;
        self.write_int(object, 2 * word, 4, number as u64)?;
        self.write_pointer(object, 3 * word, category)?;
        self.throw_constructed(program, object, class)
    }

    /// Constructs a `std::string`: the pointer to its bytes, their number, and an inline buffer of 15 bytes or the capacity.
    pub(crate) fn make_string(&mut self, program: &Program, to: Reg, bytes: &[u8]) -> Result<(), Stop> {
        const ROOM: usize = 15;
        let word = self.memory.pointer_bytes();
        let own = super::argument::offset(to, 2 * word);
        let len = bytes.len() as u64;
        let place = match bytes.len() {
            ..=ROOM => own,
            _ => {
                let made = self.call_named(program, "_Znwm", &[Reg::int(len + 1)])?;
                self.write_int(own, 0, word, len)?;
                made.first().copied().unwrap_or_default()
            }
        };
        self.write_string(place, bytes)?;
        self.write_pointer(to, 0, place)?;
        self.write_int(to, word, word, len)
    }
}
