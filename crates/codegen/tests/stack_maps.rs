//! `.llvm_stackmaps`: what it says, and that a collector can change what it describes.

mod common;

use common::{compiled, has_cc, native};
use object::{Object, ObjectSection};

/// A location: kind, size, DWARF register, offset or number.
type Location = (u8, u16, u16, i32);

/// The functions as (size of the frame, number of records), the large constants, and the records as (identifier, locations).
struct StackMaps {
    functions: Vec<(u64, u64)>,
    constants: Vec<u64>,
    records: Vec<(u64, Vec<Location>)>,
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number<const SIZE: usize>(&mut self) -> u64 {
        let (bytes, rest) = self.0.split_at(SIZE);
        self.0 = rest;
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

fn stack_maps(object: &[u8]) -> StackMaps {
    let file = object::File::parse(object).unwrap();
    let section = file.section_by_name(".llvm_stackmaps").unwrap();
    let data = section.data().unwrap();
    let mut reader = Reader(data);
    assert_eq!(reader.number::<4>(), 3);
    let [functions, constants, records] = [(); 3].map(|()| reader.number::<4>());
    assert_eq!(section.relocations().count() as u64, functions);
    let function = |reader: &mut Reader<'_>| {
        assert_eq!(reader.number::<8>(), 0);
        (reader.number::<8>(), reader.number::<8>())
    };
    let functions = (0..functions).map(|_| function(&mut reader)).collect();
    let constants = (0..constants).map(|_| reader.number::<8>()).collect();
    let record = |reader: &mut Reader<'_>| {
        let id = reader.number::<8>();
        let _offset = reader.number::<4>();
        assert_eq!(reader.number::<2>(), 0);
        let count = reader.number::<2>();
        let location = |reader: &mut Reader<'_>| {
            let kind = reader.number::<2>() as u8;
            let (size, register) = (reader.number::<2>() as u16, reader.number::<2>() as u16);
            assert_eq!(reader.number::<2>(), 0);
            (kind, size, register, reader.number::<4>() as i32)
        };
        let locations = (0..count).map(|_| location(reader)).collect();
        reader.0 = &reader.0[reader.0.len() % 8..];
        // No live-out registers.
        assert_eq!(reader.number::<8>(), 0);
        (id, locations)
    };
    let records = (0..records).map(|_| record(&mut reader)).collect();
    assert!(reader.0.is_empty());
    StackMaps { functions, constants, records }
}

/// A program whose statepoint calls a function that replaces the pointers of its caller by `@new`. `DISP` is the place of the
/// derived pointer in the caller's frame.
const COLLECTOR: &str = r#"
@old = global [2 x i32] [i32 1, i32 2]
@new = global [2 x i32] [i32 30, i32 40]
@root = global ptr addrspace(1) addrspacecast (ptr @old to ptr addrspace(1))
declare ptr @llvm.frameaddress.p0(i32)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
define i32 @collect(i32 %x) noinline {
  %fp = call ptr @llvm.frameaddress.p0(i32 1)
  %slot = getelementptr i8, ptr %fp, i64 DISP
  store ptr getelementptr (i8, ptr @new, i64 4), ptr %slot
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @main() gc "statepoint-example" {
  %object = alloca i64
  %base = load ptr addrspace(1), ptr @root
  %derived = getelementptr i32, ptr addrspace(1) %base, i64 1
  %before = load i32, ptr addrspace(1) %derived
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 77, i32 0, ptr elementtype(i32 (i32)) @collect, i32 1, i32 0, i32 %before, i32 0, i32 0) [ "deopt"(i32 -3, i64 1099511627776, i32 %before, ptr addrspace(1) %derived), "gc-live"(ptr addrspace(1) %base, ptr addrspace(1) %derived, ptr %object) ]
  %result = call i32 @llvm.experimental.gc.result.i32(token %t)
  br label %next
next:
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %after = load i32, ptr addrspace(1) %moved
  %sum = add i32 %after, %result
  ret i32 %sum
}
"#;

#[test]
fn statepoints_describe_state_and_pointers() {
    let maps = stack_maps(&compiled(&COLLECTOR.replace("DISP", "0")));
    assert_eq!(maps.constants, [1 << 40]);
    assert_eq!((maps.functions.len(), maps.functions[0].1), (1, 1));
    let (id, locations) = &maps.records[0];
    assert_eq!((*id, locations.len()), (77, 10));
    // The calling convention, the flags, the number of values of the state; a small and a large constant.
    assert_eq!(locations[..5], [(4, 8, 0, 0), (4, 8, 0, 0), (4, 8, 0, 4), (4, 8, 0, -3), (5, 8, 0, 0)]);
    // Values in memory, relative to the frame pointer: one of the state, the base and what is derived of it, and an alloca.
    let kinds: Vec<_> = locations[5..].iter().map(|l| (l.0, l.1, l.2)).collect();
    assert_eq!(kinds, [(3, 4, 6), (3, 8, 6), (3, 8, 6), (3, 8, 6), (2, 8, 6)]);
    // The state has the pointer that the collector changes.
    assert_eq!(locations[6], locations[8]);
    assert_ne!(locations[7], locations[8]);
}

#[test]
fn records_have_up_to_65535_locations() {
    let text = |count: usize| {
        format!(
            "declare void @llvm.experimental.stackmap(i64, i32, ...)\ndefine void @f() {{\n  \
             call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0{})\n  ret void\n}}",
            ", i32 7".repeat(count)
        )
    };
    assert_eq!(stack_maps(&compiled(&text(65_535))).records[0].1.len(), 65_535);
    let module = common::read(&text(65_536));
    let error = lindworm_codegen::compile(&module, &Default::default()).unwrap_err();
    let message = error.unsupported[0].message(&module);
    assert!(message.contains("not supported: a stack map of more than 65,535 locations"), "{message}");
}

#[test]
fn collectors_change_pointers() {
    if !has_cc() {
        return;
    }
    let maps = stack_maps(&compiled(&COLLECTOR.replace("DISP", "0")));
    let disp = maps.records[0].1[8].3;
    assert_eq!(native(&compiled(&COLLECTOR.replace("DISP", &disp.to_string()))), (String::new(), 43));
}

#[test]
fn pointers_survive_exceptions() {
    if !has_cc() {
        return;
    }
    let text = r#"
@object = global i32 5
@root = global ptr addrspace(1) addrspacecast (ptr @object to ptr addrspace(1))
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
@_ZTIi = external constant ptr
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
define void @throws() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
define i32 @main() gc "statepoint-example" personality ptr @__gxx_personality_v0 {
  %p = load ptr addrspace(1), ptr @root
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @throws, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
    to label %normal unwind label %caught
normal:
  ret i32 1
caught:
  %pad = landingpad token
    catch ptr null
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %pad, i32 0, i32 0)
  %v = load i32, ptr addrspace(1) %q
  ret i32 %v
}
"#;
    assert_eq!(common::native_with(&compiled(text), &["-lstdc++"]), (String::new(), 5));
}

#[test]
fn stack_maps_and_patch_points_describe_their_operands() {
    let text = r#"
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
define i64 @f(i64 %a, i64 %b) {
  %local = alloca i32
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 5, i64 %a, ptr %local, i16 -1)
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 2, i32 16, ptr null, i32 1, i64 %a, i64 %b)
  %s = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 3, i32 16, ptr null, i32 2, i64 %r, i64 %b, i64 %a)
  %t = add i64 %r, %s
  %u = add i64 %t, %b
  ret i64 %u
}
"#;
    let maps = stack_maps(&compiled(text));
    assert_eq!(maps.functions[0].1, 3);
    assert_eq!(maps.records.iter().map(|record| record.0).collect::<Vec<_>>(), [1, 2, 3]);
    let kinds = |record: usize| maps.records[record].1.iter().map(|l| (l.0, l.1)).collect::<Vec<_>>();
    assert_eq!(kinds(0), [(3, 8), (2, 8), (4, 8)]);
    assert_eq!(maps.records[0].1[2].3, -1);
    assert_eq!(kinds(1), [(3, 8)]);
    // The result and the arguments are in registers, of which no two are the same.
    assert_eq!(kinds(2), [(1, 8), (1, 8), (1, 8), (3, 8)]);
    let registers: std::collections::HashSet<u16> = maps.records[2].1[..3].iter().map(|l| l.2).collect();
    assert_eq!(registers.len(), 3);
}

#[test]
fn frames_reach_up_to_the_return_address() {
    // The functions store the distance from the stack pointer to the return address.
    let text = r#"
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare ptr @llvm.addressofreturnaddress.p0()
@size = global i64 0
define void @store() noinline {
  %top = call ptr @llvm.addressofreturnaddress.p0()
  %bottom = call ptr asm sideeffect "movq %rsp, $0", "=r"()
  %t = ptrtoint ptr %top to i64
  %b = ptrtoint ptr %bottom to i64
  %size = sub i64 %t, %b
  store i64 %size, ptr @size
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0)
  ret void
}
define i32 @main() {
  call void @store()
  %size = load i64, ptr @size
  %s = trunc i64 %size to i32
  ret i32 %s
}
"#;
    let object = compiled(text);
    let maps = stack_maps(&object);
    if has_cc() {
        assert_eq!(native(&object), (String::new(), maps.functions[0].0 as i32));
    }
}

#[test]
fn patch_points_call_their_target() {
    if !has_cc() {
        return;
    }
    let text = r#"
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
define i64 @double(i64 %x) {
  %y = mul i64 %x, 2
  ret i64 %y
}
define i32 @main() {
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 2, i32 20, ptr @double, i32 1, i64 21)
  %s = trunc i64 %r to i32
  ret i32 %s
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 42));
}
