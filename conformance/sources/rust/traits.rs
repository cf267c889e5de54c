use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{Add, Deref, Index, IndexMut, Mul, Neg};
use std::rc::{Rc, Weak};

trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".to_string()
    }
}
struct Circle(f64);
struct Square(f64);
impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.0 * self.0
    }
    fn name(&self) -> String {
        format!("circle of {}", self.0)
    }
}
impl Shape for Square {
    fn area(&self) -> f64 {
        self.0.powi(2)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
struct Vector<T>(T, T);
impl<T: Add<Output = T>> Add for Vector<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector(self.0 + other.0, self.1 + other.1)
    }
}
impl<T: Mul<Output = T> + Copy> Mul<T> for Vector<T> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        Vector(self.0 * by, self.1 * by)
    }
}
impl<T: Neg<Output = T>> Neg for Vector<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Vector(-self.0, -self.1)
    }
}

struct Loud(&'static str, Rc<RefCell<Vec<String>>>);
impl Drop for Loud {
    fn drop(&mut self) {
        self.1.borrow_mut().push(format!("drop {}", self.0));
    }
}
impl Deref for Loud {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}

#[derive(Debug)]
struct Node {
    value: i32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

#[derive(Debug)]
enum Tree {
    Leaf,
    Branch(Box<Tree>, i32, Box<Tree>),
}
impl Tree {
    fn insert(self, new: i32) -> Tree {
        match self {
            Tree::Leaf => Tree::Branch(Box::new(Tree::Leaf), new, Box::new(Tree::Leaf)),
            Tree::Branch(left, value, right) if new < value => Tree::Branch(Box::new(left.insert(new)), value, right),
            Tree::Branch(left, value, right) => Tree::Branch(left, value, Box::new(right.insert(new))),
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(i32)) {
        if let Tree::Branch(left, value, right) = self {
            left.walk(visit);
            visit(*value);
            right.walk(visit);
        }
    }
}

struct Grid<const W: usize, const H: usize>([[u8; W]; H]);
impl<const W: usize, const H: usize> Index<(usize, usize)> for Grid<W, H> {
    type Output = u8;
    fn index(&self, (x, y): (usize, usize)) -> &u8 {
        &self.0[y][x]
    }
}
impl<const W: usize, const H: usize> IndexMut<(usize, usize)> for Grid<W, H> {
    fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut u8 {
        &mut self.0[y][x]
    }
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn describe(value: &dyn Any) -> String {
    if let Some(n) = value.downcast_ref::<i32>() {
        format!("i32 {n}")
    } else if let Some(s) = value.downcast_ref::<&str>() {
        format!("str {s}")
    } else {
        "something".into()
    }
}

struct Fibonacci(u64, u64);
impl Iterator for Fibonacci {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        let value = self.0;
        (self.0, self.1) = (self.1, self.0.checked_add(self.1)?);
        Some(value)
    }
}

fn show<T: Debug + ?Sized>(value: &T) {
    print!("{value:?} ");
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(1.0)), Box::new(Square(2.0)), Box::new(Circle(0.5))];
    for shape in &shapes {
        println!("{}: {:.4}", shape.name(), shape.area());
    }
    println!("{:?} {:?}", -(Vector(1.5, 2.0) + Vector(1.0, -1.0)) * 2.0, Vector(1, 2).partial_cmp(&Vector(1, 3)));
    let log = Rc::new(RefCell::new(Vec::new()));
    {
        let _a = Loud("a", log.clone());
        let b = Loud("b", log.clone());
        let moved = Box::new(b);
        drop(moved);
        let _ = Loud("immediately", log.clone());
        let _c = (Loud("c1", log.clone()), Loud("c2", log.clone()));
        println!("{} {}", _a.len(), Rc::strong_count(&log));
    }
    println!("{:?}", log.borrow());
    println!("{:?}", log.try_borrow_mut().map(|l| l.len()));
    let leaf = Rc::new(Node { value: 3, parent: RefCell::new(Weak::new()), children: RefCell::new(vec![]) });
    let branch = Rc::new(Node { value: 5, parent: RefCell::new(Weak::new()), children: RefCell::new(vec![leaf.clone()]) });
    *leaf.parent.borrow_mut() = Rc::downgrade(&branch);
    println!("{:?} {} {}", leaf.parent.borrow().upgrade().map(|p| p.value), Rc::strong_count(&leaf), Rc::weak_count(&branch));
    println!("{}", branch.children.borrow().iter().map(|c| c.value).sum::<i32>());
    drop(branch);
    println!("{:?}", leaf.parent.borrow().upgrade().is_none());
    let tree = [5, 2, 8, 1, 9, 3].into_iter().fold(Tree::Leaf, Tree::insert);
    let mut seen = vec![];
    tree.walk(&mut |v| seen.push(v));
    println!("{seen:?}");
    let mut grid = Grid::<3, 2>([[0; 3]; 2]);
    grid[(2, 1)] = 7;
    println!("{:?} {}", grid.0, grid[(2, 1)]);
    let mut calls = 0;
    let mut counting = |x: i32| {
        calls += 1;
        x + calls
    };
    println!("{} {} {}", counting(10), counting(10), compose(|x: i32| x * 2, |y| format!("<{y}>"))(21));
    let table: HashMap<&str, fn(f64) -> f64> = HashMap::from([("sqrt", f64::sqrt as fn(f64) -> f64), ("double", |x| x * 2.0)]);
    println!("{} {}", table["sqrt"](2.0), table["double"](2.0));
    let mut boxed: Vec<Box<dyn FnMut() -> i32>> = (1..4).map(|i| { let mut n = 0; Box::new(move || { n += i; n }) as Box<dyn FnMut() -> i32> }).collect();
    println!("{:?}", boxed.iter_mut().map(|f| f() + f()).collect::<Vec<_>>());
    println!("{} {} {}", describe(&5i32), describe(&"five"), describe(&5.0));
    println!("{:?} {}", Fibonacci(0, 1).skip(10).step_by(20).collect::<Vec<_>>(), Fibonacci(0, 1).count());
    let cell = Cell::new(5);
    cell.set(cell.get() + cell.replace(1));
    show(&cell);
    show("text");
    show(&[1u8, 2][..]);
    show(&(1, 'a', Some("x"), None::<()>, Ok::<i32, ()>(3)));
    println!();
    println!("{} {} {}", std::mem::size_of::<Option<Box<i32>>>(), std::mem::size_of::<Option<char>>(), std::mem::align_of::<u64>());
    let text: Result<i32, String> = "7".parse::<i32>().map_err(|e| e.to_string()).and_then(|n| if n > 5 { Err(format!("{n} is large")) } else { Ok(n) });
    println!("{text:?} {}", text.clone().unwrap_or_else(|e| e.len() as i32));
}
