//! Errors can be passed on by `?`, from any thread.

fn is_error<T: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn errors_are_errors() {
    is_error::<lindworm_eval::float::LiteralError>();
}
