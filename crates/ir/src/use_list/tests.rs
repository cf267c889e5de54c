use lindworm_eval::BinaryOp;

use super::{ModuleUses, Use, UseListOrders, UseLists, User};
use crate::body::{Body, UseListOrder};
use crate::context::Context;
use crate::instruction::InstData;
use crate::module::{Function, GlobalKind, GlobalValue, Module, Variable};
use crate::types::Type;
use crate::value::{Block, Inst, Value};

fn module() -> Module {
    Module::new(&Context::new(), "m")
}

fn body(args: usize) -> (Body, Block) {
    let mut body = Body::new(&vec![Type::I32; args]);
    let entry = body.create_block();
    body.append_block(entry);
    (body, entry)
}

fn variable(initializer: Option<Value>) -> GlobalValue {
    GlobalValue::new(b"", Type::PTR, Type::PTR, GlobalKind::Variable(Variable { initializer, ..Variable::default() }))
}

fn uses(uses: &[Use]) -> Vec<(u32, u32)> {
    uses.iter().map(|u| (u.user.as_u32(), u.operand)).collect()
}

/// `%0 = phi [%a, entry], [%1, loop]`, `%1 = add %0, %1`: both use `%1` before its definition.
fn looped() -> (Body, Block) {
    let (mut body, entry) = body(1);
    let looped = body.create_block();
    body.append_block(looped);
    body.append_inst(entry, InstData::Br { dest: looped }, Type::VOID);
    let (phi, add) = (Inst::from_u32(1), Inst::from_u32(2));
    let incoming = body.list(&[Value::arg(0), entry.into(), add.into(), looped.into()]);
    body.append_inst(looped, InstData::Phi { incoming, fast_math: Default::default() }, Type::I32);
    let add_data = InstData::Binary {
        op: BinaryOp::Add,
        flags: Default::default(),
        fast_math: Default::default(),
        lhs: phi.into(),
        rhs: add.into(),
    };
    body.append_inst(looped, add_data, Type::I32);
    body.append_inst(looped, InstData::Ret { value: Value::from(add).into() }, Type::VOID);
    (body, looped)
}

#[test]
fn early_uses_come_last_and_the_blocks_of_a_phi_are_none() {
    let (body, looped) = looped();
    let lists = UseLists::new(&body);
    assert_eq!(uses(lists.uses_of(Inst::from_u32(2).into())), [(3, 0), (1, 2), (2, 1)]);
    assert_eq!(uses(lists.uses_of(looped.into())), [(0, 0)]);
    assert!(lists.uses_of(body.entry().unwrap().into()).is_empty());
    assert!(lists.has_one_use(Value::arg(0)));
    // A value that is not local to the body, or does not exist, has no uses.
    assert!(lists.uses_of(Value::arg(7)).is_empty());
    assert!(lists.uses_of(Inst::from_u32(70).into()).is_empty());
    assert!(lists.uses_of(module().constants.undef(Type::I32)).is_empty());
}

#[test]
fn only_instructions_in_a_block_use() {
    let (mut body, _) = looped();
    body.remove_inst(Inst::from_u32(3));
    let lists = UseLists::new(&body);
    assert_eq!(uses(lists.uses_of(Inst::from_u32(2).into())), [(1, 2), (2, 1)]);
}

#[test]
fn directives_have_the_last_word() {
    let (mut body, _) = looped();
    let add = Value::from(Inst::from_u32(2));
    body.use_list_orders.push(UseListOrder { value: add, order: [1, 2, 0].into() });
    // Longer than this list, so it is ignored.
    body.use_list_orders.push(UseListOrder { value: Value::arg(0), order: [1, 0].into() });
    let lists = UseLists::new(&body);
    assert_eq!(uses(lists.uses_of(add)), [(2, 1), (3, 0), (1, 2)]);
    assert_eq!(uses(lists.uses_of(Value::arg(0))), [(1, 0)]);
}

#[test]
fn globals_are_used_by_globals_constants_and_instructions() {
    let mut module = module();
    let g = module.add_global(variable(None));
    let second = module.add_global(variable(Some(g.into())));
    let cx = module.context.clone();
    let array = module
        .constants
        .intern(cx.array(Type::PTR, 2), crate::constant::ConstantData::Aggregate([Value::from(g), g.into()].into()));
    let third = module.add_global(variable(Some(array)));
    let (mut body, entry) = body(0);
    body.append_inst(entry, InstData::Ret { value: Value::from(g).into() }, Type::VOID);
    let function = GlobalKind::Function(Box::new(Function { body: Some(Box::new(body)), ..Function::default() }));
    let ty = cx.function_type(Type::PTR, &[], false);
    let f = module.add_global(GlobalValue::new(b"f", ty, Type::PTR, function));

    let uses = ModuleUses::new(&module);
    let constant = User::Constant(array.as_constant().unwrap());
    let users: Vec<_> = uses.users_of(g.into()).collect();
    assert_eq!(users, [User::Inst(f, Inst::from_u32(0)), constant, constant, User::Global(second)]);
    assert_eq!(uses.users_of(array).collect::<Vec<_>>(), [User::Global(third)]);
    assert!(uses.has_one_use(array));
    assert!(uses.uses_of(f.into()).is_empty());
    assert!(uses.uses_of(Value::arg(0)).is_empty());
    assert!(UseListOrders::new(&module).module.is_empty());
    // Plain data has no list.
    assert!(!module.has_use_list(module.constants.int(&cx, Type::I32, 1)));
}

#[test]
fn a_reader_of_bitcode_meets_the_last_global_first() {
    let mut module = module();
    let used = module.add_global(variable(None));
    let users = [used, used].map(|g| module.add_global(variable(Some(g.into()))));
    let in_order = |module: &Module| ModuleUses::new(module).users_of(used.into()).collect::<Vec<_>>();
    assert_eq!(in_order(&module), [User::Global(users[1]), User::Global(users[0])]);
    let orders = UseListOrders::of_bitcode(&module);
    assert_eq!(orders.module, [UseListOrder { value: used.into(), order: [1, 0].into() }]);

    module.as_read.from_bitcode = true;
    assert_eq!(in_order(&module), [User::Global(users[0]), User::Global(users[1])]);
    assert!(UseListOrders::of_bitcode(&module).module.is_empty());
    assert_eq!(UseListOrders::new(&module).module.len(), 1);
}
