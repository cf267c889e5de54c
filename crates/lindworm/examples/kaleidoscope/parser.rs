//! From text to expressions.

use std::collections::HashMap;

/// A place in the source, from 1 on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

pub struct Expr {
    pub place: Place,
    pub kind: ExprKind,
}

pub enum ExprKind {
    Number(f64),
    Variable(String),
    Unary(char, Box<Expr>),
    Binary(char, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    If(Box<[Expr; 3]>),
    /// Variable; start, condition, step if given, and body.
    For(String, Box<Expr>, Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// Variables with what they start with, and where they mean something.
    Var(Vec<(String, Option<Expr>)>, Box<Expr>),
}

/// A function without its body. An operator is a function, too: `unary!`, `binary|`.
#[derive(Clone)]
pub struct Prototype {
    pub place: Place,
    pub name: String,
    pub params: Vec<String>,
}

pub enum Item {
    Extern(Prototype),
    Define(Prototype, Expr),
    /// An expression of its own.
    Expression(Expr),
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    End,
    Name(String),
    Number(f64),
    Other(char),
}

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 250;

struct Parser<'s> {
    rest: std::iter::Peekable<std::str::Chars<'s>>,
    next: Place,
    token: Token,
    place: Place,
    depth: usize,
    /// How tight binary operators bind.
    precedence: HashMap<char, i32>,
}

pub fn parse(source: &str) -> Result<Vec<Item>, String> {
    let precedence = HashMap::from([('=', 2), ('<', 10), ('+', 20), ('-', 20), ('*', 40)]);
    let (start, token) = (Place { line: 1, column: 1 }, Token::End);
    let mut p = Parser { rest: source.chars().peekable(), next: start, token, place: start, depth: 0, precedence };
    p.advance();
    let mut items = Vec::new();
    loop {
        match p.token.clone() {
            Token::End => return Ok(items),
            Token::Other(';') => p.advance(),
            Token::Name(word) if word == "def" => {
                p.advance();
                let prototype = p.prototype()?;
                items.push(Item::Define(prototype, p.expression()?));
            }
            Token::Name(word) if word == "extern" => {
                p.advance();
                items.push(Item::Extern(p.prototype()?));
            }
            _ => items.push(Item::Expression(p.expression()?)),
        }
    }
}

impl Parser<'_> {
    fn char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        match c {
            '\n' => self.next = Place { line: self.next.line + 1, column: 1 },
            _ => self.next.column += 1,
        }
        Some(c)
    }

    fn advance(&mut self) {
        while self.rest.peek().is_some_and(|&c| c.is_whitespace() || c == '#') {
            if self.char() == Some('#') {
                while self.char().is_some_and(|c| c != '\n') {}
            }
        }
        self.place = self.next;
        let Some(first) = self.char() else {
            self.token = Token::End;
            return;
        };
        let mut word = String::from(first);
        let mut all = |p: &mut Self, is: fn(char) -> bool| {
            while let Some(&c) = p.rest.peek().filter(|&&c| is(c)) {
                word.push(c);
                p.char();
            }
            std::mem::take(&mut word)
        };
        self.token = match first {
            'a'..='z' | 'A'..='Z' | '_' => Token::Name(all(self, |c| c.is_ascii_alphanumeric() || c == '_')),
            '0'..='9' | '.' => Token::Number(all(self, |c| c.is_ascii_digit() || c == '.').parse().unwrap_or(f64::NAN)),
            other => Token::Other(other),
        };
    }

    fn error<T>(&self, message: &str) -> Result<T, String> {
        Err(format!("{}:{}: {message}", self.place.line, self.place.column))
    }

    fn eat(&mut self, token: &Token) -> bool {
        let is = self.token == *token;
        if is {
            self.advance();
        }
        is
    }

    fn expect(&mut self, c: char) -> Result<(), String> {
        if self.eat(&Token::Other(c)) { Ok(()) } else { self.error(&format!("expected '{c}'")) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        self.eat(&Token::Name(word.into()))
    }

    fn expect_word(&mut self, word: &str) -> Result<(), String> {
        if self.eat_word(word) { Ok(()) } else { self.error(&format!("expected '{word}'")) }
    }

    fn name(&mut self) -> Result<String, String> {
        let Token::Name(name) = self.token.clone() else { return self.error("expected a name") };
        self.advance();
        Ok(name)
    }

    /// `name(a b)`, `unary!(a)` or `binary| 5 (a b)`.
    fn prototype(&mut self) -> Result<Prototype, String> {
        let place = self.place;
        let mut name = self.name()?;
        let operands = ["unary", "binary"].iter().position(|word| name == *word).map(|i| i + 1);
        if let Some(operands) = operands {
            let Token::Other(operator) = self.token else { return self.error("expected an operator") };
            self.advance();
            name.push(operator);
            if operands == 2 {
                let mut precedence = 30;
                if let Token::Number(number) = self.token {
                    precedence = number.clamp(1.0, 100.0) as i32;
                    self.advance();
                }
                self.precedence.insert(operator, precedence);
            }
        }
        self.expect('(')?;
        let mut params = Vec::new();
        while let Token::Name(_) = self.token {
            params.push(self.name()?);
        }
        self.expect(')')?;
        match operands {
            Some(operands) if operands != params.len() => self.error("an operator with a wrong number of operands"),
            _ => Ok(Prototype { place, name, params }),
        }
    }

    fn expression(&mut self) -> Result<Expr, String> {
        let depth = self.depth;
        let lhs = self.unary()?;
        let made = self.binary(0, lhs)?;
        self.depth = depth;
        Ok(made)
    }

    /// Counts a level of nesting: an operand of an operator is one, too.
    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.error("the expression is nested too deep") } else { Ok(()) }
    }

    fn unary(&mut self) -> Result<Expr, String> {
        let place = self.place;
        self.deeper()?;
        match self.token {
            Token::Other(operator) if !matches!(operator, '(' | ',' | ';' | ')') => {
                self.advance();
                let operand = self.unary()?;
                Ok(Expr { place, kind: ExprKind::Unary(operator, Box::new(operand)) })
            }
            _ => self.primary(),
        }
    }

    fn precedence(&self) -> Option<(char, i32)> {
        let Token::Other(operator) = self.token else { return None };
        self.precedence.get(&operator).map(|&precedence| (operator, precedence))
    }

    fn binary(&mut self, least: i32, mut lhs: Expr) -> Result<Expr, String> {
        while let Some((operator, precedence)) = self.precedence().filter(|&(_, precedence)| precedence >= least) {
            let place = self.place;
            self.advance();
            let mut rhs = self.unary()?;
            if self.precedence().is_some_and(|(_, next)| next > precedence) {
                rhs = self.binary(precedence + 1, rhs)?;
            }
            lhs = Expr { place, kind: ExprKind::Binary(operator, Box::new(lhs), Box::new(rhs)) };
        }
        Ok(lhs)
    }

    fn boxed(&mut self) -> Result<Box<Expr>, String> {
        self.expression().map(Box::new)
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let place = self.place;
        let kind = match self.token.clone() {
            Token::Number(number) => {
                self.advance();
                ExprKind::Number(number)
            }
            Token::Other('(') => {
                self.advance();
                let inner = self.expression()?;
                self.expect(')')?;
                return Ok(inner);
            }
            Token::Name(_) => match self.name()?.as_str() {
                "if" => {
                    let condition = self.expression()?;
                    self.expect_word("then")?;
                    let if_true = self.expression()?;
                    self.expect_word("else")?;
                    ExprKind::If(Box::new([condition, if_true, self.expression()?]))
                }
                "for" => {
                    let name = self.name()?;
                    self.expect('=')?;
                    let start = self.boxed()?;
                    self.expect(',')?;
                    let condition = self.boxed()?;
                    let step = if self.eat(&Token::Other(',')) { Some(self.boxed()?) } else { None };
                    self.expect_word("in")?;
                    ExprKind::For(name, start, condition, step, self.boxed()?)
                }
                "var" => {
                    let mut variables = Vec::new();
                    loop {
                        let name = self.name()?;
                        let start = if self.eat(&Token::Other('=')) { Some(self.expression()?) } else { None };
                        variables.push((name, start));
                        if !self.eat(&Token::Other(',')) {
                            break;
                        }
                    }
                    self.expect_word("in")?;
                    ExprKind::Var(variables, self.boxed()?)
                }
                name if self.eat(&Token::Other('(')) => {
                    let mut args = Vec::new();
                    while !self.eat(&Token::Other(')')) {
                        if !args.is_empty() {
                            self.expect(',')?;
                        }
                        args.push(self.expression()?);
                    }
                    ExprKind::Call(name.into(), args)
                }
                name => ExprKind::Variable(name.into()),
            },
            _ => return self.error("expected an expression"),
        };
        Ok(Expr { place, kind })
    }
}
