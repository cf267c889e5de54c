//! Tests of an editor against a simple model of a body, and of its rules.

use super::*;
use crate::context::Context;
use crate::eval::{BinaryOp, FastMathFlags, IntFlags};
use crate::metadata::MetadataRef;

/// A body as nested lists, edited in the obvious slow way.
#[derive(Clone, Debug, Default)]
struct Model {
    blocks: Vec<ModelBlock>,
}

#[derive(Clone, Debug, PartialEq)]
struct ModelBlock {
    block: Block,
    insts: Vec<ModelInst>,
    /// Debug records at the end.
    records: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
struct ModelInst {
    inst: Inst,
    operands: Vec<Value>,
    /// Debug records before the instruction.
    records: Vec<u32>,
}

impl Model {
    /// The position of an instruction: the index of its block, and the index within the block.
    fn find(&self, inst: Inst) -> (usize, usize) {
        let places = (0..).zip(&self.blocks).find_map(|(b, block)| {
            let i = block.insts.iter().position(|i| i.inst == inst)?;
            Some((b, i))
        });
        places.expect("the instruction is in a block")
    }

    fn get(&mut self, inst: Inst) -> &mut ModelInst {
        let (b, i) = self.find(inst);
        &mut self.blocks[b].insts[i]
    }

    fn find_block(&self, block: Block) -> usize {
        self.blocks.iter().position(|b| b.block == block).expect("the block is there")
    }

    fn remove(&mut self, inst: Inst) -> ModelInst {
        let (b, i) = self.find(inst);
        let mut removed = self.blocks[b].insts.remove(i);
        let records = std::mem::take(&mut removed.records);
        self.records_at(b, i).splice(..0, records);
        removed
    }

    /// The records before the instruction at an index, or at the end of the block.
    fn records_at(&mut self, block: usize, place: usize) -> &mut Vec<u32> {
        let block = &mut self.blocks[block];
        block.insts.get_mut(place).map_or(&mut block.records, |i| &mut i.records)
    }

    fn place(&mut self, mut new: ModelInst, at: Point) {
        let (b, i) = match at {
            Point::Before(next) | Point::BeforeRecords(next) => self.find(next),
            Point::End(block) => {
                let b = self.find_block(block);
                (b, self.blocks[b].insts.len())
            }
        };
        if !matches!(at, Point::BeforeRecords(_)) {
            let mut before = std::mem::take(self.records_at(b, i));
            before.append(&mut new.records);
            new.records = before;
        }
        self.blocks[b].insts.insert(i, new);
    }

    fn for_each_operand(&mut self, mut f: impl FnMut(Inst, usize, &mut Value)) {
        for inst in self.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            let user = inst.inst;
            inst.operands.iter_mut().enumerate().for_each(|(place, v)| f(user, place, v));
        }
    }

    fn insts(&self) -> Vec<Inst> {
        self.blocks.iter().flat_map(|b| &b.insts).map(|i| i.inst).collect()
    }
}

fn record(number: u32) -> DebugRecordData {
    let label = Metadata::new(MetadataRef::Node(number));
    DebugRecordData::Label { label, debug_loc: label }
}

fn numbers(body: &Body, position: RecordPosition) -> Vec<u32> {
    let number = |r: &DebugRecordData| match r {
        DebugRecordData::Label { label, .. } => match label.open() {
            MetadataRef::Node(n) => n,
            _ => unreachable!(),
        },
        _ => unreachable!(),
    };
    body.debug_records_at(position).map(number).collect()
}

/// The body as a model.
fn read(body: &Body) -> Vec<ModelBlock> {
    let inst = |inst| {
        let mut operands = Vec::new();
        body.inst(inst).for_each_operand(&body.values, |v| operands.push(v));
        ModelInst { inst, operands, records: numbers(body, RecordPosition::Before(inst)) }
    };
    let block = |block| {
        assert_eq!(body.insts(block).last(), body.last_inst(block));
        assert!(body.insts(block).all(|i| body.inst_block(i) == Some(block)));
        let insts: Vec<_> = body.insts(block).map(inst).collect();
        let backwards: Vec<_> = std::iter::successors(body.last_inst(block), |&i| body.prev_inst(i)).collect();
        assert!(backwards.iter().rev().copied().eq(insts.iter().map(|i| i.inst)));
        ModelBlock { block, insts, records: numbers(body, RecordPosition::End(block)) }
    };
    body.blocks().map(block).collect()
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn is_phi(body: &Body, inst: Inst) -> bool {
    matches!(body.inst(inst), InstData::Phi { .. })
}

/// Applies one random change to both. Returns whether there was one.
fn step(editor: &mut Editor<'_>, model: &mut Model, random: &mut Random) -> bool {
    let insts = model.insts();
    let body = editor.body();
    let results: Vec<Inst> = insts.iter().copied().filter(|&i| !body.inst(i).is_terminator()).collect();
    let any_value = |random: &mut Random| {
        if results.is_empty() || random.below(3) == 0 {
            Value::arg(random.below(3) as u32)
        } else {
            random.of(&results).into()
        }
    };
    let any_point = |random: &mut Random, model: &Model| match random.below(3) {
        0 if !insts.is_empty() => Point::Before(random.of(&insts)),
        1 if !insts.is_empty() => Point::BeforeRecords(random.of(&insts)),
        _ => Point::End(model.blocks[random.below(model.blocks.len())].block),
    };
    let choice = random.below(17);
    match choice {
        0..=3 => {
            let at = any_point(random, model);
            let (lhs, rhs) = (any_value(random), any_value(random));
            let block = model.blocks[random.below(model.blocks.len())].block;
            let (data, operands) = match choice {
                0 => {
                    let incoming = editor.list(&[lhs, block.into(), rhs, block.into()]);
                    let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
                    (data, vec![lhs, block.into(), rhs, block.into()])
                }
                1 => (InstData::Br { dest: block }, vec![block.into()]),
                _ => {
                    let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
                    (InstData::Binary { op: BinaryOp::Add, flags, fast_math, lhs, rhs }, vec![lhs, rhs])
                }
            };
            let inst = editor.insert(at, data, Type::I32);
            model.place(ModelInst { inst, operands, records: Vec::new() }, at);
        }
        _ if insts.is_empty() => return false,
        4 => {
            let (user, value) = (random.of(&insts), any_value(random));
            let place = random.below(model.get(user).operands.len());
            if model.get(user).operands.get(place).is_some_and(|v| v.as_block().is_none()) {
                editor.set_operand(Use { user, operand: place as u32 }, value);
                model.get(user).operands[place] = value;
            }
        }
        5 => {
            let (old, new) = (any_value(random), any_value(random));
            editor.replace_all(old, new);
            model.for_each_operand(|_, _, v| *v = if *v == old { new } else { *v });
        }
        6 => {
            let erased = random.of(&insts);
            if editor.uses().is_unused(erased.into()) {
                editor.erase(erased);
                model.remove(erased);
            }
        }
        7 => {
            let (inst, at) = (random.of(&insts), any_point(random, model));
            if !matches!(at, Point::Before(i) | Point::BeforeRecords(i) if i == inst) {
                editor.move_inst(inst, at);
                let moved = model.remove(inst);
                model.place(moved, at);
            }
        }
        8 => {
            let (b, first) = model.find(random.of(&insts));
            let last = first + random.below(model.blocks[b].insts.len() - first);
            let range: Vec<Inst> = model.blocks[b].insts[first..=last].iter().map(|i| i.inst).collect();
            let at = any_point(random, model);
            if !matches!(at, Point::Before(i) | Point::BeforeRecords(i) if range.contains(&i)) {
                editor.move_range(range[0], range[range.len() - 1], at);
                let stay = std::mem::take(&mut model.blocks[b].insts[first].records);
                model.records_at(b, last + 1).splice(..0, stay);
                let mut moved: Vec<_> = model.blocks[b].insts.drain(first..=last).collect();
                for (i, inst) in moved.drain(..).enumerate() {
                    // Only the first instruction of the range precedes the records at the point.
                    let at = match at {
                        Point::Before(next) if i > 0 => Point::BeforeRecords(next),
                        at => at,
                    };
                    model.place(inst, at);
                }
            }
        }
        9 => {
            let at = random.of(&insts);
            if !is_phi(editor.body(), at) {
                let new = editor.split_block(at, b"");
                let (b, i) = model.find(at);
                let old = model.blocks[b].block;
                let mut insts = model.blocks[b].insts.split_off(i);
                let before_branch = std::mem::take(&mut insts[0].records);
                let records = std::mem::take(&mut model.blocks[b].records);
                model.blocks.insert(b + 1, ModelBlock { block: new, insts, records });
                let body = editor.body();
                model.for_each_operand(|user, _, v| {
                    if is_phi(body, user) && *v == old.into() {
                        *v = new.into();
                    }
                });
                let branch = body.last_inst(old).unwrap();
                let branch = ModelInst { inst: branch, operands: vec![new.into()], records: before_branch };
                model.blocks[b].insts.push(branch);
            }
        }
        10 => {
            let block = model.blocks[random.below(model.blocks.len())].block;
            let phis_come_first =
                editor.body().insts(block).skip_while(|&i| is_phi(editor.body(), i)).all(|i| !is_phi(editor.body(), i));
            if phis_come_first && editor.merge_into_predecessor(block) {
                *model = Model { blocks: read(editor.body()) };
            }
        }
        11 => {
            let phi = random.of(&insts);
            if is_phi(editor.body(), phi) {
                let (value, from) = (any_value(random), model.blocks[random.below(model.blocks.len())].block);
                editor.add_incoming(phi, value, from);
                model.get(phi).operands.extend([value, from.into()]);
            }
        }
        12 => {
            let phi = random.of(&insts);
            if is_phi(editor.body(), phi) {
                let gone = random.below(4);
                let mut count = 0;
                editor.retain_incoming(phi, |_, _| {
                    count += 1;
                    count - 1 != gone
                });
                let operands = &mut model.get(phi).operands;
                if operands.len() > 2 * gone {
                    operands.drain(2 * gone..2 * gone + 2);
                }
            }
        }
        13 => {
            let (number, end) = (random.below(1000) as u32, random.below(4) == 0);
            let inst = random.of(&insts);
            let (b, i) = model.find(inst);
            let block = model.blocks[b].block;
            let at = if end { RecordPosition::End(block) } else { RecordPosition::Before(inst) };
            editor.insert_debug_record(at, record(number));
            let i = if end { model.blocks[b].insts.len() } else { i };
            model.records_at(b, i).push(number);
        }
        14 => {
            let (from, to) = (random.of(&insts), random.of(&insts));
            let handles: Vec<DebugRecord> = editor.body().debug_records(from).handles().map(|r| r.0).collect();
            if !handles.is_empty() {
                let place = random.below(handles.len());
                let number = model.get(from).records.remove(place);
                if random.below(2) == 0 {
                    editor.remove_debug_record(handles[place]);
                } else {
                    editor.move_debug_record(handles[place], RecordPosition::Before(to));
                    model.get(to).records.push(number);
                }
            }
        }
        15 => {
            let (inst, at) = (random.of(&insts), any_point(random, model));
            let copy = editor.clone_inst(inst, at);
            let operands = model.get(inst).operands.clone();
            model.place(ModelInst { inst: copy, operands, records: Vec::new() }, at);
        }
        _ => {
            let (a, b) = (model.find(random.of(&insts)), model.find(random.of(&insts)));
            if a.0 == b.0 {
                let inst = |at: (usize, usize)| model.blocks[at.0].insts[at.1].inst;
                assert_eq!(editor.comes_before(inst(a), inst(b)), a.1 < b.1);
            }
        }
    }
    true
}

#[test]
fn any_series_of_changes_is_that_of_the_model() {
    let module = Module::new(&Context::new(), "m");
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut body = Body::new(&[Type::I32; 3]);
        let mut editor = Editor::new(&module, &mut body);
        let mut model = Model::default();
        for _ in 0..3 {
            let block = editor.create_block(None);
            model.blocks.push(ModelBlock { block, insts: Vec::new(), records: Vec::new() });
        }
        if seed % 2 == 0 {
            editor.all_uses();
        }
        for _ in 0..400 {
            if step(&mut editor, &mut model, &mut random) {
                assert_eq!(read(editor.body()), model.blocks, "seed {seed}");
                assert_eq!(editor.uses().check(editor.body()), Ok(()), "seed {seed}");
            }
        }
    }
}

/// A body of three additions in a row, and a block.
fn chain(editor: &mut Editor<'_>) -> (Block, [Inst; 3]) {
    let block = editor.create_block(None);
    let mut last = Value::arg(0);
    let insts = [(); 3].map(|()| {
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        let data = InstData::Binary { op: BinaryOp::Add, flags, fast_math, lhs: last, rhs: Value::arg(1) };
        let inst = editor.insert(Point::End(block), data, Type::I32);
        last = inst.into();
        inst
    });
    (block, insts)
}

#[test]
fn a_replaced_value_is_used_by_who_used_it_last_first() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (_, [a, b, c]) = chain(&mut editor);
    editor.replace_all(Value::arg(1), Value::arg(0));
    let users: Vec<Inst> = editor.uses().of(Value::arg(0)).map(|u| u.user).collect();
    assert_eq!(users, [a, b, c, a]);
}

#[test]
fn names_are_made_unique_and_freed() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (_, [a, b, c]) = chain(&mut editor);
    editor.set_name(a.into(), b"x");
    editor.set_name(b.into(), b"x");
    assert_eq!(editor.body().name(b.into()), b"x1");
    editor.take_name(b.into(), c.into());
    assert_eq!((editor.body().name(b.into()), editor.body().name(c.into())), (&b""[..], &b"x1"[..]));
    editor.erase(c);
    editor.set_name(b.into(), b"x1");
    assert_eq!(editor.body().name(b.into()), b"x1");
}

#[test]
fn a_copied_phi_has_lists_of_its_own() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let block = editor.create_block(None);
    let incoming = editor.list(&[Value::arg(0), block.into()]);
    let phi =
        editor.insert(Point::End(block), InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, Type::I32);
    let copy = editor.clone_inst(phi, Point::Before(phi));
    editor.set_operand(Use { user: copy, operand: 0 }, Value::arg(1));
    editor.add_incoming(copy, Value::arg(1), block);
    assert_eq!(editor.body().operand(phi, 0), Some(Value::arg(0)));
    assert_eq!(editor.body().operand_count(phi), 2);
}

#[test]
fn an_edge_that_is_split_changes_one_entry_of_each_phi() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I1, Type::I32]);
    let mut editor = Editor::new(&module, &mut body);
    let (from, to) = (editor.create_block(None), editor.create_block(None));
    let branch = InstData::CondBr { condition: Value::arg(0), if_true: to, if_false: to };
    let branch = editor.insert(Point::End(from), branch, Type::VOID);
    let incoming = editor.list(&[Value::arg(1), from.into(), Value::arg(1), from.into()]);
    let phi = editor.insert(Point::End(to), InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, Type::I32);
    let new = editor.split_edge(Use { user: branch, operand: 2 }, b"edge").unwrap();
    assert_eq!(*editor.body().inst(branch), InstData::CondBr { condition: Value::arg(0), if_true: new, if_false: to });
    let blocks = [1, 3].map(|place| editor.body().operand(phi, place).unwrap().as_block().unwrap());
    assert_eq!(blocks, [new, from]);
    assert_eq!(editor.body().name(new.into()), b"edge");
    assert_eq!(editor.uses().check(editor.body()), Ok(()));
}

#[test]
fn blocks_that_are_erased_leave_poison_and_shorter_phis() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (dead, [_, _, last]) = chain(&mut editor);
    let live = editor.create_block(None);
    let incoming = editor.list(&[last.into(), dead.into(), Value::arg(0), live.into()]);
    let phi = editor.insert(Point::End(live), InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, Type::I32);
    let user = InstData::Freeze { value: last.into() };
    let user = editor.insert(Point::End(live), user, Type::I32);
    editor.insert(Point::End(dead), InstData::Br { dest: live }, Type::VOID);
    editor.erase_blocks(&[dead]);
    assert_eq!(editor.body().operand(phi, 1), Some(live.into()));
    assert_eq!(editor.body().operand_count(phi), 2);
    assert_eq!(editor.body().operand(user, 0), Some(module.constants.poison(Type::I32)));
    assert_eq!(editor.body().blocks().collect::<Vec<_>>(), [live]);
    assert_eq!(editor.uses().check(editor.body()), Ok(()));
}

#[test]
fn a_body_is_copied_into_another() {
    let module = Module::new(&Context::new(), "m");
    let mut callee = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut callee);
    let (_, [_, _, last]) = chain(&mut editor);
    editor.set_name(last.into(), b"x");
    editor.insert_debug_record(RecordPosition::Before(last), record(7));
    let mut body = Body::new(&[Type::I32]);
    let mut editor = Editor::new(&module, &mut body);
    let entry = editor.create_block(None);
    let mut map = ValueMap::of_args(&[Value::arg(0), Value::arg(0)]);
    for expected in [&b"x"[..], b"x1"] {
        editor.splice(entry, &callee, &mut map);
        let copy = map.get(last.into());
        assert_eq!(editor.body().name(copy), expected);
        assert_eq!(numbers(editor.body(), RecordPosition::Before(copy.as_inst().unwrap())), [7]);
        assert_eq!(editor.body().operand(copy.as_inst().unwrap(), 1), Some(Value::arg(0)));
    }
    assert_eq!(editor.uses().of(Value::arg(0)).count(), 8);
    assert_eq!(editor.body().blocks().count(), 3);
    assert_eq!(editor.uses().check(editor.body()), Ok(()));
}

#[test]
fn listeners_hear_of_each_change() {
    #[derive(Default)]
    struct Counts([u32; 3]);
    impl Listener for Counts {
        fn inserted(&mut self, _: &Body, _: Inst) {
            self.0[0] += 1;
        }
        fn changed(&mut self, _: &Body, _: Inst) {
            self.0[1] += 1;
        }
        fn erased(&mut self, _: &Body, _: Inst) {
            self.0[2] += 1;
        }
    }
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (_, [a, b, c]) = chain(&mut editor);
    let (state, ()) = editor.finish();
    let mut counts = Counts::default();
    let mut editor = Editor::resume(&module, &mut body, state, &mut counts);
    editor.clone_inst(a, Point::Before(c));
    editor.replace_all(a.into(), Value::arg(0));
    editor.move_inst(b, Point::Before(a));
    editor.erase(c);
    assert_eq!(counts.0, [1, 2, 1]);
}

#[test]
fn an_operand_that_became_a_constant_is_in_no_chain() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (_, [a, b, c]) = chain(&mut editor);
    // The middle use of the argument becomes a constant, and is erased after other uses were added and removed.
    let seven = module.constants.int(&module.context, Type::I32, 7);
    editor.set_operand(Use { user: b, operand: 1 }, seven);
    editor.set_operand(Use { user: c, operand: 0 }, seven);
    editor.erase(c);
    editor.erase(b);
    editor.set_operand(Use { user: a, operand: 1 }, Value::arg(0));
    assert_eq!(editor.uses().check(editor.body()), Ok(()));
    assert!(editor.uses().is_unused(Value::arg(1)));
}

#[test]
fn several_instructions_that_are_built_at_once_are_in_order() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32; 2]);
    let mut editor = Editor::new(&module, &mut body);
    let (block, [a, b, c]) = chain(&mut editor);
    assert!(editor.comes_before(a, b));
    // Inserts in the middle each time, so that tags run out; within each build the second instruction precedes the first.
    let mut at = b;
    for _ in 0..100 {
        at = editor.build_before(at, |builder| {
            let add = |builder: &mut Builder<'_>| {
                builder.binary(BinaryOp::Add, Value::arg(0), Value::arg(1)).unwrap().as_inst().unwrap()
            };
            let first = add(builder);
            builder.set_point(Some(Point::Before(first)));
            let insts = [add(builder), add(builder), first];
            insts[1]
        });
    }
    let all: Vec<Inst> = editor.body().insts(block).collect();
    assert_eq!((all.len(), all[0], all.last()), (303, a, Some(&c)));
    assert!(all.windows(2).all(|pair| editor.comes_before(pair[0], pair[1]) && !editor.comes_before(pair[1], pair[0])));
}

#[test]
#[should_panic(expected = "inst7 is neither of the body nor of its module")]
fn an_operand_of_elsewhere_is_refused() {
    let module = Module::new(&Context::new(), "m");
    let mut body = Body::new(&[Type::I32]);
    let mut editor = Editor::new(&module, &mut body);
    let entry = editor.create_block(None);
    let ret = editor.insert(Point::End(entry), InstData::Ret { value: Value::arg(0).into() }, Type::VOID);
    editor.set_operand(Use { user: ret, operand: 0 }, Inst::from_u32(7).into());
}
