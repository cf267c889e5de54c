//! Errors can be passed on by `?`, from any thread.

fn is_error<T: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn errors_are_errors() {
    is_error::<lindworm::ReadError>();
}

/// What `main` shows of an error that it returns.
#[test]
fn errors_are_readable_as_debug_output() {
    use lindworm::{Context, ReadOptions, read, read_any, verify};
    let (cx, options) = (Context::new(), ReadOptions::default());
    let wrong = b"@x = global i32 true\n";
    let expected = "a.ll:1:17: constant expression type mismatch: got type 'i1' but expected 'i32'";
    assert_eq!(format!("{:?}", read(&cx, "a.ll", wrong, &options).err().unwrap()), expected);
    assert_eq!(format!("{:?}", read_any(&cx, "a.ll", wrong, &options).err().unwrap()), expected);
    let broken = b"define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n";
    let report = verify(&read(&cx, "b.ll", broken, &options).unwrap().module).into_result().unwrap_err();
    assert_eq!(format!("{report:?}"), "LW0464: Instruction does not dominate all uses!");
}
