//! Variables of the C library, such as `stdout` and `environ`.

use super::stream::{STDERR, STDIN, STDOUT};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The initial value of a variable.
#[derive(Clone, Copy)]
enum First {
    /// A stream.
    Stream(usize),
    /// The stream object itself.
    File(usize),
    /// The environment.
    Environment,
    /// An `int`.
    Int(i32),
    /// A `long`, or zeros of that size.
    Long,
    /// A null pointer.
    Null,
    /// The names of the time zone.
    TimeZones,
    /// A zero byte.
    Byte,
}

/// The names of each variable (the first is the canonical one) and the initial value.
const VARIABLES: &[(&[&str], First)] = &[
    (&["stdin", "__stdinp"], First::Stream(STDIN)),
    (&["stdout", "__stdoutp"], First::Stream(STDOUT)),
    (&["stderr", "__stderrp"], First::Stream(STDERR)),
    (&["_IO_2_1_stdin_"], First::File(STDIN)),
    (&["_IO_2_1_stdout_"], First::File(STDOUT)),
    (&["_IO_2_1_stderr_"], First::File(STDERR)),
    (&["environ", "__environ", "_environ"], First::Environment),
    (&["optarg"], First::Null),
    (&["optind"], First::Int(1)),
    (&["opterr"], First::Int(1)),
    (&["optopt"], First::Int(b'?' as i32)),
    (&["signgam", "__signgam"], First::Int(0)),
    (&["h_errno"], First::Int(0)),
    (&["timezone", "__timezone"], First::Long),
    (&["daylight", "__daylight"], First::Int(0)),
    (&["tzname", "__tzname"], First::TimeZones),
    (&["program_invocation_name"], First::Null),
    (&["program_invocation_short_name", "__progname"], First::Null),
    (&["__libc_single_threaded"], First::Byte),
    (&["__stack_chk_guard"], First::Long),
    (&["__dso_handle"], First::Long),
];

/// Whether the C library has a variable `name`.
pub(crate) fn is_c_variable(name: &[u8]) -> bool {
    VARIABLES.iter().any(|v| v.0.iter().any(|n| n.as_bytes() == name))
}

impl State {
    /// The address of a C library variable; `None` if there is none of this name.
    pub(crate) fn c_variable(&mut self, name: &[u8]) -> Result<Option<Reg>, Stop> {
        let Some((names, first)) = VARIABLES.iter().find(|v| v.0.iter().any(|n| n.as_bytes() == name)) else {
            return Ok(None);
        };
        if let Some(&place) = self.library.variables.get(names[0]) {
            return Ok(Some(place));
        }
        let abi = self.library.abi;
        let word = abi.pointer;
        let len = match first {
            First::File(stream) => {
                let file = self.stream_file(*stream)?;
                self.library.variables.insert(names[0], file);
                return Ok(Some(file));
            }
            First::Int(_) => 4,
            First::Long => abi.long,
            First::TimeZones => 2 * word,
            First::Byte => 1,
            _ => word,
        };
        let place = self.machine_memory(len, 8)?;
        self.library.variables.insert(names[0], place);
        let pointer = match *first {
            First::Stream(stream) => self.stream_file(stream)?,
            First::Environment => self.environment()?,
            First::TimeZones => {
                let zone = self.machine_string(b"UTC")?;
                self.write_pointer(place, word, zone)?;
                zone
            }
            First::Int(value) => {
                self.write_int(place, 0, 4, value as u64)?;
                return Ok(Some(place));
            }
            _ => return Ok(Some(place)),
        };
        self.write_pointer(place, 0, pointer)?;
        Ok(Some(place))
    }

    /// Sets the variables with the program's name, even if they were allocated before.
    pub(crate) fn set_program_name(&mut self, name: &[u8]) -> Result<(), Stop> {
        self.library.program_name = name.to_vec();
        let short = name.rsplit(|&b| b == b'/').next().unwrap_or_default();
        for (variable, text) in [("program_invocation_name", name), ("program_invocation_short_name", short)] {
            if let Some(&place) = self.library.variables.get(variable) {
                let text = self.machine_string(text)?;
                self.write_pointer(place, 0, text)?;
            }
        }
        Ok(())
    }

    /// The value of an `int` variable of the C library.
    pub(crate) fn c_int(&mut self, name: &[u8]) -> Result<i32, Stop> {
        match self.c_variable(name)? {
            Some(place) => Ok(self.read_int(place, 0, 4)? as i32),
            None => Ok(0),
        }
    }

    /// Sets an `int` variable of the C library.
    pub(crate) fn set_c_int(&mut self, name: &[u8], value: i32) -> Result<(), Stop> {
        match self.c_variable(name)? {
            Some(place) => self.write_int(place, 0, 4, value as u64),
            None => Ok(()),
        }
    }
}
