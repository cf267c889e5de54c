//! `lindworm corpus`: starts the separate program `lindworm-corpus`, which is looked up beside this program and on the PATH. It is
//! separate because few users need its dependencies, Arrow and Parquet.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::streams::tell;

const NAME: &str = "lindworm-corpus";

/// Starts `lindworm-corpus` with these arguments, and gives its exit status.
pub fn run(args: &[OsString]) -> i32 {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(NAME)).filter(|path| path.is_file());
    match Command::new(beside.unwrap_or_else(|| PathBuf::from(NAME))).args(args).status() {
        Ok(status) => status.code().unwrap_or(1),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            tell(format!(
                "lindworm: error: there is no `{NAME}` beside this program or on the PATH: `cargo install --path corpus` and \
                 `pip install lindworm-ir` bring one\n"
            ));
            1
        }
        Err(e) => {
            tell(format!("lindworm: error: {NAME}: {e}\n"));
            1
        }
    }
}

/// Writes the features of the functions of files to the standard output, as one Parquet file. Gives whether that was done.
pub fn write_features(files: &[PathBuf]) -> bool {
    let options = ["--map", "features", "--output", "-", "--"].map(OsString::from);
    run(&options.into_iter().chain(files.iter().map(|f| f.clone().into_os_string())).collect::<Vec<_>>()) == 0
}
