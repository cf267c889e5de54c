//! Function bodies of bitcode, of all eras: small modules written record by record, and what they are as text.

use lindworm_bitcode::bitstream::StreamWriter;
use lindworm_bitcode::codes::{block, constant, function as f, module, symtab, ty, use_list};
use lindworm_bitcode::{ReadOptions, read};
use lindworm_ir::Context;

mod reading;

use reading::read_bytes;

/// A record: its code and operands.
type Record<'a> = (u32, &'a [u64]);

/// A module with one function, `@f`, whose type is the last of `types`.
#[derive(Clone, Copy, Default)]
struct Source<'a> {
    /// 1 where ids are relative.
    version: u64,
    types: &'a [Record<'a>],
    /// Declarations: type, attribute list, name.
    declarations: &'a [(u64, u64, &'a str)],
    /// Attributes of old parameters: pairs of index and bits.
    attributes: &'a [&'a [u64]],
    bundle_tags: &'a [&'a str],
    constants: &'a [Record<'a>],
    own_constants: &'a [Record<'a>],
    body: &'a [Record<'a>],
    names: &'a [Record<'a>],
    use_lists: &'a [Record<'a>],
}

fn block(out: &mut StreamWriter, id: u32, records: &[Record<'_>]) {
    if !records.is_empty() {
        out.enter_block(id, 4);
        records.iter().for_each(|(code, ops)| out.record(*code, ops));
        out.end_block();
    }
}

fn bytes_of(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

impl Source<'_> {
    fn bitcode(&self) -> Vec<u8> {
        let mut out = StreamWriter::default();
        out.bits.fixed(0xdec04342, 32);
        out.enter_block(block::MODULE, 4);
        out.record(module::VERSION, &[self.version]);
        let attributes: Vec<Record<'_>> = self.attributes.iter().map(|a| (1, *a)).collect();
        block(&mut out, block::PARAMATTR, &attributes);
        out.enter_block(block::TYPE, 4);
        out.record(ty::NUMENTRY, &[self.types.len() as u64]);
        self.types.iter().for_each(|(code, ops)| out.record(*code, ops));
        out.end_block();
        if !self.bundle_tags.is_empty() {
            out.enter_block(block::OPERAND_BUNDLE_TAGS, 4);
            self.bundle_tags.iter().for_each(|tag| out.record(1, &bytes_of(tag)));
            out.end_block();
        }
        // Type, convention, whether it has no body, linkage, attributes, alignment, section, visibility.
        for (ty, attributes, _) in self.declarations {
            out.record(module::FUNCTION, &[*ty, 0, 1, 0, *attributes, 0, 0, 0]);
        }
        out.record(module::FUNCTION, &[self.types.len() as u64 - 1, 0, 0, 0, 0, 0, 0, 0]);
        block(&mut out, block::CONSTANTS, self.constants);
        out.enter_block(block::VALUE_SYMTAB, 4);
        let names = self.declarations.iter().map(|d| d.2).chain(["f"]);
        for (id, name) in (0..).zip(names) {
            out.record(symtab::ENTRY, &[&[id], &bytes_of(name)[..]].concat());
        }
        out.end_block();
        out.enter_block(block::FUNCTION, 4);
        let (declare, rest) = self.body.split_at(usize::from(!self.body.is_empty()));
        declare.iter().for_each(|(code, ops)| out.record(*code, ops));
        block(&mut out, block::CONSTANTS, self.own_constants);
        rest.iter().for_each(|(code, ops)| out.record(*code, ops));
        block(&mut out, block::VALUE_SYMTAB, self.names);
        block(&mut out, block::USELIST, self.use_lists);
        out.end_block();
        out.end_block();
        out.bits.into_bytes()
    }

    fn read(&self) -> Result<String, String> {
        read_bytes(&self.bitcode())
    }

    /// What stands between the braces of `@f`.
    #[track_caller]
    fn expect(&self, body: &str) {
        let text = self.read().unwrap();
        let start = text.find("@f(").and_then(|at| Some(at + text[at..].find("{\n")? + 2)).unwrap();
        let end = start + text[start..].find("\n}").unwrap();
        let lines =
            |text: &str| text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect::<Vec<_>>();
        assert_eq!(lines(&text[start..end]), lines(body), "{text}");
    }

    #[track_caller]
    fn expect_error(&self, message: &str) {
        assert_eq!(self.read().err().as_deref(), Some(message));
    }
}

const I32: u64 = 0;
const DOUBLE: u64 = 1;
const I64: u64 = 2;
const PTR: u64 = 3;
const I1: u64 = 4;
const F32: u64 = 5;
const VOID: u64 = 6;
const TOKEN: u64 = 7;

/// The simple types, and `void (i32, double, ptr)`.
const SIMPLE: &[Record<'static>] = &[
    (ty::INTEGER, &[32]),
    (ty::DOUBLE, &[]),
    (ty::INTEGER, &[64]),
    (ty::OPAQUE_POINTER, &[0]),
    (ty::INTEGER, &[1]),
    (ty::FLOAT, &[]),
    (ty::VOID, &[]),
    (ty::TOKEN, &[]),
    (ty::FUNCTION, &[0, VOID, I32, DOUBLE, PTR]),
];

/// The ids of the arguments and of the first instruction where there is nothing else.
const A: u64 = 1;
const B: u64 = 2;
const P: u64 = 3;
const FIRST: u64 = 4;

/// Values by absolute ids.
const ABSOLUTE: Source<'static> = Source {
    version: 0,
    types: SIMPLE,
    declarations: &[],
    attributes: &[],
    bundle_tags: &[],
    constants: &[],
    own_constants: &[],
    body: &[],
    names: &[],
    use_lists: &[],
};

#[test]
fn flags_of_arithmetic() {
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_BINOP, &[A, A, 0, 3]),
        (f::INST_BINOP, &[A, A, 1, 2]),
        (f::INST_BINOP, &[A, A, 3, 1]),
        (f::INST_BINOP, &[A, A, 11, 1]),
        (f::INST_BINOP, &[A, A, 12, 1]),
        (f::INST_BINOP, &[B, B, 4, 0x82]),
        (f::INST_BINOP, &[B, B, 6, 1]),
        (f::INST_UNOP, &[B, 0, 0x10]),
        (f::INST_FREEZE, &[A]),
        (f::INST_CAST, &[A, I64, 1, 1]),
        (f::INST_CAST, &[A, I1, 0, 3]),
        (f::INST_CAST, &[A, DOUBLE, 5, 1]),
        (f::INST_CAST, &[B, F32, 7, 2]),
        (f::INST_CMP2, &[A, A, 32, 1]),
        (f::INST_CMP, &[B, B, 1, 0x20]),
        (f::INST_VSELECT, &[B, B, FIRST + 13, 4]),
        (f::INST_SELECT, &[A, A, FIRST + 13]),
        (f::INST_RET, &[]),
    ];
    Source { body, ..ABSOLUTE }.expect(
        "%4 = add nuw nsw i32 %0, %0
        %5 = sub nsw i32 %0, %0
        %6 = udiv exact i32 %0, %0
        %7 = or disjoint i32 %0, %0
        %8 = xor i32 %0, %0
        %9 = fdiv reassoc nnan double %1, %1
        %10 = frem fast double %1, %1
        %11 = fneg arcp double %1
        %12 = freeze i32 %0
        %13 = zext nneg i32 %0 to i64
        %14 = trunc nuw nsw i32 %0 to i1
        %15 = uitofp nneg i32 %0 to double
        %16 = fptrunc nnan double %1 to float
        %17 = icmp samesign eq i32 %0, %0
        %18 = fcmp contract oeq double %1, %1
        %19 = select ninf i1 %17, double %1, double %1
        %20 = select i1 %17, i32 %0, i32 %0
        ret void",
    );
}

#[test]
fn ids_relative_to_the_next_value() {
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_BINOP, &[3, 3, 0]),
        (f::INST_BINOP, &[1, 4, 0]),
        // What is not yet defined wraps round, and has its type behind it.
        (f::INST_BINOP, &[u32::MAX as u64, I32, 1, 0]),
        (f::INST_RET, &[]),
    ];
    Source { version: 1, body, ..ABSOLUTE }.expect_error("Never resolved value found in function");
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_BINOP, &[u32::MAX as u64, I32, 3, 0]),
        (f::INST_BINOP, &[4, 4, 0]),
        (f::INST_RET, &[]),
    ];
    Source { version: 1, body, ..ABSOLUTE }.expect(
        "%4 = add i32 %5, %0
        %5 = add i32 %0, %0
        ret void",
    );
}

#[test]
fn phis() {
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_BR, &[1]),
        // Relative to 4, and the sign in the lowest bit: the arguments, and the next value but one.
        (f::INST_PHI, &[I32, 3 << 1, 0, 1 << 1 | 1, 1]),
        (f::INST_PHI, &[DOUBLE, 3 << 1, 0, 3 << 1, 1, 2]),
        (f::INST_BR, &[1]),
    ];
    let message = "Assigned value does not match type of forward declaration";
    Source { version: 1, body, ..ABSOLUTE }.expect_error(message);
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_BR, &[1]),
        (f::INST_PHI, &[I32, 3 << 1, 0, 2 << 1 | 1, 1]),
        (f::INST_PHI, &[DOUBLE, 3 << 1, 0, 3 << 1, 1, 2]),
        (f::INST_BINOP, &[2, 5, 0]),
        (f::INST_BR, &[1]),
    ];
    Source { version: 1, body, ..ABSOLUTE }.expect(
        "br label %4
        4:                                                ; preds = %4, %3
        %5 = phi i32 [ %0, %3 ], [ %7, %4 ]
        %6 = phi nnan double [ %1, %3 ], [ %1, %4 ]
        %7 = add i32 %5, %0
        br label %4",
    );
    let odd: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_PHI, &[I32, A, 0, 2])];
    Source { body: odd, ..ABSOLUTE }.expect_error("Invalid phi record");
    let no_block: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_PHI, &[I32, A, 1])];
    Source { body: no_block, ..ABSOLUTE }.expect_error("Invalid phi BB");
}

/// `i32`, `i32*`, `i32**`, `{ i32, i32* }`, a pointer to that, `i8`, `i64`, `void`, `i1`, and `void (i32**, { i32, i32* }*)`.
const TYPED: &[Record<'static>] = &[
    (ty::INTEGER, &[32]),
    (ty::POINTER, &[0, 0]),
    (ty::POINTER, &[1, 0]),
    (ty::STRUCT_ANON, &[0, 0, 1]),
    (ty::POINTER, &[3, 0]),
    (ty::INTEGER, &[8]),
    (ty::INTEGER, &[64]),
    (ty::VOID, &[]),
    (ty::INTEGER, &[1]),
    (ty::FUNCTION, &[0, 7, 2, 4]),
];

#[test]
fn types_of_old_pointers_say_what_is_there() {
    let own_constants: &[Record<'_>] =
        &[(constant::SETTYPE, &[0]), (constant::INTEGER, &[0]), (constant::INTEGER, &[2])];
    // Arguments 1 and 2, constants 3 (zero) and 4 (one).
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_LOAD, &[1, 0, 0]),
        (f::INST_LOAD, &[5, 3, 1]),
        (f::INST_STORE_OLD, &[5, 6, 1, 0]),
        (f::INST_GEP_OLD, &[2, 3, 4]),
        (f::INST_LOAD, &[7, 0, 0]),
        (f::INST_INBOUNDS_GEP_OLD, &[8, 4]),
        (f::INST_LOAD, &[9, 0, 0]),
        (f::INST_ALLOCA, &[2, 0, 4, 4]),
        (f::INST_STORE_OLD, &[11, 8, 0, 0]),
        (f::INST_RET, &[]),
    ];
    Source { types: TYPED, own_constants, body, ..ABSOLUTE }.expect(
        "%3 = load ptr, ptr %0, align 8
        %4 = load volatile i32, ptr %3, align 4
        store i32 %4, ptr %3, align 1
        %5 = getelementptr { i32, ptr }, ptr %1, i32 0, i32 1
        %6 = load ptr, ptr %5, align 8
        %7 = getelementptr inbounds i32, ptr %6, i32 1
        %8 = load i32, ptr %7, align 4
        %9 = alloca ptr, align 8
        store ptr %6, ptr %9, align 8
        ret void",
    );
}

#[test]
fn old_atomic_operations() {
    let own_constants: &[Record<'_>] = &[(constant::SETTYPE, &[0]), (constant::INTEGER, &[2])];
    // The pointer to `i32` is 4; orderings: 2 is monotonic, 5 acq_rel, 6 seq_cst.
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_LOAD, &[1, 0, 0]),
        (f::INST_CMPXCHG_OLD, &[4, 3, 3, 0, 5, 1]),
        (f::INST_CMPXCHG_OLD, &[4, 3, 3, 1, 6, 0, 2, 1]),
        (f::INST_ATOMICRMW_OLD, &[4, 3, 1, 0, 2, 1]),
        (f::INST_STOREATOMIC_OLD, &[4, 5, 3, 0, 6, 1]),
        (f::INST_LOADATOMIC, &[4, 3, 0, 2, 0]),
        (f::INST_FENCE, &[6, 1]),
        (f::INST_RET, &[]),
    ];
    Source { types: TYPED, own_constants, body, ..ABSOLUTE }.expect(
        "%3 = load ptr, ptr %0, align 8
        %4 = cmpxchg ptr %3, i32 1, i32 1 acq_rel acquire, align 4
        %5 = extractvalue { i32, i1 } %4, 0
        %6 = cmpxchg weak volatile ptr %3, i32 1, i32 1 syncscope(\"singlethread\") seq_cst monotonic, align 4
        %7 = atomicrmw add ptr %3, i32 1 monotonic, align 4
        store atomic i32 %5, ptr %3 seq_cst, align 4
        %8 = load atomic i32, ptr %3 syncscope(\"singlethread\") monotonic, align 4
        fence seq_cst
        ret void",
    );
    let unordered: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[1, 0, 0]), (f::INST_LOADATOMIC, &[4, 3, 0, 4, 1])];
    Source { types: TYPED, own_constants, body: unordered, ..ABSOLUTE }.expect_error("Invalid record");
}

#[test]
fn aggregates_are_checked() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[32]),
        (ty::ARRAY, &[2, 0]),
        (ty::STRUCT_ANON, &[0, 0, 1]),
        (ty::VOID, &[]),
        (ty::FUNCTION, &[0, 3, 2, 0]),
    ];
    let source = Source { types, ..ABSOLUTE };
    let good: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_EXTRACTVAL, &[1, 1, 0]),
        (f::INST_INSERTVAL, &[1, 3, 1, 1]),
        (f::INST_RET, &[]),
    ];
    Source { body: good, ..source }.expect(
        "%3 = extractvalue { i32, [2 x i32] } %0, 1, 0
        %4 = insertvalue { i32, [2 x i32] } %0, i32 %3, 1, 1
        ret void",
    );
    for (code, ops, message) in [
        (f::INST_EXTRACTVAL, &[1][..], "EXTRACTVAL: Invalid instruction with 0 indices"),
        (f::INST_EXTRACTVAL, &[1, 2], "EXTRACTVAL: Invalid struct index"),
        (f::INST_EXTRACTVAL, &[1, 1, 2], "EXTRACTVAL: Invalid array index"),
        (f::INST_EXTRACTVAL, &[1, 0, 0], "EXTRACTVAL: Invalid type"),
        (f::INST_EXTRACTVAL, &[1, 1 << 32], "Invalid value"),
        (f::INST_INSERTVAL, &[1, 2], "INSERTVAL: Invalid instruction with 0 indices"),
        (f::INST_INSERTVAL, &[1, 2, 7], "INSERTVAL: Invalid struct index"),
        (f::INST_INSERTVAL, &[1, 2, 1, 9], "INSERTVAL: Invalid array index"),
        (f::INST_INSERTVAL, &[1, 2, 0, 0], "INSERTVAL: Invalid type"),
        (f::INST_INSERTVAL, &[1, 2, 1], "Inserted value type doesn't match aggregate type"),
        (f::INST_EXTRACTELT, &[1, 2], "Invalid type for value"),
        (f::INST_INSERTELT, &[1, 2, 2], "Invalid type for value"),
        (f::INST_SHUFFLEVEC, &[1, 1, 2], "Invalid type for value"),
    ] {
        let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (code, ops)];
        Source { body, ..source }.expect_error(message);
    }
}

#[test]
fn vectors() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[32]),
        (ty::VECTOR, &[2, 0]),
        (ty::VECTOR, &[3, 0]),
        (ty::VOID, &[]),
        (ty::FUNCTION, &[0, 3, 1, 0]),
    ];
    let own_constants: &[Record<'_>] = &[(constant::SETTYPE, &[2]), (constant::DATA, &[0, 3, 1])];
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_EXTRACTELT, &[1, 2]),
        (f::INST_INSERTELT, &[1, 4, 2]),
        (f::INST_SHUFFLEVEC, &[1, 5, 3]),
        (f::INST_CMP2, &[6, 6, 33]),
        (f::INST_VSELECT, &[6, 6, 7]),
        (f::INST_RET, &[]),
    ];
    Source { types, own_constants, body, ..ABSOLUTE }.expect(
        "%3 = extractelement <2 x i32> %0, i32 %1
        %4 = insertelement <2 x i32> %0, i32 %3, i32 %1
        %5 = shufflevector <2 x i32> %0, <2 x i32> %4, <3 x i32> <i32 0, i32 3, i32 1>
        %6 = icmp ne <3 x i32> %5, %5
        %7 = select <3 x i1> %6, <3 x i32> %5, <3 x i32> %5
        ret void",
    );
}

#[test]
fn switches() {
    let own_constants: &[Record<'_>] =
        &[(constant::SETTYPE, &[I32]), (constant::INTEGER, &[4]), (constant::INTEGER, &[6])];
    let body: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[2]), (f::INST_SWITCH, &[I32, A, 1, 4, 0, 5, 1]), (f::INST_UNREACHABLE, &[])];
    Source { own_constants, body, ..ABSOLUTE }.expect(
        "switch i32 %0, label %4 [
        i32 2, label %3
        i32 3, label %4
        ]
        4:                                                ; preds = %3, %3
        unreachable",
    );
    // One case for 5, and for -2 to 1 as unsigned numbers: none. Another for 7 to 9.
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_SWITCH, &[0x4B5 << 16, I32, A, 1, 2, 2, 1, 10, 0, 5, 2, 1, 1, 0, 14, 18, 1]),
        (f::INST_UNREACHABLE, &[]),
    ];
    Source { body, ..ABSOLUTE }.expect(
        "switch i32 %0, label %4 [
        i32 5, label %4
        i32 7, label %4
        i32 8, label %4
        i32 9, label %4
        ]
        4:                                                ; preds = %3, %3, %3, %3, %3
        unreachable",
    );
    let endless: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[1]), (f::INST_SWITCH, &[0x4B5 << 16, I32, A, 0, 1, 1, 0, 0, 3, 0])];
    Source { body: endless, ..ABSOLUTE }.expect_error("Invalid record");
    let no_constant: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_SWITCH, &[I32, A, 0, A, 0])];
    Source { body: no_constant, ..ABSOLUTE }.expect_error("Invalid record");
}

#[test]
fn calls_with_and_without_the_type_of_the_function() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[32]),
        (ty::DOUBLE, &[]),
        (ty::VOID, &[]),
        (ty::FUNCTION, &[1, 1, 0]),
        (ty::POINTER, &[3, 0]),
        (ty::FUNCTION, &[0, 2, 4, 0]),
    ];
    let source = Source { types, declarations: &[(4, 0, "g")], bundle_tags: &["deopt", "extra"], ..ABSOLUTE };
    // 0 is `@g`, 2 and 3 are the arguments.
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_CALL, &[0, 0, 2, 3]),
        (f::INST_CALL, &[0, 8 << 1 | 1 << 14, 0, 3, 4]),
        (f::INST_CALL, &[0, 1 << 15 | 1 << 17 | 1, 1 << 4, 3, 2, 3, 3]),
        (f::OPERAND_BUNDLE, &[1, 3, 4]),
        (f::OPERAND_BUNDLE, &[0]),
        (f::INST_CALL, &[0, 1 << 16, 0, 3]),
        (f::INST_INVOKE, &[0, 9 | 1 << 13, 1, 1, 3, 2, 3]),
        (f::INST_RET, &[]),
    ];
    Source { body, ..source }.expect(
        "%3 = call double (i32, ...) %0(i32 %1)
        %4 = musttail call fastcc double (i32, ...) @g(i32 %1, double %3)
        %5 = tail call arcp double (i32, ...) %0(i32 %1, i32 %1)
        %6 = notail call double (i32, ...) @g(i32 %1) [ \"extra\"(i32 %1, double %3), \"deopt\"() ]
        %7 = invoke coldcc double (i32, ...) %0(i32 %1)
        to label %8 unwind label %8
        8:                                                ; preds = %2, %2
        ret void",
    );
    for (ops, message) in [
        (&[0, 1 << 15, 0, 2, 3][..], "Explicit call type is not a function type"),
        (&[0, 0, 3, 3], "Callee is not a pointer type"),
        (&[0, 0, 2], "Insufficient operands to call"),
        (&[0, 1 << 17, 0, 2, 3], "Fast math flags indicator set for call with no FMF"),
        (&[0, 0, 2, 2], "Invalid record"),
        (&[0], "Invalid record"),
    ] {
        let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_CALL, ops)];
        Source { body, ..source }.expect_error(message);
    }
    let unused: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::OPERAND_BUNDLE, &[0, 3]), (f::INST_RET, &[])];
    Source { body: unused, ..source }.expect_error("Operand bundles found with no consumer");
    let no_tag: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::OPERAND_BUNDLE, &[2])];
    Source { body: no_tag, ..source }.expect_error("Invalid operand bundle record");
}

/// `i32`, `i32*`, `void`, `void (i32*)`, a pointer to that, and `void (i32*)` again.
const POINTEE_TYPES: &[Record<'static>] = &[
    (ty::INTEGER, &[32]),
    (ty::POINTER, &[0, 0]),
    (ty::VOID, &[]),
    (ty::FUNCTION, &[0, 2, 1]),
    (ty::POINTER, &[3, 0]),
    (ty::FUNCTION, &[0, 2, 1]),
];

#[test]
fn attributes_get_the_types_that_old_pointers_had() {
    // Attributes of parameter 1: `byval`, and `sret`, by their bits.
    let attributes: &[&[u64]] = &[&[1, 1 << 7], &[1, 1 << 4]];
    let source = Source { types: POINTEE_TYPES, declarations: &[(4, 0, "g")], attributes, ..ABSOLUTE };
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_CALL, &[1, 0, 0, 2]),
        (f::INST_CALL, &[2, 0, 0, 2]),
        (f::INST_CALL, &[99, 0, 0, 2]),
        (f::INST_RET, &[]),
    ];
    Source { body, ..source }.expect(
        "call void @g(ptr byval(i32) %0)
        call void @g(ptr sret(i32) %0)
        call void @g(ptr %0)
        ret void",
    );
    // `asm "", "*m"`.
    let constants: &[Record<'_>] = &[(constant::SETTYPE, &[4]), (constant::INLINEASM_OLD, &[1, 0, 2, 42, 109])];
    let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_CALL, &[0, 0, 2, 3]), (f::INST_RET, &[])];
    Source { constants, body, ..source }.expect(
        "call void asm sideeffect \"\", \"*m\"(ptr elementtype(i32) %0)
        ret void",
    );
    // Today's record names the type of the function; which type was set before does not matter.
    let types: &[Record<'_>] = &[(ty::INTEGER, &[32]), (ty::VOID, &[]), (ty::FUNCTION, &[0, 1])];
    let constants: &[Record<'_>] = &[(constant::SETTYPE, &[0]), (constant::INLINEASM, &[2, 1, 0, 0])];
    let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_CALL, &[0, 1 << 15, 2, 1]), (f::INST_RET, &[])];
    Source { types, constants, body, ..ABSOLUTE }.expect(
        "call void asm sideeffect \"\", \"\"()
        ret void",
    );
}

#[test]
fn exception_handling() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[32]),
        (ty::OPAQUE_POINTER, &[0]),
        (ty::STRUCT_ANON, &[0, 1, 0]),
        (ty::VOID, &[]),
        (ty::TOKEN, &[]),
        (ty::FUNCTION, &[0, 3]),
    ];
    let source = Source { types, declarations: &[(5, 0, "personality")], ..ABSOLUTE };
    let own_constants: &[Record<'_>] =
        &[(constant::SETTYPE, &[1]), (constant::NULL, &[]), (constant::SETTYPE, &[4]), (constant::NULL, &[])];
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[3]),
        (f::INST_INVOKE, &[0, 1 << 13, 1, 2, 5, 0]),
        (f::INST_RET, &[]),
        (f::INST_LANDINGPAD_OLD, &[2, 0, 1, 1, 0, 2]),
        (f::INST_RESUME, &[4]),
    ];
    let source_old = Source { own_constants, body, ..source };
    source_old.expect(
        "invoke void @personality()
        to label %1 unwind label %2
        1:                                                ; preds = %0
        ret void
        2:                                                ; preds = %0
        %3 = landingpad { ptr, i32 }
        cleanup
        catch ptr null
        resume { ptr, i32 } %3",
    );
    assert!(source_old.read().unwrap().contains("@f() personality ptr @personality {"));
    let pads: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[5]),
        (f::INST_INVOKE, &[0, 1 << 13, 1, 2, 5, 0]),
        (f::INST_RET, &[]),
        (f::INST_CATCHSWITCH, &[3, 1, 3, 4]),
        (f::INST_CATCHPAD, &[4, 1, 2]),
        (f::INST_CATCHRET, &[5, 1]),
        (f::INST_CLEANUPPAD, &[3, 0]),
        (f::INST_CLEANUPRET, &[6]),
    ];
    Source { own_constants, body: pads, ..source }.expect(
        "invoke void @personality()
        to label %1 unwind label %2
        1:                                                ; preds = %4, %0
        ret void
        2:                                                ; preds = %0
        %3 = catchswitch within none [label %4] unwind label %6
        4:                                                ; preds = %2
        %5 = catchpad within %3 [ptr null]
        catchret from %5 to label %1
        6:                                                ; preds = %2
        %7 = cleanuppad within none []
        cleanupret from %7 unwind to caller",
    );
}

/// `i32`, `i32*`, `i32 addrspace(1)*`, `i64`, `void`, `i1`, `<2 x i32>`, and `i32 (i1)`.
const CONSTANT_TYPES: &[Record<'static>] = &[
    (ty::INTEGER, &[32]),
    (ty::POINTER, &[0, 0]),
    (ty::POINTER, &[0, 1]),
    (ty::INTEGER, &[64]),
    (ty::VOID, &[]),
    (ty::INTEGER, &[1]),
    (ty::VECTOR, &[2, 0]),
    (ty::FUNCTION, &[0, 0, 5]),
];

#[test]
fn removed_expressions_are_computed_where_they_are_used() {
    // 0 and 1 are `@g` and `@f`, 2 to 4 what is computed, 5 the argument.
    let constants: &[Record<'_>] = &[
        (constant::SETTYPE, &[0]),
        (constant::CE_CAST, &[9, 7, 0]),
        (constant::CE_BINOP, &[8, 2, 2]),
        (constant::SETTYPE, &[6]),
        (constant::AGGREGATE, &[3, 2]),
    ];
    let source = Source { types: CONSTANT_TYPES, declarations: &[(7, 0, "g")], constants, ..ABSOLUTE };
    let body: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[3, 3, 0]), (f::INST_EXTRACTELT, &[4, 6]), (f::INST_RET, &[6])];
    Source { body, ..source }.expect(
        "%constexpr = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        %constexpr1 = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        %2 = add i32 %constexpr, %constexpr1
        %constexpr2 = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr2, i32 0
        %constexpr.ins3 = insertelement <2 x i32> %constexpr.ins, i32 ptrtoint (ptr @g to i32), i32 1
        %3 = extractelement <2 x i32> %constexpr.ins3, i32 %2
        ret i32 %2",
    );
    // For a phi they are computed on the way to it.
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[3]),
        (f::INST_BR, &[1, 2, 5]),
        (f::INST_BR, &[2]),
        (f::INST_PHI, &[0, 3, 0, 2, 1]),
        (f::INST_PHI, &[0, 3, 1, 3, 0]),
        (f::INST_RET, &[6]),
    ];
    let names: &[Record<'_>] = &[(symtab::BBENTRY, &[0, 97]), (symtab::BBENTRY, &[1, 98]), (symtab::BBENTRY, &[2, 99])];
    Source { body, names, ..source }.expect(
        "a:
        br i1 %0, label %b, label %phi.constexpr
        b:                                                ; preds = %a
        br label %phi.constexpr1
        phi.constexpr:                                    ; preds = %a
        %constexpr = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        %constexpr3 = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        br label %c
        phi.constexpr1:                                   ; preds = %b
        %constexpr2 = lshr i32 ptrtoint (ptr @g to i32), ptrtoint (ptr @g to i32)
        br label %c
        c:                                                ; preds = %phi.constexpr1, %phi.constexpr
        %1 = phi i32 [ %constexpr, %phi.constexpr ], [ ptrtoint (ptr @g to i32), %phi.constexpr1 ]
        %2 = phi i32 [ %constexpr2, %phi.constexpr1 ], [ %constexpr3, %phi.constexpr ]
        ret i32 %1",
    );
    // The name is taken also where there is nothing to compute.
    let phi: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[2]), (f::INST_BR, &[1]), (f::INST_PHI, &[0, 2, 0]), (f::INST_RET, &[6])];
    let name = [&[1], &bytes_of("phi.constexpr")[..]].concat();
    let text = Source { body: phi, names: &[(symtab::BBENTRY, &name)], ..source }.read().unwrap();
    assert!(text.contains("phi.constexpr1:"), "{text}");
    // What is made of itself has no end.
    let endless: &[Record<'_>] =
        &[(constant::SETTYPE, &[0]), (constant::CE_BINOP, &[8, 2, 3]), (constant::CE_BINOP, &[8, 2, 2])];
    let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_RET, &[2])];
    assert!(Source { constants: endless, body, ..source }.read().is_err());
}

#[test]
fn casts_between_address_spaces() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[32]),
        (ty::POINTER, &[0, 0]),
        (ty::POINTER, &[0, 1]),
        (ty::VOID, &[]),
        (ty::FUNCTION, &[0, 3, 1]),
    ];
    let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_CAST, &[1, 2, 11]), (f::INST_RET, &[])];
    Source { types, body, ..ABSOLUTE }.expect(
        "%2 = ptrtoint ptr %0 to i64
        %3 = inttoptr i64 %2 to ptr addrspace(1)
        ret void",
    );
    let body: &[Record<'_>] = &[(f::DECLAREBLOCKS, &[1]), (f::INST_CAST, &[1, 0, 11])];
    Source { types, body, ..ABSOLUTE }.expect_error("Invalid cast");
}

#[test]
fn names() {
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_BINOP, &[A, A, 0]),
        (f::INST_BINOP, &[A, A, 0]),
        (f::INST_BR, &[1]),
        (f::INST_RET, &[]),
    ];
    let (x, empty) = (u64::from(b'x'), &[FIRST][..]);
    let source = Source { body, ..ABSOLUTE };
    let names: &[Record<'_>] = &[
        (symtab::ENTRY, &[A, x]),
        (symtab::ENTRY, empty),
        (symtab::ENTRY, &[FIRST + 1, x]),
        (symtab::BBENTRY, &[1, x]),
        // Of the number, LLVM takes 32 bits.
        (symtab::BBENTRY, &[1 << 49, x, x]),
    ];
    Source { names, ..source }.expect(
        "xx:
        %2 = add i32 %x, %x
        %x1 = add i32 %x, %x
        br label %x2
        x2:                                               ; preds = %xx
        ret void",
    );
    for (record, message) in [
        ((symtab::ENTRY, &[99, x][..]), "Invalid record"),
        ((symtab::ENTRY, &[FIRST, x, 0][..]), "Invalid value name"),
        ((symtab::BBENTRY, &[2, x][..]), "Invalid bbentry record"),
    ] {
        Source { names: &[record], ..source }.expect_error(message);
    }
}

#[test]
fn orders_of_uses() {
    let body: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[A, A, 0]), (f::INST_BINOP, &[A, FIRST, 0]), (f::INST_RET, &[])];
    let source = Source { body, ..ABSOLUTE };
    let orders = |use_lists: &[Record<'_>]| {
        let cx = Context::new();
        let module = read(&cx, "m", &Source { use_lists, ..source }.bitcode(), &ReadOptions::default()).unwrap().module;
        let body = module.body(module.global_named(b"f").unwrap()).unwrap();
        body.use_list_orders().iter().map(|o| (o.value, o.order.to_vec())).collect::<Vec<_>>()
    };
    assert_eq!(orders(&[(use_list::DEFAULT, &[1, 0, 2, A])]), [(lindworm_ir::Value::arg(0), vec![1, 0, 2])]);
    // What does not fit the uses, and what is no order, is of no effect.
    assert_eq!(orders(&[(use_list::DEFAULT, &[1, 0, A]), (use_list::DEFAULT, &[1, 1, 1, A])]), []);
    Source { use_lists: &[(use_list::DEFAULT, &[1, A])], ..source }.expect_error("Invalid record");
    Source { use_lists: &[(use_list::BB, &[1, 0, 7])], ..source }.expect_error("Invalid record");
}

#[test]
fn broken_bodies_are_errors() {
    for (body, message) in [
        (&[(f::INST_RET, &[][..])][..], "Invalid instruction with no BB"),
        (&[(f::DECLAREBLOCKS, &[0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[u64::MAX])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_RET, &[]), (f::INST_RET, &[])], "Invalid instruction with no BB"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BR, &[1])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BR, &[0, 0, A])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BR, &[0, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[A, B, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[P, P, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[B, B, 7])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[A, A, 13])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[A, A])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[u64::MAX, I32, A, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_UNOP, &[A, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_CAST, &[A, I64, 0])], "Invalid cast"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_CAST, &[A, 99, 0])], "Invalid record"),
        (
            &[(f::DECLAREBLOCKS, &[1]), (f::INST_CMP2, &[A, A])],
            "Invalid record: operand number exceeded available operands",
        ),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_CMP2, &[A, A, 1])], "Invalid icmp predicate"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_CMP2, &[B, B, 32])], "Invalid fcmp predicate"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_CMP2, &[A, A, 32, 0, 0])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[A, I32, 0, 0])], "Load operand is not a pointer type"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[P, VOID, 0, 0])], "Cannot load/store from pointer"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[P, TOKEN, 0, 0])], "Cannot load/store from pointer"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[P, 0, 0])], "Missing load type"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_LOAD, &[P, I32, 34, 0])], "Invalid alignment value"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_STORE, &[A, A, 0, 0])], "Load/Store operand is not a pointer type"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_ALLOCA, &[I32, I32, A, 0])], "Missing element type for old-style alloca"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_ALLOCA, &[VOID, I32, A, 64])], "alloca of unsized type"),
        (
            &[(f::DECLAREBLOCKS, &[1]), (f::INST_ALLOCA, &[I32, DOUBLE, B, 65])],
            "alloca element count must have integer type",
        ),
        (&[(f::DECLAREBLOCKS, &[1]), (f::INST_GEP, &[0, VOID])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::DEBUG_LOC_AGAIN, &[])], "Invalid record"),
        (&[(f::DECLAREBLOCKS, &[1]), (f::DEBUG_RECORD_LABEL, &[0, 0])], "Invalid dbg record: missing instruction"),
        (&[(f::DECLAREBLOCKS, &[1]), (77, &[])], "Invalid value"),
    ] {
        Source { body, ..ABSOLUTE }.expect_error(message);
    }
    let wrong_type: &[Record<'_>] =
        &[(f::DECLAREBLOCKS, &[1]), (f::INST_BINOP, &[FIRST + 1, I32, A, 0]), (f::INST_BINOP, &[B, B, 0])];
    Source { body: wrong_type, ..ABSOLUTE }.expect_error("Assigned value does not match type of forward declaration");
}

#[test]
fn cut_short_or_changed_it_is_an_error_or_something_else() {
    let own_constants: &[Record<'_>] = &[(constant::SETTYPE, &[I32]), (constant::INTEGER, &[4])];
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[2]),
        (f::INST_ALLOCA, &[I32, I32, 4, 67]),
        (f::INST_STORE, &[5, A, 3, 0]),
        (f::INST_LOAD, &[5, I32, 3, 0]),
        (f::INST_CMP2, &[6, 4, 32]),
        (f::INST_BR, &[1, 1, 7]),
        (f::INST_PHI, &[I32, A, 0]),
        (f::INST_GEP, &[1, I32, 5, 4]),
        (f::INST_RET, &[]),
    ];
    let names: &[Record<'_>] = &[(symtab::ENTRY, &[5, 97]), (symtab::BBENTRY, &[1, 98])];
    let bitcode = Source { own_constants, body, names, ..ABSOLUTE }.bitcode();
    assert!(read_bytes(&bitcode).is_ok());
    for len in 0..bitcode.len() {
        let _ = read_bytes(&bitcode[..len]);
    }
    let mut changed = bitcode.clone();
    for bit in 0..bitcode.len() * 8 {
        changed[bit / 8] ^= 1 << (bit % 8);
        let _ = read_bytes(&changed);
        changed[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn old_intrinsics_are_upgraded_in_the_order_of_the_code() {
    let types: &[Record<'_>] = &[
        (ty::INTEGER, &[16]),
        (ty::VECTOR, &[8, 0]),
        (ty::FUNCTION, &[0, 1, 1, 1]),
        (ty::POINTER, &[2, 0]),
        (ty::FUNCTION, &[0, 1, 1]),
    ];
    let declarations = &[(3, 0, "llvm.x86.sse2.padds.w"), (3, 0, "llvm.x86.sse2.psubs.w")];
    let body: &[Record<'_>] = &[
        (f::DECLAREBLOCKS, &[1]),
        (f::INST_CALL, &[0, 0, 1, 3, 3]),
        (f::INST_CALL, &[0, 0, 0, 4, 3]),
        (f::INST_RET, &[5]),
    ];
    let text = Source { types, declarations, body, ..ABSOLUTE }.read().unwrap();
    let declared: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("declare <8 x i16> @llvm.")).collect();
    assert!(declared[0].starts_with("ssub.sat") && declared[1].starts_with("sadd.sat"), "{text}");
}

#[test]
fn a_function_can_give_names_to_globals() {
    // The first value is the function that is declared.
    let source = Source {
        types: &[(ty::VOID, &[]), (ty::FUNCTION, &[0, 0])],
        declarations: &[(1, 0, "g")],
        body: &[(f::DECLAREBLOCKS, &[1]), (f::INST_RET, &[])],
        names: &[(symtab::ENTRY, &[0, 104])],
        ..Source::default()
    };
    let text = read_bytes(&source.bitcode()).unwrap();
    assert!(text.contains("declare void @h()"), "{text}");
}
