package dev.plimsoll;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** One plimsoll-eviction.wasm: the only code that touches its memory. */
final class ModuleInstance {
  /** The version of the module's verbs that this package calls. */
  private static final int ABI_VERSION = 2;

  /** The size that means a missing Summary. */
  static final int NO_SUMMARY = -1;

  /** The parts that freeze writes. */
  static final int PODS = 0;

  static final int SUMMARY = 1;

  /** The policy, compiled to classes of the JVM: once for a class loader, when it is first used. */
  private static final class Compiled {
    static final WasmModule MODULE = read();
    static final Function<Instance, Machine> MACHINE = MachineFactoryCompiler.compile(MODULE);

    private static WasmModule read() {
      try (var module = ModuleInstance.class.getResourceAsStream("plimsoll-eviction.wasm")) {
        if (module == null) {
          throw new IllegalStateException(
              "the package lacks plimsoll-eviction.wasm; `npm run build` puts it there");
        }
        return Parser.parse(module.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }

  /** Held during each call of the engine. */
  final Semaphore running = new Semaphore(1);

  private final Instance instance;
  private final Memory memory;
  private final Map<String, ExportFunction> verbs = new HashMap<>();
  private final int capacity;
  private final int output;

  /** Where documents are written. */
  private int input;

  /** Why the module answers no more; null while it does. */
  private DiscardedException discarded;

  ModuleInstance() {
    instance =
        Instance.builder(Compiled.MODULE)
            .withMachineFactory(Compiled.MACHINE)
            .withMemoryFactory(FlatMemory::new)
            .build();
    memory = instance.memory();
    int version = invoke("abiVersion");
    if (version != ABI_VERSION) {
      throw new IllegalStateException(
          "the module has version " + version + " of the verbs, and the package " + ABI_VERSION);
    }
    input = invoke("inputOffset");
    capacity = invoke("inputCapacity");
    output = invoke("outputOffset");
  }

  boolean isDiscarded() {
    return discarded != null;
  }

  /** Passes a document to a verb and returns its answer. */
  int call(String verb, byte[] document, long... more) {
    // One that does not fit is not copied: the verb refuses its size.
    if (document.length <= capacity) memory.write(input, document);
    return callSize(verb, document.length, more);
  }

  /** Calls a verb with the size of what is in the input region, or with another number. */
  int callSize(String verb, int size, long... more) {
    var arguments = new long[more.length + 1];
    arguments[0] = size;
    System.arraycopy(more, 0, arguments, 1, more.length);
    return answered(verb, arguments);
  }

  /** Calls a verb and returns its answer; a negative one is a refusal, reported once. */
  int answered(String verb, long... arguments) {
    int answer = invoke(verb, arguments);
    if (answer >= 0) return answer;
    throw RefusedException.of(written(invoke("report", 0)));
  }

  /** Keeps the text of the Summary just observed: the next one is read by what differs. */
  void keep() {
    input = answered("keep");
  }

  /** Returns a copy of what the last verb wrote, where its answer is not the size of that. */
  byte[] written() {
    return written(answered("outputSize"));
  }

  /** Returns a copy of what a verb wrote: the next one writes over it. */
  byte[] written(int size) {
    return memory.readBytes(output, size);
  }

  /** Returns a copy of the document as a verb rewrote it. */
  byte[] left(int size) {
    return memory.readBytes(input, size);
  }

  /** Calls the module. Compiled code stops in a thread that is marked as interrupted. */
  private int invoke(String verb, long... arguments) {
    if (discarded != null) throw discarded;
    boolean isInterrupted = Thread.interrupted();
    try {
      return (int) verbs.computeIfAbsent(verb, instance::export).apply(arguments)[0];
    } catch (ChicoryInterruptedException cause) {
      throw discard("its thread was interrupted inside " + verb, cause);
    } catch (RuntimeException | StackOverflowError cause) {
      throw discard("it stopped inside " + verb + "; report the document", cause);
    } finally {
      if (isInterrupted) Thread.currentThread().interrupt();
    }
  }

  private DiscardedException discard(String why, Throwable cause) {
    discarded =
        new DiscardedException(
            "the engine answers no more: " + why + ". Make another, and restore its saved state",
            cause);
    return discarded;
  }
}
