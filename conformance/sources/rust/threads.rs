use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicU32, AtomicUsize, Ordering, fence};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock};
use std::thread;
use std::time::Duration;

thread_local! {
    static LOCAL: RefCell<Vec<u32>> = RefCell::new(vec![1]);
}
static ONCE: Once = Once::new();
static CELL: OnceLock<String> = OnceLock::new();
static TOTAL: AtomicUsize = AtomicUsize::new(0);

struct SpinLock(AtomicBool);
impl SpinLock {
    fn with<T>(&self, f: impl FnOnce() -> T) -> T {
        while self.0.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
            thread::yield_now();
        }
        let result = f();
        self.0.store(false, Ordering::Release);
        result
    }
}

fn main() {
    let counter = Arc::new(Mutex::new(0));
    let handles: Vec<_> = (0..4)
        .map(|i| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || {
                for _ in 0..50 {
                    *counter.lock().unwrap() += i;
                    TOTAL.fetch_add(1, Ordering::Relaxed);
                }
                i * 10
            })
        })
        .collect();
    println!("{:?}", handles.into_iter().map(|h| h.join().unwrap()).collect::<Vec<_>>());
    println!("{} {}", counter.lock().unwrap(), TOTAL.load(Ordering::SeqCst));

    let (sender, receiver) = channel();
    for id in 0..3 {
        let sender = sender.clone();
        thread::spawn(move || (0..5).for_each(|n| sender.send(id * 100 + n).unwrap()));
    }
    drop(sender);
    let mut got: Vec<_> = receiver.iter().collect();
    got.sort();
    println!("{got:?} {:?}", receiver.try_recv() == Err(TryRecvError::Disconnected));
    let (sender, receiver) = sync_channel(1);
    let producer = thread::spawn(move || (0..4).map(|i| sender.send(i).is_ok()).filter(|ok| *ok).count());
    println!("{:?} {:?} {:?}", receiver.recv(), receiver.recv(), receiver.recv());
    drop(receiver);
    println!("{}", producer.join().unwrap() >= 3);
    let (_sender, silent) = channel::<()>();
    println!("{:?}", silent.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout));

    let pair = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
    let other = pair.clone();
    let worker = thread::spawn(move || {
        let (lock, ready) = &*other;
        let mut queue = ready.wait_while(lock.lock().unwrap(), |q| q.len() < 3).unwrap();
        queue.drain(..).sum::<i32>()
    });
    for i in 1..=3 {
        pair.0.lock().unwrap().push(i);
        pair.1.notify_one();
    }
    println!("{}", worker.join().unwrap());

    let lock = RwLock::new(5);
    let mut data = vec![1, 2, 3, 4, 5, 6];
    thread::scope(|scope| {
        for part in data.chunks_mut(2) {
            let lock = &lock;
            scope.spawn(move || part.iter_mut().for_each(|x| *x *= *lock.read().unwrap()));
        }
    });
    *lock.write().unwrap() += 1;
    println!("{data:?} {:?}", lock);

    let barrier = Barrier::new(3);
    let leaders = AtomicU32::new(0);
    let spin = SpinLock(AtomicBool::new(false));
    let mut plain = 0;
    let shared = AtomicPtr::new(&mut plain as *mut i32);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                if barrier.wait().is_leader() {
                    leaders.fetch_add(1, Ordering::AcqRel);
                }
                for _ in 0..20 {
                    spin.with(|| unsafe { *shared.load(Ordering::Relaxed) += 1 });
                }
                ONCE.call_once(|| print!("once "));
                CELL.get_or_init(|| "cell".to_string());
                LOCAL.with(|l| l.borrow_mut().push(2));
            });
        }
    });
    LOCAL.with(|l| println!("{} {plain} {:?} {:?}", leaders.load(Ordering::Relaxed), CELL.get(), l.borrow()));

    static READY: AtomicBool = AtomicBool::new(false);
    static mut MESSAGE: i32 = 0;
    let reader = thread::Builder::new().name("reader".into()).spawn(|| {
        while !READY.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        fence(Ordering::Acquire);
        (thread::current().name().map(str::to_string), unsafe { MESSAGE })
    });
    unsafe { MESSAGE = 42 };
    fence(Ordering::Release);
    READY.store(true, Ordering::Relaxed);
    println!("{:?}", reader.unwrap().join().unwrap());
    let parked = thread::spawn(|| {
        thread::park();
        "unparked"
    });
    parked.thread().unpark();
    println!("{}", parked.join().unwrap());
    let atomic = AtomicI64::new(10);
    let old = [atomic.fetch_sub(3, Ordering::SeqCst), atomic.fetch_max(50, Ordering::AcqRel), atomic.fetch_and(0x2f, Ordering::Release), atomic.swap(-1, Ordering::Acquire)];
    println!("{old:?} {:?} {:?}", atomic.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| (x < 0).then(|| x * 2)), atomic);
    println!("{:?}", thread::spawn(|| LOCAL.with(|l| l.borrow().len())).join().unwrap());
}
