import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;

/**
 * Plays a tape of calls in the engine that hosts/java has, of a module that it does not contain,
 * and prints the SHA-256 of all answers; test/runtimes/callTape.ts says what such a tape looks
 * like.
 *
 * <p>{@code java -cp CLASSES Calls.java plimsoll-scheduler.wasm clusters.calls}
 */
public final class Calls {
  private static final String TITLE = "plimsoll calls 3\n";

  private final ByteBuffer tape;
  private final Instance module;

  private record Verb(String name, int arguments) {}

  private Calls(Path module, ByteBuffer tape) {
    this.tape = tape;
    var parsed = Parser.parse(module);
    var compiled = MachineFactoryCompiler.compile(parsed);
    // The memory may grow, so it is Chicory's own.
    this.module = Instance.builder(parsed).withMachineFactory(compiled).build();
  }

  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    try (var file = FileChannel.open(Path.of(arguments[1]))) {
      var tape = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      new Calls(Path.of(arguments[0]), tape.order(ByteOrder.LITTLE_ENDIAN)).play();
    }
  }

  private void play() throws NoSuchAlgorithmException {
    if (!new String(bytes(TITLE.length())).equals(TITLE)) {
      throw new IllegalArgumentException("this is not a tape of calls of this version");
    }
    int cases = tape.getInt();
    var verbs = new ArrayList<Verb>();
    for (int count = tape.get(); count > 0; count--) {
      int arguments = counted().length;
      verbs.add(new Verb(new String(counted()), arguments));
    }
    var hash = MessageDigest.getInstance("SHA-256");
    int answers = 0;
    while (tape.hasRemaining()) {
      var verb = verbs.get(tape.get());
      boolean isAnswer = tape.get() == 1;
      call(verb);
      if (!isAnswer) continue;
      hash.update(module.memory().readBytes(call("outputOffset"), call("outputSize")));
      hash.update((byte) '\n');
      answers++;
    }
    System.out.printf(
        "{\"digest\": \"%s\", \"cases\": %d, \"answers\": %d}%n",
        HexFormat.of().formatHex(hash.digest()), cases, answers);
  }

  private void call(Verb verb) {
    var arguments = new long[verb.arguments];
    for (int index = 0; index < arguments.length; index++) arguments[index] = tape.getLong();
    byte[] document = bytes(tape.getInt());
    module.memory().write(call("inputOffset"), document);
    call(verb.name, arguments);
  }

  private int call(String name, long... arguments) {
    return (int) module.export(name).apply(arguments)[0];
  }

  /** Returns bytes, of which the first one says how many follow. */
  private byte[] counted() {
    return bytes(tape.get() & 0xff);
  }

  private byte[] bytes(int size) {
    var bytes = new byte[size];
    tape.get(bytes);
    return bytes;
  }
}
