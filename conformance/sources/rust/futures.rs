// An executor of its own for async functions: state machines, wakers, pinned boxes.
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

struct Wakes(AtomicUsize);
impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

struct Yield(bool);
impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

async fn step(name: &str, count: usize, log: &RefCell<Vec<String>>) -> usize {
    let text = format!("{name}!");
    for i in 0..count {
        log.borrow_mut().push(format!("{text}{i}"));
        Yield(false).await;
    }
    text.len() * count
}

async fn both(log: Rc<RefCell<Vec<String>>>, name: String) -> Result<usize, String> {
    let first = step(&name, 2, &log).await;
    let second = async { step("inner", 1, &log).await + 1 }.await;
    if first > 7 { Err(format!("{name} is too long")) } else { Ok(first + second) }
}

fn main() {
    let wakes = Arc::new(Wakes(AtomicUsize::new(0)));
    let waker = Waker::from(wakes.clone());
    let mut context = Context::from_waker(&waker);
    let log = Rc::new(RefCell::new(Vec::new()));
    let mut tasks: VecDeque<Pin<Box<dyn Future<Output = Result<usize, String>>>>> = VecDeque::new();
    for name in ["a", "bb", "long"] {
        tasks.push_back(Box::pin(both(log.clone(), name.into())));
    }
    while let Some(mut task) = tasks.pop_front() {
        match task.as_mut().poll(&mut context) {
            Poll::Ready(result) => println!("{result:?}"),
            Poll::Pending => tasks.push_back(task),
        }
    }
    println!("{} {}", log.borrow().join(" "), wakes.0.load(Ordering::Relaxed));
    let mut ready = pin!(async { 5 });
    println!("{:?}", ready.as_mut().poll(&mut context));
}
