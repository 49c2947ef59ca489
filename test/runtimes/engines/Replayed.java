import dev.plimsoll.Capture;
import dev.plimsoll.Replay;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Prints the digest of each step of captures.
 *
 * <p>{@code java -cp CLASSES Replayed.java CAPTURE…}
 */
public final class Replayed {
  private Replayed() {}

  public static void main(String[] paths) throws IOException {
    for (var path : paths) {
      try (var capture = Capture.open(Path.of(path))) {
        Replay.of(capture).forEach(each -> System.out.println(each.step().digest()));
      }
    }
  }
}
