//! One node.
use crate::refused::{Error, Refused};
use crate::runtime::Exports;
use serde::Deserialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// The size that stands for a Summary that could not be read.
const NO_SUMMARY: i32 = -1;
/// The part of `freeze` that is the pod list.
const PODS: i32 = 0;
const RECLAIM: i32 = 1;

/// What a step asks of its host. Save the state before acting on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Action {
    None,
    EvictPod,
    /// For local storage limits; may be several pods.
    EvictPods,
}

/// A configuration, a pod list and the state between steps. Documents are the bytes that Kubernetes
/// serves; a verb that is refused changes nothing.
pub struct Engine {
    exports: Exports,
}

#[derive(Deserialize)]
struct Reclaim {
    reclaim: Vec<String>,
}

impl Engine {
    pub(crate) fn new(exports: Exports, configuration: &[u8]) -> Result<Self, Error> {
        let mut engine = Self { exports };
        engine.configure(configuration)?;
        Ok(engine)
    }

    /// Puts a KubeletConfiguration in force, with a fresh state; `report` then has its warnings.
    pub fn configure(&mut self, configuration: &[u8]) -> Result<(), Error> {
        self.call("configure", configuration).map(|_| ())
    }

    /// Replaces the pod list with the pods of this node, a v1 PodList; returns their number.
    pub fn pods(&mut self, pod_list: &[u8]) -> Result<usize, Error> {
        Ok(self.call("pods", pod_list)? as usize)
    }

    /// One step on a stats Summary. When the step needs node-level reclaim, `reclaim` is called with
    /// the names of the functions to run; it returns the Summary after them, None when none could be
    /// had. `|_| None` reclaims nothing.
    pub fn observe(
        &mut self,
        summary: &[u8],
        now: SystemTime,
        reclaim: impl FnOnce(&[String]) -> Option<Vec<u8>>,
    ) -> Result<Action, Error> {
        let now = nanoseconds(now)?;
        let size = self.exports.write(summary);
        let answer = self.exports.observe(size, now)?;
        let mut action = self.checked(answer)?;
        if action == RECLAIM {
            let asked: Reclaim = serde_json::from_slice(&self.report(0)?)?;
            action = match reclaim(&asked.reclaim) {
                Some(after) => self.call("reclaimed", &after)?,
                None => self.call_size("reclaimed", NO_SUMMARY)?,
            };
        }
        Ok(match action {
            2 => Action::EvictPod,
            3 => Action::EvictPods,
            _ => Action::None,
        })
    }

    /// A step without a Summary: nothing is decided, grace periods and conditions stay.
    pub fn missed(&mut self, now: SystemTime) -> Result<(), Error> {
        let answer = self.exports.observe(NO_SUMMARY, nanoseconds(now)?)?;
        self.checked(answer).map(|_| ())
    }

    /// Whether the node would take a v1 Pod now; `report` says why.
    pub fn admit(&mut self, pod: &[u8]) -> Result<bool, Error> {
        Ok(self.call("admit", pod)? == 1)
    }

    /// The JSON about the last verb that was not refused, such as a decision. Detail 1 adds the
    /// arithmetic and the ranking, 2 what would have spared the pod. Amounts may have a fraction:
    /// read them as `serde_json::Number`.
    pub fn report(&mut self, detail: i32) -> Result<Vec<u8>, Error> {
        self.answer("report", detail)
    }

    /// The last decision about one pod or signal: `{"uid": …}`, `{"namespace": …, "name": …}`.
    pub fn explain(&mut self, query: &[u8]) -> Result<Vec<u8>, Error> {
        let size = self.call("explain", query)?;
        Ok(self.exports.written(size))
    }

    /// The state between steps, opaque; for `restore` under the same configuration.
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        let answer = self.exports.number("save")?;
        let size = self.checked(answer)?;
        Ok(self.exports.written(size))
    }

    pub fn restore(&mut self, state: &[u8]) -> Result<(), Error> {
        self.call("restore", state).map(|_| ())
    }

    /// The decoded pod list, opaque; `thaw` takes it in a twentieth of the time of `pods`.
    pub fn freeze(&mut self) -> Result<Vec<u8>, Error> {
        self.answer("freeze", PODS)
    }

    pub fn thaw(&mut self, frozen: &[u8]) -> Result<(), Error> {
        self.call("thaw", frozen).map(|_| ())
    }

    fn answer(&mut self, verb: &str, argument: i32) -> Result<Vec<u8>, Error> {
        let size = self.call_size(verb, argument)?;
        Ok(self.exports.written(size))
    }

    fn call(&mut self, verb: &str, document: &[u8]) -> Result<i32, Error> {
        let size = self.exports.write(document);
        self.call_size(verb, size)
    }

    fn call_size(&mut self, verb: &str, size: i32) -> Result<i32, Error> {
        let answer = self.exports.call(verb, size)?;
        self.checked(answer)
    }

    /// A negative answer is a refusal, which the module tells once.
    fn checked(&mut self, answer: i32) -> Result<i32, Error> {
        if answer >= 0 {
            return Ok(answer);
        }
        let size = self.exports.call("report", 0)?;
        let json = self.exports.written(size.max(0));
        let mut refused: Refused = serde_json::from_slice(&json)?;
        refused.json = json;
        Err(Error::Refused(Box::new(refused)))
    }
}

/// Since the epoch; also of times before it.
fn nanoseconds(now: SystemTime) -> Result<i64, Error> {
    let since = match now.duration_since(UNIX_EPOCH) {
        Ok(after) => i128::try_from(after.as_nanos()),
        Err(before) => i128::try_from(before.duration().as_nanos()).map(|nanoseconds| -nanoseconds),
    };
    since.ok().and_then(|since| i64::try_from(since).ok()).ok_or(Error::Time)
}
