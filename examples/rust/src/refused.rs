//! What went wrong with a verb.
use crate::runtime::wasm;
use serde::Deserialize;
use std::fmt;

/// A verb was refused; the engine is as it was. `schemas/error-1.schema.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Refused {
    /// A negative number: assembly/README.md, "Statuses".
    pub status: i32,
    /// The kind of the document at fault; `none` when the order of calls is.
    pub document: String,
    /// Where in the document, such as `$.node.fs`.
    pub path: Option<String>,
    /// Bytes before the fault.
    pub offset: Option<u64>,
    pub reason: String,
    /// Every error of a configuration.
    #[serde(default)]
    pub errors: Vec<Finding>,
    /// The whole error as the module wrote it.
    #[serde(skip)]
    pub json: Vec<u8>,
}

/// One error of a configuration.
#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    pub rule: String,
    pub path: String,
    pub message: String,
}

#[derive(Debug)]
pub enum Error {
    Refused(Box<Refused>),
    /// A time that 64 bits of nanoseconds since 1970 cannot hold: before 1677 or after 2262.
    Time,
    /// The module has another version of the verbs.
    Version(i32),
    /// The module stopped, which no document may cause: discard the engine, restore its last saved
    /// state in another one, and report the document.
    Stopped(wasm::Error),
    /// An answer is not what its schema says.
    Answer(serde_json::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(out),
            Self::Time => out.write_str("a time is not between 1677 and 2262"),
            Self::Version(found) => write!(out, "plimsoll-eviction.wasm speaks version {found}, not 2"),
            Self::Stopped(error) => write!(out, "the engine stopped: {error}"),
            Self::Answer(error) => write!(out, "an answer cannot be read: {error}"),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.errors.first();
        let path = first.map(|error| &error.path).or(self.path.as_ref());
        let reason = first.map_or(&self.reason, |error| &error.message);
        write!(out, "{}", self.document)?;
        if let Some(path) = path {
            write!(out, " {path}")?;
        }
        if let Some(offset) = self.offset {
            write!(out, " (byte {offset})")?;
        }
        write!(out, ": {reason}")
    }
}

impl std::error::Error for Error {}

impl From<wasm::Error> for Error {
    fn from(error: wasm::Error) -> Self {
        Self::Stopped(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Answer(error)
    }
}
