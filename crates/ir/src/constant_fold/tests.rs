use super::*;
use crate::module::{GlobalKind, GlobalValue, Linkage, Variable};
use crate::value::Global;

/// A module with one variable `@x`.
fn setup() -> (Module, Value) {
    let cx = Context::new();
    let mut m = Module::new(&cx, "m");
    let variable = Variable {
        initializer: None,
        constant: false,
        externally_initialized: false,
        attributes: Default::default(),
        code_model: None,
        sanitizer: Default::default(),
    };
    let global: Global = m.add_global(GlobalValue::new(b"x", Type::I64, Type::PTR, GlobalKind::Variable(variable)));
    m.globals[global].linkage = Linkage::External;
    (m, global.into())
}

fn int(m: &Module, ty: Type, value: u64) -> Value {
    m.constants.int(&m.context, ty, value)
}

fn expr(m: &Module, value: Value) -> ConstantExpr {
    match &m.constants.node(value).unwrap().data {
        ConstantData::Expr(expr) => (**expr).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn casts_of_numbers() {
    let (m, _) = setup();
    let c = |op, ty, value, to| m.fold_cast(op, int(&m, ty, value), to).unwrap();
    assert_eq!(c(CastOp::Trunc, Type::I64, 0x1_0000_002a, Type::I32), int(&m, Type::I32, 42));
    assert_eq!(c(CastOp::ZExt, Type::I8, 0xff, Type::I32), int(&m, Type::I32, 0xff));
    assert_eq!(c(CastOp::SExt, Type::I8, 0xff, Type::I16), int(&m, Type::I16, 0xffff));
    assert_eq!(
        c(CastOp::BitCast, Type::I32, 0x3f80_0000, Type::FLOAT),
        m.constants.float(Type::FLOAT, Float::from_f32(1.0))
    );
    assert_eq!(c(CastOp::IntToPtr, Type::I64, 0, Type::PTR), m.constants.zero(&m.context, Type::PTR));
    let undef = m.constants.undef(Type::I8);
    assert_eq!(m.fold_cast(CastOp::ZExt, undef, Type::I16), Some(int(&m, Type::I16, 0)));
    assert_eq!(m.cast_constant(CastOp::IntToPtr, undef, Type::PTR).unwrap(), m.constants.undef(Type::PTR));
}

#[test]
fn casts_of_casts() {
    let (m, x) = setup();
    let wide = m.cast_constant(CastOp::PtrToInt, x, Type::I64).unwrap();
    assert_eq!(
        m.cast_constant(CastOp::Trunc, wide, Type::I8).unwrap(),
        m.cast_constant(CastOp::PtrToInt, x, Type::I8).unwrap()
    );
    // The pointer width is unknown here.
    let back = m.cast_constant(CastOp::IntToPtr, wide, Type::PTR).unwrap();
    assert_eq!(expr(&m, back), ConstantExpr::Cast { op: CastOp::IntToPtr, value: wide });
    let there = m.cast_constant(CastOp::AddrSpaceCast, x, m.context.ptr(1)).unwrap();
    assert_eq!(m.cast_constant(CastOp::AddrSpaceCast, there, Type::PTR).unwrap(), x);
    let null = m.constants.zero(&m.context, Type::PTR);
    let null = m.cast_constant(CastOp::AddrSpaceCast, null, m.context.ptr(1)).unwrap();
    assert!(matches!(expr(&m, null), ConstantExpr::Cast { op: CastOp::AddrSpaceCast, .. }));
}

#[test]
fn bitcasts_of_vectors() {
    let (m, _) = setup();
    let cx = &m.context;
    let narrow = cx.vector(Type::I8, 2, false);
    let ones = m.cast_constant(CastOp::BitCast, int(&m, Type::I16, 0xffff), narrow).unwrap();
    assert_eq!(ones, m.constants.all_ones(cx, narrow));
    // The elements depend on the byte order.
    let five = m.cast_constant(CastOp::BitCast, int(&m, Type::I16, 5), narrow).unwrap();
    let one = m.constants.splat(cx, cx.vector(Type::I16, 1, false), int(&m, Type::I16, 5));
    assert_eq!(expr(&m, five), ConstantExpr::Cast { op: CastOp::BitCast, value: one });
}

#[test]
fn arithmetic() {
    let (m, x) = setup();
    let none = IntFlags::empty();
    let [zero, five] = [0, 5].map(|n| int(&m, Type::I64, n));
    let minus_five = int(&m, Type::I64, (-5i64) as u64);
    let address = m.cast_constant(CastOp::PtrToInt, x, Type::I64).unwrap();
    assert_eq!(m.binary_constant(BinaryOp::Add, none, five, minus_five).unwrap(), zero);
    assert_eq!(m.binary_constant(BinaryOp::Sub, none, address, zero).unwrap(), address);
    // The constant moves to the right, and the flags are dropped.
    let sum = m.binary_constant(BinaryOp::Add, IntFlags::NUW, five, address).unwrap();
    assert_eq!(sum, m.binary_constant(BinaryOp::Add, none, address, five).unwrap());
    assert_eq!(m.binary_constant(BinaryOp::Add, none, sum, minus_five).unwrap(), address);
    let difference = m.binary_constant(BinaryOp::Sub, IntFlags::NSW, five, address).unwrap();
    let expected = ConstantExpr::Binary { op: BinaryOp::Sub, flags: IntFlags::NSW, lhs: five, rhs: address };
    assert_eq!(expr(&m, difference), expected);
    assert_eq!(m.fold_binary(BinaryOp::And, none, address, zero), Some(zero));
    assert_eq!(m.fold_binary(BinaryOp::And, none, address, five), None);
    assert_eq!(m.fold_binary(BinaryOp::UDiv, none, address, zero), Some(m.constants.poison(Type::I64)));
    let undef = m.constants.undef(Type::I64);
    assert_eq!(m.fold_binary(BinaryOp::And, none, undef, address), Some(zero));
    assert_eq!(m.fold_binary(BinaryOp::Add, none, address, undef), Some(undef));
}

#[test]
fn arithmetic_on_vectors() {
    let (m, _) = setup();
    let cx = &m.context;
    let none = IntFlags::empty();
    let ty = cx.vector(Type::I32, 2, false);
    let [one, two, three] = [1, 2, 3].map(|n| int(&m, Type::I32, n));
    let poison = m.constants.poison(Type::I32);
    let a = m.constants.aggregate(cx, ty, &[one, poison]);
    let sum = m.fold_binary(BinaryOp::Add, none, a, m.constants.splat(cx, ty, two)).unwrap();
    assert_eq!(sum, m.constants.aggregate(cx, ty, &[three, poison]));
    // The number of elements does not matter if all are equal.
    let wide = cx.vector(Type::I32, u32::MAX, false);
    let sum = m.fold_binary(BinaryOp::Mul, none, m.constants.splat(cx, wide, three), m.constants.undef(wide));
    assert_eq!(sum, Some(m.constants.undef(wide)));
    let zero = m.constants.zero(cx, wide);
    let inserted = m.insert_element_constant(zero, one, int(&m, Type::I32, 7));
    assert!(matches!(expr(&m, inserted), ConstantExpr::InsertElement { .. }));
    assert_eq!(m.extract_element_constant(inserted, int(&m, Type::I64, 7)), one);
    assert_eq!(m.extract_element_constant(inserted, int(&m, Type::I8, 8)), m.constants.zero(cx, Type::I32));
}

#[test]
fn addresses() {
    let (m, x) = setup();
    let cx = &m.context;
    let (zero, one) = (int(&m, Type::I64, 0), int(&m, Type::I64, 1));
    let gep = |operands: &[Value]| m.gep_constant(Type::I8, GepFlags::empty(), None, operands);
    assert_eq!(gep(&[x, zero]), x);
    assert_eq!(gep(&[x, m.constants.poison(Type::I64)]), x);
    assert_eq!(gep(&[m.constants.poison(Type::PTR), one]), m.constants.poison(Type::PTR));
    let range = Some((Int::new(64, 0), Int::new(64, 8)));
    let kept = m.gep_constant(Type::I8, GepFlags::empty(), range, &[x, zero]);
    assert!(matches!(expr(&m, kept), ConstantExpr::GetElementPtr { in_range: Some(_), .. }));
    // An index that is not a vector is splatted; the element of the result is the scalar expression.
    let pointers = cx.vector(Type::PTR, 2, false);
    let vector = gep(&[m.constants.splat(cx, pointers, x), one]);
    let ConstantExpr::GetElementPtr { operands, .. } = expr(&m, vector) else { panic!() };
    assert_eq!(operands[1], m.constants.splat(cx, cx.vector(Type::I64, 2, false), one));
    assert_eq!(m.extract_element_constant(vector, one), gep(&[x, one]));
    assert_eq!(gep(&[x, m.constants.zero(cx, cx.vector(Type::I64, 2, false))]), m.constants.splat(cx, pointers, x));
}

#[test]
fn shuffles() {
    let (m, x) = setup();
    let cx = &m.context;
    let ty = cx.vector(Type::I32, 2, false);
    let [one, two, three, four] = [1, 2, 3, 4].map(|n| int(&m, Type::I32, n));
    let v1 = m.constants.aggregate(cx, ty, &[one, two]);
    let v2 = m.constants.aggregate(cx, ty, &[three, four]);
    assert_eq!(m.shuffle_vector_constant(v1, v2, &[3, 0]), m.constants.aggregate(cx, ty, &[four, one]));
    assert_eq!(m.shuffle_vector_constant(v1, v2, &[-1, -1]), m.constants.poison(ty));
    // The splat of a scalable vector as explicit instructions.
    let scalable = cx.vector(Type::PTR, 2, true);
    let poison = m.constants.poison(scalable);
    let inserted = m.insert_element_constant(poison, x, int(&m, Type::I64, 0));
    let splat = m.shuffle_vector_constant(inserted, poison, &[0, 0]);
    assert_eq!(splat, m.constants.splat(cx, scalable, x));
    assert_eq!(m.extract_element_constant(splat, int(&m, Type::I32, 1)), x);
    let past = m.extract_element_constant(splat, int(&m, Type::I32, 2));
    assert!(matches!(expr(&m, past), ConstantExpr::ExtractElement { .. }));
    // With an undef base it is another constant, but still a splat.
    let other = m.insert_element_constant(m.constants.undef(scalable), x, int(&m, Type::I32, 0));
    let other = m.shuffle_vector_constant(other, poison, &[0, 0]);
    assert_ne!(other, splat);
    assert_eq!(m.constants.splat_value(cx, other), Some(x));
}

#[test]
fn choices() {
    let (m, x) = setup();
    let cx = &m.context;
    let ty = cx.vector(Type::I32, 4, false);
    let bools = cx.vector(Type::I1, 4, false);
    let [yes, no] = [1, 0].map(|n| int(&m, Type::I1, n));
    let undef = m.constants.undef(Type::I1);
    let n = |n| int(&m, Type::I32, n);
    let u = m.constants.undef(Type::I32);
    let list = |elements: &[Value]| m.constants.aggregate(cx, ty, elements);
    let condition = m.constants.aggregate(cx, bools, &[undef, undef, no, yes]);
    let chosen = m.fold_select(condition, list(&[u, n(2), n(3), n(4)]), list(&[n(5), n(6), n(7), n(8)]));
    assert_eq!(chosen, Some(list(&[u, n(6), n(7), n(4)])));
    assert_eq!(m.fold_select(undef, n(1), n(2)), Some(n(2)));
    assert_eq!(m.fold_select(m.constants.poison(Type::I1), n(1), n(2)), Some(m.constants.poison(Type::I32)));
    let unknown = m.cast_constant(CastOp::PtrToInt, x, Type::I1).unwrap();
    assert_eq!(m.fold_select(unknown, n(1), n(2)), None);
    assert_eq!(m.fold_select(unknown, u, n(2)), Some(n(2)));
    assert_eq!(m.fold_select(unknown, m.constants.poison(Type::I32), u), Some(u));
}

#[test]
fn comparisons() {
    let (m, x) = setup();
    let cx = &m.context;
    let [yes, no] = [1, 0].map(|n| int(&m, Type::I1, n));
    let n = |n| int(&m, Type::I32, n);
    let undef = m.constants.undef(Type::I32);
    assert_eq!(m.fold_icmp(IntPredicate::Slt, n(u32::MAX.into()), n(0)), Some(yes));
    assert_eq!(m.fold_icmp(IntPredicate::Ult, undef, n(5)), Some(no));
    assert_eq!(m.fold_icmp(IntPredicate::Eq, undef, n(5)), Some(m.constants.undef(Type::I1)));
    assert_eq!(m.fold_icmp(IntPredicate::Eq, x, x), Some(yes));
    assert_eq!(m.fold_icmp(IntPredicate::Eq, x, m.constants.zero(cx, Type::PTR)), None);
    assert_eq!(m.fold_icmp(IntPredicate::Ult, x, m.constants.zero(cx, Type::PTR)), Some(no));
    let nan = m.constants.float(Type::FLOAT, Float::nan(FloatFormat::Float));
    assert_eq!(m.fold_fcmp(FloatPredicate::Uno, nan, nan), Some(yes));
    let ty = cx.vector(Type::I32, 2, false);
    let two = m.constants.aggregate(cx, ty, &[n(1), n(2)]);
    let bools = m.fold_icmp(IntPredicate::Sgt, two, m.constants.splat(cx, ty, n(1))).unwrap();
    assert_eq!(bools, m.constants.aggregate(cx, cx.vector(Type::I1, 2, false), &[no, yes]));
    let unknown = m.cast_constant(CastOp::PtrToInt, x, Type::I1).unwrap();
    assert_eq!(
        m.fold_icmp(IntPredicate::Ne, unknown, yes),
        Some(m.binary_constant(BinaryOp::Xor, IntFlags::empty(), unknown, yes).unwrap())
    );
}

#[test]
fn values_in_aggregates() {
    let (m, x) = setup();
    let cx = &m.context;
    let inner = cx.array(Type::I8, 2);
    let ty = cx.struct_type(&[inner, Type::PTR], false);
    let zero = m.constants.zero(cx, ty);
    let seven = int(&m, Type::I8, 7);
    let changed = m.fold_insert_value(zero, seven, &[0, 1]).unwrap();
    assert_eq!(m.fold_extract_value(changed, &[0]), Some(m.constants.string(cx, &[0, 7])));
    assert_eq!(m.fold_extract_value(changed, &[0, 1]), Some(seven));
    assert_eq!(m.fold_insert_value(changed, int(&m, Type::I8, 0), &[0, 1]), Some(zero));
    assert_eq!(m.fold_extract_value(x, &[0]), None);
    let type_at = |indices: &[u32]| cx.type_at(ty, indices.iter().copied());
    assert_eq!((type_at(&[0, 1]), type_at(&[0, 2]), type_at(&[2])), (Some(Type::I8), None, None));
}

#[test]
fn deep_expressions() {
    let (m, x) = setup();
    let none = IntFlags::empty();
    let mut sum = m.cast_constant(CastOp::PtrToInt, x, Type::I64).unwrap();
    let address = sum;
    let mut pointer = x;
    let mut pointers = m.constants.splat(&m.context, m.context.vector(Type::PTR, 2, false), x);
    let index = int(&m, Type::I64, 1);
    for _ in 0..10_000 {
        sum = m.binary_constant(BinaryOp::Xor, none, address, sum).unwrap();
        pointer = m.gep_constant(Type::I8, GepFlags::empty(), None, &[pointer, index]);
        pointers = m.gep_constant(Type::I8, GepFlags::empty(), None, &[pointers, index]);
    }
    m.binary_constant(BinaryOp::Xor, none, sum, int(&m, Type::I64, 5)).unwrap();
    m.extract_element_constant(pointers, index);
    m.cast_constant(CastOp::PtrToInt, pointers, m.context.vector(Type::I64, 2, false)).unwrap();
}

#[test]
fn removed_expressions_are_refused() {
    let (m, x) = setup();
    let address = m.cast_constant(CastOp::PtrToInt, x, Type::I64).unwrap();
    let float = m.cast_constant(CastOp::BitCast, address, Type::DOUBLE).unwrap();
    let count = m.constants.len();
    use BinaryOp::*;
    for op in [Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or] {
        let error = m.binary_constant(op, IntFlags::empty(), address, int(&m, Type::I64, 6)).unwrap_err();
        assert_eq!(error, NoConstantExpression(op.name()));
    }
    for op in [FAdd, FSub, FMul, FDiv, FRem] {
        assert_eq!(m.binary_constant(op, IntFlags::empty(), float, float), Err(NoConstantExpression(op.name())));
    }
    let casts = [(CastOp::ZExt, address, m.context.int(128)), (CastOp::SExt, address, m.context.int(128))];
    let of_floats = [
        (CastOp::FPTrunc, Type::FLOAT),
        (CastOp::FPExt, Type::FP128),
        (CastOp::FPToUI, Type::I64),
        (CastOp::FPToSI, Type::I64),
    ];
    let to_floats = [(CastOp::UIToFP, address, Type::DOUBLE), (CastOp::SIToFP, address, Type::DOUBLE)];
    for (op, value, to) in casts.into_iter().chain(of_floats.map(|(op, to)| (op, float, to))).chain(to_floats) {
        assert_eq!(m.cast_constant(op, value, to), Err(NoConstantExpression(op.name())));
        assert_eq!(m.fold_cast(op, value, to), None);
    }
    // Only the constant 6 was created.
    assert_eq!(m.constants.len(), count + 1);
}
