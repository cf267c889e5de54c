use std::fmt;
use std::num::ParseIntError;

#[derive(Debug)]
enum Problem {
    Number(ParseIntError),
    Negative(i64),
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Number(e) => write!(f, "not a number: {e}"),
            Problem::Negative(n) => write!(f, "{n} is negative"),
        }
    }
}
impl std::error::Error for Problem {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Problem::Number(e) => Some(e),
            Problem::Negative(_) => None,
        }
    }
}
impl From<ParseIntError> for Problem {
    fn from(e: ParseIntError) -> Self {
        Problem::Number(e)
    }
}

fn root(text: &str) -> Result<i64, Problem> {
    let n: i64 = text.parse()?;
    if n < 0 {
        return Err(Problem::Negative(n));
    }
    Ok((1..=n).take_while(|i| i * i <= n).last().unwrap_or(0))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for text in ["99", "0", "-4", "4x", ""] {
        match root(text) {
            Ok(r) => println!("{text:?}: {r}"),
            Err(e) => println!("{text:?}: {e} ({:?})", std::error::Error::source(&e).map(|s| s.to_string())),
        }
    }
    root("last")?;
    println!("not reached");
    Ok(())
}
