//! Plays a tape of calls and prints every answer on a line of its own; `npm run suite -- runtimes`
//! compares them with those of all other hosts. test/runtimes/tape.ts says what a tape looks like.
use plimsoll_host::{Core, Engine, Error};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const TITLE: &[u8] = b"plimsoll tape 1\n";
const NO_SUMMARY: i32 = -1;
const CONFIGURE: u8 = 0;
const PODS: u8 = 1;
const OBSERVE: u8 = 2;
const RECLAIMED: u8 = 3;
const ADMIT: u8 = 4;
const REPORT: u8 = 5;

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

struct Entry {
    verb: u8,
    argument: i32,
    now: SystemTime,
    document: Vec<u8>,
}

fn next(tape: &mut impl Read) -> Answer<Option<Entry>> {
    let mut head = [0; 13];
    if tape.read(&mut head[..1])? == 0 {
        return Ok(None);
    }
    tape.read_exact(&mut head[1..])?;
    let [verb, ref numbers @ ..] = head;
    let argument = i32::from_le_bytes(numbers[..4].try_into()?);
    let nanoseconds = i64::from_le_bytes(numbers[4..].try_into()?);
    let since = Duration::from_nanos(nanoseconds.unsigned_abs());
    let now = if nanoseconds < 0 { UNIX_EPOCH - since } else { UNIX_EPOCH + since };
    let size = if verb == REPORT { 0 } else { argument.max(0) };
    let mut document = vec![0; size as usize];
    tape.read_exact(&mut document)?;
    Ok(Some(Entry { verb, argument, now, document }))
}

/// A step that needs reclaim takes the next entry with it.
fn take(engine: &mut Engine, entry: &Entry, tape: &mut impl Read) -> Result<(), Error> {
    match entry.verb {
        CONFIGURE => engine.configure(&entry.document),
        PODS => engine.pods(&entry.document).map(drop),
        ADMIT => engine.admit(&entry.document).map(drop),
        OBSERVE if entry.argument == NO_SUMMARY => engine.missed(entry.now),
        OBSERVE if entry.argument >= 0 => engine
            .observe(&entry.document, entry.now, |_| {
                let after = next(tape).ok().flatten().filter(|after| after.verb == RECLAIMED);
                let after = after.expect("a step waits for reclaim, and the tape goes on");
                (after.argument != NO_SUMMARY).then_some(after.document)
            })
            .map(drop),
        verb => panic!("the tape has a call {verb} of {} that is none here", entry.argument),
    }
}

fn main() -> Answer<()> {
    let [_, module, tape] = <[String; 3]>::try_from(std::env::args().collect::<Vec<_>>())
        .map_err(|_| "usage: tape plimsoll-eviction.wasm corpus.tape")?;
    let mut tape = BufReader::new(File::open(tape)?);
    let mut head = [0; TITLE.len() + 4];
    tape.read_exact(&mut head)?;
    if !head.starts_with(TITLE) {
        return Err("this is not a tape of this version".into());
    }
    let mut engine = Core::new(&std::fs::read(module)?)?.engine(b"{}")?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut refused = None;
    while let Some(entry) = next(&mut tape)? {
        if entry.verb == REPORT {
            let answer = refused.take().map_or_else(|| engine.report(entry.argument), Ok)?;
            out.write_all(&answer)?;
            out.write_all(b"\n")?;
            continue;
        }
        match take(&mut engine, &entry, &mut tape) {
            Err(Error::Refused(answer)) => refused = Some(answer.json),
            other => other?,
        }
    }
    Ok(out.flush()?)
}
