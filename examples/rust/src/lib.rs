//! The kubelet's node-pressure eviction policy: `plimsoll-eviction.wasm` behind Rust types.
//!
//! A host to copy. `docs/reference/embedding.md` has the reasons: reclaim is a callback, a Summary that could
//! not be read is `missed`, a refusal is an error with its path and reason, and a report is written
//! when it is asked for. `&mut self` keeps every engine to one caller at a time.
mod engine;
mod refused;
mod runtime;

pub use engine::{Action, Engine};
pub use refused::{Error, Finding, Refused};
pub use runtime::Core;
