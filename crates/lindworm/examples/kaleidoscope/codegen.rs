//! From expressions to IR. Every value is a `double`; a variable is memory, as optimizers make registers of that.

use std::collections::HashMap;

use lindworm::ir::di_builder::{CompileUnit, DIBuilder, Subprogram};
use lindworm::ir::dwarf;
use lindworm::ir::instruction::Align;
use lindworm::{
    BinaryOp, Block, BuildError, Builder, CastOp, Context, FloatPredicate, Global, Metadata, Module, Type, Value,
};

use super::parser::{Expr, ExprKind, Item, Place, Prototype};

type Result<T> = std::result::Result<T, String>;

/// What the module as a whole has.
struct Unit {
    module: Module,
    di: DIBuilder,
    file: Metadata,
    double: Metadata,
    functions: HashMap<String, (Global, usize)>,
}

/// A program as a module, and the names of the functions that its expressions became.
pub fn compile(file: &str, program: &[Item]) -> Result<(Module, Vec<String>)> {
    let mut module = Module::new(&Context::new(), file);
    let file = DIBuilder::file(&mut module, file, ".");
    let mut di =
        DIBuilder::new(&mut module, &CompileUnit { producer: "Kaleidoscope Compiler", ..CompileUnit::new(file) });
    let float = dwarf::ENCODING.code(b"DW_ATE_float").unwrap_or(0);
    let double = di.basic_type(&mut module, "double", 64, float);
    let mut unit = Unit { module, di, file, double, functions: HashMap::new() };
    let mut expressions = Vec::new();
    for item in program {
        match item {
            Item::Extern(prototype) => drop(unit.declare(prototype)?),
            Item::Define(prototype, body) => unit.define(prototype, body)?,
            Item::Expression(body) => {
                let name = format!("__anon_expr{}", expressions.len());
                unit.define(&Prototype { place: body.place, name: name.clone(), params: Vec::new() }, body)?;
                expressions.push(name);
            }
        }
    }
    unit.di.finalize(&mut unit.module);
    Ok((unit.module, expressions))
}

impl Unit {
    fn declare(&mut self, prototype: &Prototype) -> Result<Global> {
        let count = prototype.params.len();
        if let Some(&(function, params)) = self.functions.get(&prototype.name) {
            return if params == count { Ok(function) } else { error(prototype.place, "another number of parameters") };
        }
        let ty = self.module.context().function_type(Type::DOUBLE, &vec![Type::DOUBLE; count], false);
        let function = self.module.add_function(prototype.name.as_bytes(), ty);
        self.functions.insert(prototype.name.clone(), (function, count));
        Ok(function)
    }

    fn define(&mut self, prototype: &Prototype, body: &Expr) -> Result<()> {
        let function = self.declare(prototype)?;
        if !self.module[function].is_declaration() {
            return error(prototype.place, "the function is defined twice");
        }
        let Unit { module, di, file, double, functions } = self;
        let (file, double, line) = (*file, Some(*double), prototype.place.line);
        let types = di.subroutine_type(module, &vec![double; prototype.params.len() + 1]);
        let subprogram =
            Subprogram { file: Some(file), line, scope_line: line, ..Subprogram::new(file, &prototype.name, types) };
        let scope = di.function(module, &subprogram);
        module.set_subprogram(function, scope);
        let made = module.build_body(function, |b| {
            let entry = b.append_block("entry");
            b.at_end(entry);
            let mut code = Code { b, di, file, double, functions, scope, entry, variables: HashMap::new() };
            for (number, name) in (0..).zip(&prototype.params) {
                let param = Value::arg(number);
                code.b.set_name(param, name.as_bytes());
                let memory = code.alloca(name)?;
                let variable =
                    code.di.parameter(code.b.module_mut(), scope, name, number as u16 + 1, file, line, double);
                let expression = code.di.expression(code.b.module_mut(), &[]);
                code.at(prototype.place);
                code.b.dbg_declare(memory, variable, expression)?;
                // What comes before the body has no location, so that a debugger stops behind it.
                code.b.debug_loc = None;
                code.b.store(param, memory, Align::NONE)?;
                code.variables.insert(name.clone(), memory);
            }
            let value = code.expression(body)?;
            code.at(body.place);
            code.b.ret(Some(value))?;
            Ok(())
        });
        made.map_err(|e: Failure| match e {
            Failure::Said(message) => message,
            Failure::Built(e) => format!("{line}: {e}"),
        })
    }
}

fn error<T>(place: Place, message: &str) -> Result<T> {
    Err(format!("{}:{}: {message}", place.line, place.column))
}

enum Failure {
    Said(String),
    Built(BuildError),
}

impl From<BuildError> for Failure {
    fn from(e: BuildError) -> Failure {
        Failure::Built(e)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Said(message)
    }
}

type Made = std::result::Result<Value, Failure>;

/// The code of a function.
struct Code<'c, 'b, 'm> {
    b: &'c mut Builder<'b, &'m mut Module>,
    di: &'c mut DIBuilder,
    file: Metadata,
    double: Option<Metadata>,
    functions: &'c HashMap<String, (Global, usize)>,
    scope: Metadata,
    entry: Block,
    /// Where each variable is.
    variables: HashMap<String, Value>,
}

impl Code<'_, '_, '_> {
    fn at(&mut self, place: Place) {
        self.b.at_location(place.line, place.column, self.scope);
    }

    /// Memory for a variable, at the start of the function.
    fn alloca(&mut self, name: &str) -> Made {
        let (here, location) = (self.b.point(), self.b.debug_loc.take());
        let memory = self.b.at_start(self.entry).named(name).alloca(Type::DOUBLE)?;
        self.b.set_point(here).debug_loc = location;
        Ok(memory)
    }

    /// Memory for a variable of the source, with a value.
    fn variable(&mut self, name: &str, place: Place, value: Value) -> Made {
        let memory = self.alloca(name)?;
        let (module, scope) = (self.b.module_mut(), self.scope);
        let variable = self.di.variable(module, scope, name, self.file, place.line, self.double, false);
        let expression = self.di.expression(self.b.module_mut(), &[]);
        self.at(place);
        self.b.dbg_declare(memory, variable, expression)?;
        self.b.store(value, memory, Align::NONE)?;
        Ok(memory)
    }

    fn call(&mut self, place: Place, name: &str, args: &[Value]) -> Made {
        let Some(&(function, params)) = self.functions.get(name) else {
            return Ok(error(place, &format!("there is no function '{name}'"))?);
        };
        if params != args.len() {
            return Ok(error(place, &format!("'{name}' takes {params} arguments"))?);
        }
        self.at(place);
        Ok(self.b.named("calltmp").call_function(function, args)?.into())
    }

    /// Whether a number is not zero.
    fn condition(&mut self, expr: &Expr, name: &str) -> Made {
        let value = self.expression(expr)?;
        let zero = self.b.double(0.0);
        Ok(self.b.named(name).fcmp(FloatPredicate::One, value, zero)?)
    }

    fn expression(&mut self, expr: &Expr) -> Made {
        let place = expr.place;
        self.at(place);
        match &expr.kind {
            ExprKind::Number(number) => Ok(self.b.double(*number)),
            ExprKind::Variable(name) => {
                let Some(&memory) = self.variables.get(name) else {
                    return Ok(error(place, &format!("there is no variable '{name}'"))?);
                };
                Ok(self.b.named(name).load(Type::DOUBLE, memory, Align::NONE)?)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.expression(operand)?;
                self.call(place, &format!("unary{operator}"), &[operand])
            }
            ExprKind::Binary('=', target, value) => {
                let ExprKind::Variable(name) = &target.kind else {
                    return Ok(error(place, "only a variable can be assigned to")?);
                };
                let value = self.expression(value)?;
                let Some(&memory) = self.variables.get(name) else {
                    return Ok(error(place, &format!("there is no variable '{name}'"))?);
                };
                self.at(place);
                self.b.store(value, memory, Align::NONE)?;
                Ok(value)
            }
            ExprKind::Binary(operator, lhs, rhs) => {
                let (lhs, rhs) = (self.expression(lhs)?, self.expression(rhs)?);
                self.at(place);
                let (op, name) = match operator {
                    '+' => (BinaryOp::FAdd, "addtmp"),
                    '-' => (BinaryOp::FSub, "subtmp"),
                    '*' => (BinaryOp::FMul, "multmp"),
                    '<' => {
                        let less = self.b.named("cmptmp").fcmp(FloatPredicate::Ult, lhs, rhs)?;
                        return Ok(self.b.named("booltmp").cast(CastOp::UIToFP, less, Type::DOUBLE)?);
                    }
                    _ => return self.call(place, &format!("binary{operator}"), &[lhs, rhs]),
                };
                Ok(self.b.named(name).binary(op, lhs, rhs)?)
            }
            ExprKind::Call(name, args) => {
                let args = args.iter().map(|arg| self.expression(arg)).collect::<std::result::Result<Vec<_>, _>>()?;
                self.call(place, name, &args)
            }
            ExprKind::If(parts) => {
                let [condition, if_true, if_false] = &**parts;
                let condition = self.condition(condition, "ifcond")?;
                let blocks = ["then", "else", "ifcont"].map(|name| self.b.create_block(name));
                self.b.cond_br(condition, blocks[0], blocks[1])?;
                let mut incoming = Vec::new();
                for (block, value) in [(blocks[0], if_true), (blocks[1], if_false)] {
                    self.b.body().append_block(block);
                    self.b.at_end(block);
                    let value = self.expression(value)?;
                    // What was computed may have ended in another block.
                    incoming.extend(self.b.current_block().map(|from| (value, from)));
                    self.b.br(blocks[2])?;
                }
                self.b.body().append_block(blocks[2]);
                self.at(place);
                Ok(self.b.at_end(blocks[2]).named("iftmp").phi(Type::DOUBLE, &incoming)?)
            }
            ExprKind::For(name, start, condition, step, body) => {
                let start = self.expression(start)?;
                let memory = self.variable(name, place, start)?;
                let (looped, after) = (self.b.append_block("loop"), self.b.create_block("afterloop"));
                self.b.br(looped)?;
                self.b.at_end(looped);
                let hidden = self.variables.insert(name.clone(), memory);
                self.expression(body)?;
                let step = match step {
                    Some(step) => self.expression(step)?,
                    None => self.b.double(1.0),
                };
                let condition = self.condition(condition, "loopcond")?;
                self.at(place);
                let current = self.b.named(name).load(Type::DOUBLE, memory, Align::NONE)?;
                let next = self.b.named("nextvar").binary(BinaryOp::FAdd, current, step)?;
                self.b.store(next, memory, Align::NONE)?;
                self.b.cond_br(condition, looped, after)?;
                self.b.body().append_block(after);
                self.b.at_end(after);
                self.restore([(name.clone(), hidden)]);
                Ok(self.b.double(0.0))
            }
            ExprKind::Var(variables, body) => {
                let mut hidden = Vec::new();
                for (name, start) in variables {
                    let value = match start {
                        Some(start) => self.expression(start)?,
                        None => self.b.double(0.0),
                    };
                    let memory = self.variable(name, place, value)?;
                    hidden.push((name.clone(), self.variables.insert(name.clone(), memory)));
                }
                let value = self.expression(body)?;
                self.restore(hidden.into_iter().rev());
                Ok(value)
            }
        }
    }

    /// Ends the scope of variables.
    fn restore(&mut self, hidden: impl IntoIterator<Item = (String, Option<Value>)>) {
        for (name, memory) in hidden {
            match memory {
                Some(memory) => self.variables.insert(name, memory),
                None => self.variables.remove(&name),
            };
        }
    }
}
