package dev.plimsoll;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Takes a step on each record of a capture.
 *
 * <p>A line that is not a record and a document that is refused are problems of the capture ({@link
 * Capture#open}), and the replay goes on if these are taken: a pod list that is refused leaves the
 * one before in force, and without a Summary after a reclaim none could be read.
 *
 * <p>A capture belongs to one node, the one that its first Summary names: pods of other nodes are
 * left out of its lists, and a Summary or a list of another node is a problem with an {@link
 * OtherNodeException}.
 */
public final class Replay {
  private final Capture capture;
  private final Engine engine;
  private final OneNode node = new OneNode();

  private Replay(Capture capture, Engine engine) {
    this.capture = capture;
    this.engine = engine;
  }

  /**
   * Replays under the configuration and the options that were in force.
   *
   * @param capture whose records were not taken yet
   * @return the steps, to be taken once
   */
  public static Stream<ReplayedStep> of(Capture capture) {
    return of(capture, capture.configuration(), capture.options());
  }

  /**
   * Replays under another configuration.
   *
   * @param capture whose records were not taken yet
   * @param configuration a KubeletConfiguration in JSON
   * @param options such as {@link Capture#options}
   * @return the steps, to be taken once
   * @throws RefusedException if a kubelet would not start with the configuration
   */
  public static Stream<ReplayedStep> of(Capture capture, byte[] configuration, Options options) {
    var replay = new Replay(capture, new Engine(configuration, options));
    return capture.records().map(replay::step).filter(Objects::nonNull);
  }

  /** Returns null where no step could be taken. */
  private ReplayedStep step(CaptureRecord record) {
    Consumer<Exception> problems = problem -> capture.report(record.line(), problem);
    var documents = node.documents(engine, record, problems);
    if (documents.pods() != null) {
      try {
        engine.pods(documents.pods());
      } catch (RefusedException refused) {
        problems.accept(refused);
      }
    }
    var step =
        documents.summary() == null ? engine.missed(record.time()) : observed(record, problems);
    return step == null ? null : new ReplayedStep(step, record);
  }

  private Step observed(CaptureRecord record, Consumer<Exception> problems) {
    var reclaims = new boolean[1];
    try {
      return engine.observe(
          record.summary(),
          record.time(),
          functions -> {
            reclaims[0] = true;
            return record.afterReclaim();
          });
    } catch (RefusedException refused) {
      problems.accept(refused);
      return reclaims[0] ? engine.observe(record.summary(), record.time()) : null;
    }
  }
}
