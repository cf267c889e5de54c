//! Constant expressions in the initializers of variables.

mod common;

use common::{compiled, read};
use object::{Object, ObjectSection};

/// The message about a module that cannot be compiled.
fn refusal(text: &str) -> String {
    let module = read(text);
    let error = lindworm_codegen::compile(&module, &Default::default()).unwrap_err();
    error.unsupported[0].message(&module)
}

/// The initial value of the only variable that has one.
fn value(text: &str) -> Vec<u8> {
    let object = compiled(text);
    let file = object::File::parse(&*object).unwrap();
    let section = file.section_by_name(".data").unwrap();
    assert_eq!(section.relocations().count(), 0);
    section.data().unwrap().to_vec()
}

/// `depth` additions of 1 to each 32-bit half and to each 64-bit element of a vector of equal elements, 8. Vectors of so many
/// elements are not folded.
fn nested_vectors(depth: usize) -> String {
    let mut vector =
        "splat (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 8) to i64), i64 ptrtoint (ptr @g to i64)))"
            .to_owned();
    for _ in 0..depth {
        vector = format!(
            "add (<16384 x i32> bitcast (<8192 x i64> {vector} to <16384 x i32>), <16384 x i32> splat (i32 1))"
        );
        vector =
            format!("add (<8192 x i64> bitcast (<16384 x i32> {vector} to <8192 x i64>), <8192 x i64> splat (i64 1))");
    }
    format!("@g = external global i8\n@v = global <8192 x i64> {vector}")
}

#[test]
fn nested_bit_casts_of_vectors_take_bounded_time() {
    assert_eq!(value(&nested_vectors(0)), 8u64.to_le_bytes().repeat(8192));
    // Each level evaluates every element of the vector below it.
    for depth in [1, 20] {
        assert_eq!(refusal(&nested_vectors(depth)), "@v: not supported: a deeply nested constant");
    }
}

#[test]
fn distances_within_a_variable_of_another_module_are_numbers() {
    for distance in [
        "i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 24) to i64), i64 ptrtoint (ptr @g to i64))",
        "i64 add (i64 sub (i64 0, i64 ptrtoint (ptr @g to i64)), i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 24) to i64))",
    ] {
        assert_eq!(value(&format!("@g = external global i8\n@v = global {distance}")), 24u64.to_le_bytes());
    }
}

#[test]
fn distances_of_variables_may_be_parts_of_sums() {
    let text = "@a = internal global i64 1\n@b = internal global i64 2\n\
                @v = global i64 add (i64 sub (i64 0, i64 ptrtoint (ptr @a to i64)), i64 ptrtoint (ptr @b to i64))";
    assert_eq!(value(text)[16..], 8u64.to_le_bytes());
}

#[test]
fn integers_of_odd_widths_have_their_bits_only() {
    let distance =
        "i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 511) to i64), i64 ptrtoint (ptr @g to i64))";
    for (bits, bytes) in [(1, &[1][..]), (9, &[255, 1]), (3, &[7])] {
        let text = format!("@g = external global i8\n@v = global i{bits} trunc ({distance} to i{bits})");
        assert_eq!(value(&text), bytes);
    }
    for bits in [1, 24] {
        let text = format!("@v = global i{bits} trunc (i64 ptrtoint (ptr @v to i64) to i{bits})");
        let expected = "@v: not supported: an address in an integer that is not of 8, 16, 32 or 64 bits";
        assert_eq!(refusal(&text), expected);
    }
}

#[test]
fn bits_of_addresses_in_a_vector_are_refused() {
    let text =
        "@v = global <2 x i1> trunc (<2 x i64> ptrtoint (<2 x ptr> <ptr @v, ptr null> to <2 x i64>) to <2 x i1>)";
    assert_eq!(refusal(text), "@v: not supported: some bits of an address");
}
