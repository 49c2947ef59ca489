//! plimsoll-eviction.wasm in wasmtime or in wasmi, whose interfaces are alike.
#[cfg(feature = "wasmi")]
pub(crate) use wasmi as wasm;
#[cfg(not(feature = "wasmi"))]
pub(crate) use wasmtime as wasm;

use crate::{Engine, Error};
use wasm::{Extern, Instance, Memory, Module, Store};

/// The version of the verbs that this host calls.
const ABI_VERSION: i32 = 2;

/// The module, compiled once for all engines and threads.
pub struct Core {
    engine: wasm::Engine,
    module: Module,
}

impl Core {
    /// Compiles the bytes of `plimsoll-eviction.wasm`.
    pub fn new(module: &[u8]) -> Result<Self, Error> {
        let engine = wasm::Engine::default();
        let module = Module::new(&engine, module)?;
        Ok(Self { engine, module })
    }

    /// An engine for one node under a KubeletConfiguration in JSON; `{}` has the defaults.
    pub fn engine(&self, configuration: &[u8]) -> Result<Engine, Error> {
        Engine::new(Exports::new(self)?, configuration)
    }
}

/// One instance: the only code that touches its memory.
pub(crate) struct Exports {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
    input: usize,
    capacity: usize,
    output: usize,
}

impl Exports {
    fn new(core: &Core) -> Result<Self, Error> {
        let mut store = Store::new(&core.engine, ());
        let instance = Instance::new(&mut store, &core.module, &[])?;
        let memory = instance.get_export(&mut store, "memory").and_then(Extern::into_memory);
        let Some(memory) = memory else {
            return Err(Error::Version(0));
        };
        let mut exports = Self { store, instance, memory, input: 0, capacity: 0, output: 0 };
        let version = exports.number("abiVersion")?;
        if version != ABI_VERSION {
            return Err(Error::Version(version));
        }
        // The memory never grows: offsets stay.
        exports.input = exports.number("inputOffset")? as usize;
        exports.capacity = exports.number("inputCapacity")? as usize;
        exports.output = exports.number("outputOffset")? as usize;
        Ok(exports)
    }

    /// Copies a document in; returns its size for a verb. One that does not fit is not copied: the
    /// verb refuses its size.
    pub fn write(&mut self, document: &[u8]) -> i32 {
        if document.len() <= self.capacity {
            let end = self.input + document.len();
            self.memory.data_mut(&mut self.store)[self.input..end].copy_from_slice(document);
        }
        i32::try_from(document.len()).unwrap_or(i32::MAX)
    }

    /// A copy of what a verb wrote: the next one writes over it.
    pub fn written(&self, size: i32) -> Vec<u8> {
        let end = self.output + size as usize;
        self.memory.data(&self.store)[self.output..end].to_vec()
    }

    /// What an export without arguments answers.
    pub fn number(&mut self, name: &str) -> Result<i32, Error> {
        let function = self.instance.get_typed_func::<(), i32>(&mut self.store, name)?;
        Ok(function.call(&mut self.store, ())?)
    }

    pub fn call(&mut self, verb: &str, argument: i32) -> Result<i32, Error> {
        let function = self.instance.get_typed_func::<i32, i32>(&mut self.store, verb)?;
        Ok(function.call(&mut self.store, argument)?)
    }

    /// `observe` has the time, too.
    pub fn observe(&mut self, size: i32, now: i64) -> Result<i32, Error> {
        let function =
            self.instance.get_typed_func::<(i32, i64), i32>(&mut self.store, "observe")?;
        Ok(function.call(&mut self.store, (size, now))?)
    }
}
