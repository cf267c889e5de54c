//! A machine that runs a program.

use lindworm_ir::Module;

use crate::options::Options;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// A program that is loaded, and all that changes while it runs.
pub struct Machine {
    program: Program,
    state: State,
}

impl Machine {
    /// Loads modules, which [`lindworm_verify`] found to be valid: globals get their memory and their first values.
    ///
    /// [`lindworm_verify`]: https://docs.rs/lindworm-verify
    ///
    /// # Errors
    ///
    /// [`Stop::Report`] if there is not enough memory, or a variable is of a type that has no values.
    pub fn new(modules: Vec<Module>, options: Options) -> Result<Machine, Stop> {
        let program = Program::new(modules);
        let state = State::new(&program, options)?;
        Ok(Machine { program, state })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What changes while the program runs.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The same, to change.
    pub fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Calls the function of that name with one register for each scalar of its arguments, and gives its result.
    ///
    /// # Errors
    ///
    /// Why the program stopped before the function returned.
    pub fn call(&mut self, name: &str, args: &[Reg]) -> Result<Vec<Reg>, Stop> {
        let Some(function) = self.program.function_named(name.as_bytes()) else {
            return Err(Stop::error(format!("there is no function `@{name}`")));
        };
        Ok(self.state.call_back(&self.program, function, args)?.into_vec())
    }

    /// Runs the program from `main` on, with `args` of which the first is the program's name, and gives its exit code.
    ///
    /// # Errors
    ///
    /// Why the program stopped other than by its exit code.
    pub fn run(&mut self, args: &[&[u8]]) -> Result<i32, Stop> {
        let Some(main) = self.program.function_named(b"main") else {
            return Err(Stop::error("there is no function `@main`".into()));
        };
        let result = self.start(main, args);
        match result {
            Ok(code) | Err(Stop::Exit(code)) => Ok(code),
            Err(stop) => Err(stop),
        }
    }

    fn start(&mut self, main: u32, args: &[&[u8]]) -> Result<i32, Stop> {
        self.state.start(&self.program)?;
        let argv = self.state.argument_vector(args)?;
        let all = [Reg::int(args.len() as u64), argv];
        let code = self.state.code(&self.program, main)?;
        let parameters = (code.parameters as usize).min(all.len());
        let result = self.state.call_back(&self.program, main, &all[..parameters])?;
        self.state.finish(&self.program)?;
        Ok(result.first().map_or(0, |r| r.bits as i32))
    }
}
