//! Exit of the program, and its identity.

use smallvec::smallvec;

use super::errno::*;
use super::library::AtExit;
use super::stream::STDERR;
use super::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

builtins! {
    "exit" = |c| {
        let code = c.int(0)?;
        Err(c.state.exit(code))
    },
    "_exit" = |c| Err(Stop::Exit(c.int(0)?)),
    "_Exit" = |c| Err(Stop::Exit(c.int(0)?)),
    "quick_exit" = |c| {
        let code = c.int(0)?;
        c.state.begin_exit("quick_exit")?;
        while let Some((function, args)) = c.state.library.at_quick_exit.pop() {
            c.state.call_handler(function, &args)?;
        }
        Err(Stop::Exit(code))
    },
    "atexit" = |c| {
        let function = c.arg(0)?;
        c.state.library.at_exit.push((function, AtExit::new()));
        c.give(0)
    },
    "at_quick_exit" = |c| {
        let function = c.arg(0)?;
        c.state.library.at_quick_exit.push((function, AtExit::new()));
        c.give(0)
    },
    "on_exit" = |c| {
        let (function, argument) = (c.arg(0)?, c.register(1)?);
        // The exit code is set when it is known.
        c.state.library.at_exit.push((function, smallvec![Reg::int(0), argument]));
        c.give(0)
    },
    "__cxa_atexit" = |c| {
        let (function, argument) = (c.arg(0)?, c.register(1)?);
        c.state.library.at_exit.push((function, smallvec![argument]));
        c.give(0)
    },
    "__cxa_finalize" = |_| Ok(Then::Return),
    "__assert_fail" = |c| {
        let (what, file, line, function) = (c.path(0)?, c.path(1)?, c.int(2)?, c.register(3)?);
        let function = if function.bits == 0 { Vec::new() } else { c.state.string(function)? };
        let program = c.state.library.program_name.clone();
        let name = program.rsplit(|&b| b == b'/').next().unwrap_or_default();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let within = if function.is_empty() { String::new() } else { format!("{}: ", text(&function)) };
        let message =
            format!("{}: {}:{line}: {within}Assertion `{}' failed.\n", text(name), text(&file), text(&what));
        c.state.put(STDERR, message.as_bytes())?;
        c.state.send_signal(super::signal::SIGABRT)?;
        Err(Stop::Signal(super::signal::SIGABRT))
    },
    "__stack_chk_fail" = |c| fatal(c, b"*** stack smashing detected ***: terminated\n"),
    "__chk_fail" = |c| fatal(c, b"*** buffer overflow detected ***: terminated\n"),
    "__fortify_fail" = |c| fatal(c, b"*** buffer overflow detected ***: terminated\n"),

    "getpid" = process,
    "getppid" = |c| c.give(1),
    "gettid" = process,
    "getuid" = |c| user(c, false),
    "geteuid" = |c| user(c, false),
    "getgid" = |c| user(c, true),
    "getegid" = |c| user(c, true),
    "getpgrp" = process,
    "setsid" = process,
    "setuid" = |c| c.fail(EPERM),
    "setgid" = |c| c.fail(EPERM),
    "system" = |c| {
        let command = c.register(0)?;
        if command.bits == 0 {
            let can = c.state.library.outside.has_commands();
            return c.give(can.into());
        }
        let command = c.state.string(command)?;
        let answer = c.state.library.outside.run_command(&command);
        c.answer(answer.map(i64::from))
    },
    "fork" = |c| c.fail(ENOSYS),
    "vfork" = |c| c.fail(ENOSYS),
    "execv" = |c| c.fail(ENOSYS),
    "execve" = |c| c.fail(ENOSYS),
    "execvp" = |c| c.fail(ENOSYS),
    "execl" = |c| c.fail(ENOSYS),
    "execlp" = |c| c.fail(ENOSYS),
    "wait" = |c| c.fail(ECHILD),
    "waitpid" = |c| c.fail(ECHILD),
}

builtins! {
    USERS:
    "getpwuid" = |c| c.give_null(),
    "getpwnam" = |c| c.give_null(),
    "getgrgid" = |c| c.give_null(),
    "getgrnam" = |c| c.give_null(),
}

impl State {
    /// Ends the program like `exit`: calls the registered functions, runs destructors and flushes buffers.
    pub(crate) fn exit(&mut self, code: i32) -> Stop {
        match self.run_exit(code) {
            Ok(()) => Stop::Exit(code),
            Err(stop) => stop,
        }
    }

    fn run_exit(&mut self, code: i32) -> Result<(), Stop> {
        self.begin_exit("exit")?;
        while let Some((function, mut args)) = self.library.at_exit.pop() {
            // A function of `on_exit`.
            if let [first, _] = &mut args[..] {
                *first = Reg::int(code as u32 as u64);
            }
            self.call_handler(function, &args)?;
        }
        let program = self.program.clone();
        self.finish(&program)?;
        self.flush_all()?;
        Ok(())
    }

    fn begin_exit(&mut self, name: &str) -> Result<(), Stop> {
        if std::mem::replace(&mut self.library.exiting, true) {
            let message = format!("`{name}` is called while the program ends");
            self.undefined(&kinds::EXIT_TWICE, message, Vec::new())?;
        }
        Ok(())
    }

    fn call_handler(&mut self, function: Reg, args: &[Reg]) -> Result<(), Stop> {
        let Some(function) = self.function_at(function) else {
            return Err(self.error("a function that was registered to run at exit is not a function"));
        };
        let program = self.program.clone();
        self.call_back(&program, function, args)?;
        Ok(())
    }
}

fn process(c: &mut Call<'_>) -> Result<Then, Stop> {
    c.give(c.state.library.outside.process().into())
}

fn user(c: &mut Call<'_>, group: bool) -> Result<Then, Stop> {
    let (user, its_group) = c.state.library.outside.user();
    c.give(if group { its_group } else { user }.into())
}

fn fatal(c: &mut Call<'_>, message: &[u8]) -> Result<Then, Stop> {
    c.state.put(STDERR, message)?;
    Err(Stop::Signal(super::signal::SIGABRT))
}
