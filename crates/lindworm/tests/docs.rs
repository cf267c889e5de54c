//! docs/language.md names files and tests that are there, docs/versions.md what is read.

use std::path::Path;

/// What stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn language_table_is_true() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = std::fs::read_to_string(crates.join("../docs/language.md")).unwrap();
    let mut rows = 0;
    for row in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| section")) {
        let cells: Vec<&str> = row.split('|').collect();
        let [_, section, read, printed, shown, _] = cells[..] else { panic!("four cells: {row}") };
        for file in quoted(read).chain(quoted(printed)) {
            assert!(crates.join("text/src").join(file).exists(), "no {file}, named for {section}");
        }
        for test in quoted(shown) {
            let path = match test.strip_prefix("runs/") {
                Some(program) => crates.join("interp/tests/language").join(program),
                None if test.starts_with("rejected/") => tests.join(test),
                None => tests.join("language").join(test),
            };
            assert!(path.is_dir() || path.with_extension("ll").exists(), "no test {test}, named for {section}");
        }
        rows += 1;
    }
    assert!(rows > 200, "{rows} rows");
}

#[test]
fn every_form_of_older_text_is_in_the_table_of_versions() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/versions.md");
    let table = std::fs::read_to_string(table).unwrap();
    for form in lindworm::text::OldForm::ALL {
        let row = format!("| {} | {} | {} |", form.until(), form.form(), form.becomes());
        assert!(table.contains(&row), "no row {row}");
    }
}
