use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

fn main() -> io::Result<()> {
    let started = Instant::now();
    let name = Path::new("scratch.txt");
    {
        let mut file = BufWriter::new(File::create(name)?);
        for i in 0..200 {
            writeln!(file, "line {i} {}", "x".repeat(i % 7))?;
        }
    }
    println!("{} {}", fs::metadata(name)?.len(), name.extension().unwrap().to_string_lossy());
    let lines: Vec<String> = BufReader::new(File::open(name)?).lines().collect::<Result<_, _>>()?;
    println!("{} {:?} {:?}", lines.len(), lines[13], lines.iter().map(String::len).max());
    let mut file = OpenOptions::new().read(true).write(true).open(name)?;
    file.seek(SeekFrom::Start(5))?;
    file.write_all(b"ZERO")?;
    file.seek(SeekFrom::End(-4))?;
    let mut rest = String::new();
    file.read_to_string(&mut rest)?;
    println!("{rest:?} {:?}", &fs::read(name)?[..12]);
    fs::create_dir_all("a/b")?;
    fs::rename(name, "a/b/moved")?;
    fs::copy("a/b/moved", "a/copy")?;
    let mut names: Vec<_> = fs::read_dir("a")?.map(|e| e.map(|e| e.file_name().into_string().unwrap())).collect::<Result<_, _>>()?;
    names.sort();
    println!("{names:?} {} {}", name.exists(), Path::new("a").is_dir());
    fs::remove_dir_all("a")?;
    let error = File::open("no/such/file").unwrap_err();
    println!("{:?} {error}", error.kind());
    let mut input = String::new();
    println!("{} {:?}", io::stdin().read_line(&mut input)?, input);
    println!("{:?}", io::stdin().lock().lines().count());
    println!("{:?} {:?}", Path::new("/a/../b.tar.gz").components().count(), Path::new("x/y.rs").with_extension("ll"));
    println!("{:?} {:?}", Duration::from_millis(1500), Duration::from_secs(1).checked_sub(Duration::from_nanos(1)));
    println!("{} {}", started.elapsed() < Duration::from_secs(3600), SystemTime::now() > SystemTime::UNIX_EPOCH);
    io::stdout().write_all(b"bytes \xff\n")?;
    io::stdout().flush()
}
