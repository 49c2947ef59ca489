//! Replays a capture, plain or gzip, and prints a decision a line, as `plimsoll replay --output
//! ndjson` does:
//!
//!     replay plimsoll-eviction.wasm node.plimsoll.ndjson.gz
use chrono::DateTime;
use flate2::read::MultiGzDecoder;
use plimsoll_host::Core;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::error::Error;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::time::SystemTime;

/// The documents stay as they are: the module reads them.
#[derive(Deserialize)]
struct Header<'a> {
    plimsoll: String,
    #[serde(borrow)]
    config: Option<&'a RawValue>,
    #[serde(borrow)]
    kubelet: Option<&'a RawValue>,
    #[serde(borrow)]
    layout: Option<&'a RawValue>,
    #[serde(borrow)]
    capacity: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Record<'a> {
    time: String,
    #[serde(borrow)]
    pods: Option<&'a RawValue>,
    #[serde(borrow)]
    summary: Option<&'a RawValue>,
    /// The outer None is a member that is absent, the inner one a Summary that could not be read.
    #[serde(borrow, default, deserialize_with = "present")]
    reclaimed: Option<Option<&'a RawValue>>,
}

fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<&'de RawValue>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The options of the header are next to the configuration, as its last member, so that offsets in
/// errors are those of the configuration.
fn configuration(header: &Header) -> Result<String, Box<dyn Error>> {
    if header.plimsoll != "capture/1" {
        return Err("the first line is not a header of capture/1".into());
    }
    let config = header.config.map_or("{}", RawValue::get);
    let head = config.strip_suffix('}').ok_or("the configuration is not an object")?;
    let named = [
        ("kubeletVersion", header.kubelet),
        ("layout", header.layout),
        ("capacity", header.capacity),
    ];
    let options: Vec<String> = named
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("\"{name}\":{value}")))
        .collect();
    let comma = if head.trim_end().ends_with('{') { "" } else { "," };
    Ok(format!("{head}{comma}\"plimsoll\":{{{}}}}}", options.join(",")))
}

fn replay(module: &[u8], capture: impl Read) -> Result<(), Box<dyn Error>> {
    let mut lines = BufReader::new(capture).lines();
    let mut out = std::io::stdout().lock();
    let header = lines.next().ok_or("the capture is empty")??;
    let configuration = configuration(&serde_json::from_str(&header)?)?;
    let mut engine = Core::new(module)?.engine(configuration.as_bytes())?;
    for line in lines {
        let line = line?;
        let record: Record = serde_json::from_str(&line)?;
        let now = SystemTime::from(DateTime::parse_from_rfc3339(&record.time)?);
        if let Some(pods) = record.pods {
            engine.pods(pods.get().as_bytes())?;
        }
        let Some(summary) = record.summary else {
            engine.missed(now)?;
            continue;
        };
        // Nothing recorded after a reclaim: it is taken to have freed nothing.
        let after = record.reclaimed.unwrap_or(record.summary);
        engine.observe(summary.get().as_bytes(), now, |_| {
            after.map(|summary| summary.get().as_bytes().to_vec())
        })?;
        out.write_all(&engine.report(0)?)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let [_, module, capture] = <[String; 3]>::try_from(std::env::args().collect::<Vec<_>>())
        .map_err(|_| "usage: replay plimsoll-eviction.wasm CAPTURE")?;
    let module = std::fs::read(module)?;
    let bytes = std::fs::read(capture)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        replay(&module, MultiGzDecoder::new(Cursor::new(bytes)))
    } else {
        replay(&module, Cursor::new(bytes))
    }
}
