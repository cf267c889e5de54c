use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

struct Guard<'a>(&'a Cell<Vec<&'static str>>, &'static str);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let mut all = self.0.take();
        all.push(if thread::panicking() { "unwinding" } else { "leaving" });
        all.push(self.1);
        self.0.set(all);
    }
}

#[inline(never)]
fn deep(log: &Cell<Vec<&'static str>>, n: u32) -> u32 {
    let _guard = Guard(log, "frame");
    if n == 0 {
        let empty: Vec<u32> = Vec::new();
        return empty[std::env::args().count() + 2];
    }
    deep(log, n - 1) + 1
}

fn message(payload: Box<dyn std::any::Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(s) => *s,
        Err(payload) => payload.downcast_ref::<&str>().map_or("other".into(), |s| s.to_string()),
    }
}

fn caught<T: std::fmt::Debug>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(message)
}

fn main() {
    panic::set_hook(Box::new(|info| {
        println!("hook: {}", info.payload().downcast_ref::<&str>().copied().unwrap_or("formatted"));
    }));
    let log = Cell::new(Vec::new());
    println!("{:?}", caught(|| deep(&log, 3)));
    println!("{:?}", log.take());
    let zero = std::env::args().count() as i32 - 1;
    println!("{:?}", caught(|| 10 / zero));
    println!("{:?}", caught(|| (i32::MIN + zero).checked_abs().unwrap()));
    println!("{:?}", caught(|| "x".parse::<i32>().unwrap()));
    println!("{:?}", caught(|| None::<i32>.expect("there is nothing")));
    println!("{:?}", caught(|| assert_eq!(zero, 1, "zero is {}", zero)));
    println!("{:?}", caught(|| "häh"[..2 + zero as usize].len()));
    println!("{:?}", caught(|| std::cell::RefCell::new(1).try_borrow_mut().map(|mut x| { *x += 1; *x }).unwrap()));
    println!("{:?}", caught(|| unreachable!("never {}", "here")));
    println!("{:?}", caught(|| panic::panic_any(5u8)));
    println!("{:?}", caught(|| { let a = [1, 2, 3]; a[..(zero as usize + 3)].iter().sum::<i32>() }));
    println!("{:?}", caught(|| caught(|| panic!("inner")).unwrap_err().len()));
    let again = catch_unwind(|| {
        let first = catch_unwind(|| panic!("first")).unwrap_err();
        resume_unwind(first)
    });
    println!("{:?}", again.map(|()| 0).map_err(message));
    struct Last<'a>(&'a str);
    impl Drop for Last<'_> {
        fn drop(&mut self) {
            println!("{} {:?}", self.0, caught(|| panic!("inside of a drop")));
        }
    }
    println!("{:?}", caught(|| { let _last = Last("dropping"); panic!("outside") }));

    let mutex = Arc::new(Mutex::new(1));
    let other = mutex.clone();
    let joined = thread::spawn(move || {
        let _held = other.lock().unwrap();
        panic!("in a thread");
    })
    .join();
    println!("{:?} {}", joined.map_err(message), mutex.is_poisoned());
    println!("{}", *mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    let ints: Vec<Result<u32, String>> = (0..4).map(|i| caught(|| 12u32.checked_div(i).unwrap())).collect();
    println!("{ints:?}");
    let _ = panic::take_hook();
    let _outer = Guard(&log, "main");
    panic!("the end");
}
