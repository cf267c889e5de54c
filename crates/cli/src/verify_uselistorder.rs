//! `verify-uselistorder`: whether a reader of a written module reproduces the use-list orders of the module.
//!
//! The module is written and read again, as bitcode and as text, and the use-list orders of the two modules are compared: with the
//! original order, with the reversed order, and with random shuffles.

use std::collections::HashMap;
use std::io::Write;

use lindworm::ir::body::UseListOrder;
use lindworm::ir::use_list::{ModuleUse, ModuleUses, UseLists, User};
use lindworm::source::Source;
use lindworm::{
    Body, Constant, Context, Global, GlobalKind, Module, ReadError, ReadOptions, Value, WriteOptions, bitcode, read_any,
};

use crate::files::write_temporary;
use crate::llvm::Failure;
use crate::report;
use crate::streams::tell;

/// How lists are looked at.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// In how many orders besides that which they have.
    pub shuffles: u32,
    /// Whether what is written stays as files.
    pub save_temps: bool,
    /// How what was written is read.
    pub read: ReadOptions,
    /// How text is written.
    pub write: WriteOptions,
}

/// Looks at the lists of a module in the order that they have and after each shuffle, each also reversed.
pub fn run(out: &mut impl Write, module: &mut Module, how: &Check) -> Result<(), Failure> {
    writeln!(out, "*** verify-uselistorder ***")?;
    for shuffle in 0..=how.shuffles {
        if shuffle > 0 {
            writeln!(out, "\nshuffle ({shuffle} of {})", how.shuffles)?;
            let mut random = Random::new(shuffle);
            change_orders(module, |len| random.order(len));
        }
        check(out, module, how)?;
        writeln!(out, "reverse")?;
        change_orders(module, |len| (0..len as u32).rev().collect());
        check(out, module, how)?;
    }
    Ok(())
}

/// Numbers by chance, the same in each run.
struct Random(u64);

impl Random {
    fn new(seed: u32) -> Random {
        Random(u64::from(seed) + 1)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0 * 16807 % 0x7fff_ffff;
        self.0 % end
    }

    /// The numbers below `len` in some order.
    fn order(&mut self, len: usize) -> Box<[u32]> {
        let mut order: Box<[u32]> = (0..len as u32).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i as u64 + 1) as usize);
        }
        order
    }
}

/// Gives all lists of more than one use another order: each use that which `order` says for a list of so many.
fn change_orders(module: &mut Module, mut order: impl FnMut(usize) -> Box<[u32]>) {
    let uses = ModuleUses::new(module);
    let mut change = |value, len| (len > 1).then(|| UseListOrder { value, order: order(len) });
    let constants = (0..module.constants().len() as u32).map(|c| Value::from(Constant::from_u32(c)));
    let values = module.globals().keys().map(Value::from).chain(constants);
    let changes: Vec<_> = values.filter_map(|value| change(value, uses.uses_of(value).len())).collect();
    module.use_list_orders_mut().extend(changes);
    for id in module.globals().keys() {
        let global = &mut module[id];
        let Some(body) = global.as_function_mut().and_then(|f| f.body.as_mut()) else { continue };
        let lists = UseLists::new(body);
        let len = |value: Value| {
            // The uses of a block by `blockaddress` are outside of the body.
            let outside = value.as_block().map_or(0, |block| uses.uses_of_block(id, block).len());
            outside.max(lists.uses_of(value).len())
        };
        let changes: Vec<_> = locals(body).filter_map(|value| change(value, len(value))).collect();
        body.use_list_orders_mut().extend(changes);
    }
}

/// Everything of a body that has a list, in the order of the text.
fn locals(body: &Body) -> impl Iterator<Item = Value> {
    let args = (0..body.args().len() as u32).map(Value::arg);
    args.chain(body.blocks().flat_map(|b| std::iter::once(b.into()).chain(body.insts(b).map(Value::from))))
}

/// Writes a module, reads it again, and compares: as bitcode, then as text.
fn check(out: &mut impl Write, module: &Module, how: &Check) -> Result<(), Failure> {
    writeln!(out, "verify bitcode")?;
    let options = bitcode::WriteOptions { preserve_use_list_order: true, ..Default::default() };
    check_written(out, module, &bitcode::write(module, &options), how)?;
    writeln!(out, "verify assembly")?;
    let mut text = Vec::new();
    lindworm::write_with(module, &WriteOptions { preserve_use_list_order: true, ..how.write }, &mut text)?;
    check_written(out, module, &text, how)
}

/// Reads what was written of a module, and compares.
fn check_written(out: &mut impl Write, module: &Module, written: &[u8], how: &Check) -> Result<(), Failure> {
    if how.save_temps {
        let path = write_temporary("uselistorder-", if bitcode::is_bitcode(written) { ".bc" } else { ".ll" }, written)?;
        writeln!(out, " - filename = {}", path.display())?;
    }
    let options = ReadOptions { odr_types: false, ..how.read.clone() };
    let again = read_any(&Context::new(), module.name(), written, &options).map_err(|error| {
        let text = match error {
            ReadError::Bitcode(error) => format!("verify-uselistorder: error: {}\n", error.llvm_message()).into(),
            ReadError::Text(errors) => errors.first().map_or(Vec::new(), |first| {
                report::llvm("verify-uselistorder", &Source::new(module.name(), written), first)
            }),
        };
        tell(text);
        Failure::Fatal("parsing failed".into())
    })?;
    match same_lists(module, &again.module) {
        true => Ok(()),
        false => Err(Failure::Fatal("use-list order changed".into())),
    }
}

/// Whether what stands at the same place in two modules has the same users in the same order.
fn same_lists(a: &Module, b: &Module) -> bool {
    let (a, b) = (Numbered::new(a), Numbered::new(b));
    let same_bodies = || {
        let both = a.module.functions().iter().zip(b.module.functions());
        let mut bodies = both.filter_map(|(&f, &g)| Some((f, a.module.body(f)?, g, b.module.body(g)?)));
        bodies.all(|(f, of_f, g, of_g)| {
            let lists = (UseLists::new(of_f), UseLists::new(of_g));
            let places = (&a.places[&f], &b.places[&g]);
            let same_local = |(v, w): (Value, Value)| {
                let of_v = lists.0.uses_of(v).iter().map(|u| (places.0[u.user.as_u32() as usize], u.operand));
                let of_w = lists.1.uses_of(w).iter().map(|u| (places.1[u.user.as_u32() as usize], u.operand));
                of_v.eq(of_w)
            };
            let same_outside = |(v, w): (Value, Value)| match (v.as_block(), w.as_block()) {
                (Some(v), Some(w)) => a.same(a.uses.uses_of_block(f, v), &b, b.uses.uses_of_block(g, w)),
                _ => true,
            };
            locals(of_f).zip(locals(of_g)).all(|pair| same_local(pair) && same_outside(pair))
        })
    };
    let both = a.values.iter().zip(&b.values);
    a.values.len() == b.values.len()
        && both.into_iter().all(|(&v, &w)| a.same(a.uses.uses_of(v), &b, b.uses.uses_of(w)))
        && same_bodies()
}

/// A module with numbers for what is used and uses, the same for the same text.
struct Numbered<'a> {
    module: &'a Module,
    uses: ModuleUses,
    /// Globals and constants in the order of their numbers.
    values: Vec<Value>,
    numbers: HashMap<Value, u32>,
    /// By function and instruction, where in the function that stands.
    places: HashMap<Global, Vec<u32>>,
}

impl<'a> Numbered<'a> {
    fn new(module: &'a Module) -> Numbered<'a> {
        let mut numbered = Numbered {
            module,
            uses: ModuleUses::new(module),
            values: Vec::new(),
            numbers: HashMap::new(),
            places: HashMap::new(),
        };
        let lists = [module.variables(), module.aliases(), module.ifuncs(), module.functions()];
        for &id in lists.into_iter().flatten() {
            numbered.add(id.into());
        }
        for &id in lists.into_iter().flatten() {
            match &module[id].kind {
                GlobalKind::Variable(v) => v.initializer.into_iter().for_each(|v| numbered.add(v)),
                GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => numbered.add(*v),
                GlobalKind::Function(f) => {
                    [f.personality, f.prefix, f.prologue].into_iter().flatten().for_each(|v| numbered.add(v));
                }
            }
            if let Some(body) = module.body(id) {
                let mut places = vec![0; body.inst_count()];
                for (place, inst) in (0..).zip(body.blocks().flat_map(|b| body.insts(b))) {
                    places[inst.as_u32() as usize] = place;
                    body.inst(inst).for_each_operand(body.values(), |v| numbered.add(v));
                }
                numbered.places.insert(id, places);
            }
        }
        numbered
    }

    /// Numbers a global, or a constant and what it is made of.
    fn add(&mut self, value: Value) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if value.as_constant().is_none() && value.as_global().is_none() || self.numbers.contains_key(&value) {
                continue;
            }
            self.numbers.insert(value, self.values.len() as u32);
            self.values.push(value);
            if let Some(constant) = value.as_constant() {
                self.module.constants().get(constant).data.for_each_operand(|v| open.push(v));
            }
        }
    }

    /// The user and the place of its operand; none for one that stands nowhere but in metadata.
    fn number(&self, by: &ModuleUse) -> Option<(u32, u32, u32)> {
        let (user, place) = match by.user {
            User::Inst(function, inst) => (function.into(), self.places.get(&function)?[inst.as_u32() as usize]),
            User::Constant(constant) => (Value::from(constant), 0),
            User::Global(global) => (global.into(), u32::MAX),
        };
        Some((*self.numbers.get(&user)?, place, by.operand))
    }

    fn same(&self, uses: &[ModuleUse], other: &Numbered<'_>, others: &[ModuleUse]) -> bool {
        uses.iter().filter_map(|u| self.number(u)).eq(others.iter().filter_map(|u| other.number(u)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Module {
        match lindworm::read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default()) {
            Ok(outcome) => outcome.module,
            Err(errors) => panic!("{errors:?}"),
        }
    }

    const TEXT: &str = "@a = global [2 x ptr] [ptr @g, ptr getelementptr (i8, ptr @g, i64 1)]
@g = global ptr @f
@l = global ptr blockaddress(@f, %l)

define i32 @f(i32 %x) {
  %y = add i32 %x, %x
  br label %l
l:
  %z = mul i32 %y, %x
  store ptr @g, ptr @g
  br i1 true, label %l, label %m
m:
  ret i32 %z
}
";

    #[test]
    fn every_order_is_kept() {
        let how = Check { shuffles: 5, ..Check::default() };
        assert!(run(&mut Vec::new(), &mut module(TEXT), &how).is_ok());
    }

    #[test]
    fn constants_of_debug_records_are_users_too() {
        let text = "@g = global i64 0
define void @f(i64 %x) {
  %1 = load i64, ptr getelementptr (i8, ptr @g, i64 1)
    #dbg_value(!DIArgList(i64 %x, ptr getelementptr (i8, ptr @g, i64 2)), !0, !DIExpression(DW_OP_LLVM_arg, 0), !1)
  %2 = load i64, ptr getelementptr (i8, ptr @g, i64 3)
    #dbg_assign(i32 0, !0, !DIExpression(), !2, ptr getelementptr (i8, ptr @g, i64 4), !DIExpression(), !1)
  ret void
}
!0 = !DILocalVariable(name: \"x\", scope: !3)
!1 = !DILocation(line: 1, scope: !3)
!2 = distinct !DIAssignID()
!3 = distinct !DISubprogram(name: \"f\")
!llvm.module.flags = !{!4}
!4 = !{i32 2, !\"Debug Info Version\", i32 3}
";
        let mut module = module(text);
        assert_eq!(ModuleUses::new(&module).uses_of(module.variables()[0].into()).len(), 4);
        assert!(run(&mut Vec::new(), &mut module, &Check { shuffles: 5, ..Check::default() }).is_ok());
    }

    #[test]
    fn another_order_is_seen() {
        for directive in ["uselistorder ptr @g, { 3, 2, 1, 0 }", "uselistorder_bb @f, %l, { 2, 1, 0 }"] {
            assert!(!same_lists(&module(TEXT), &module(&format!("{TEXT}{directive}\n"))), "{directive}");
        }
        let local = TEXT.replace("}\n", "  uselistorder i32 %x, { 2, 1, 0 }\n}\n");
        assert!(!same_lists(&module(TEXT), &module(&local)));
        assert!(same_lists(&module(TEXT), &module(TEXT)));
    }

    #[test]
    fn reversed_twice_is_as_before() {
        let mut changed = module(TEXT);
        let reverse = |len| (0..len as u32).rev().collect();
        change_orders(&mut changed, reverse);
        assert!(!same_lists(&changed, &module(TEXT)));
        change_orders(&mut changed, reverse);
        assert!(same_lists(&changed, &module(TEXT)));
    }
}
