package dev.plimsoll;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One node: a configuration, a pod list and the state between steps.
 *
 * <p>A verb that is refused throws {@link RefusedException} and changes nothing. An engine serves
 * one thread at a time: a call from another one, or from a {@link Reclaim}, throws {@link
 * InUseException} and changes nothing. For many nodes and threads see {@link Fleet}.
 *
 * <p>The first engine of a process compiles the policy, which takes about a second. Each takes 71
 * MiB of the heap until nothing refers to it.
 */
public final class Engine {
  private final ModuleInstance instance;
  private Policy policy;

  /** The configuration in force, with its options. */
  private byte[] configuration;

  /** Counts the verbs that replace the last answer. */
  private long calls;

  /** Whether the pod table may be another one than at the beginning of a turn in a fleet. */
  private boolean isPodsTouched;

  /** Whether the engine was lent to a node of a fleet, and the node's turn has ended. */
  private boolean isOver;

  /**
   * Makes an engine for one node, with the rules of the newest release.
   *
   * @param configuration a KubeletConfiguration in JSON; {@code {}} has the kubelet's defaults
   * @throws RefusedException if a kubelet would not start with it; it lists every reason
   */
  public Engine(byte[] configuration) {
    this(configuration, Options.DEFAULTS);
  }

  /**
   * Makes an engine for one node.
   *
   * @param configuration a KubeletConfiguration in JSON; {@code {}} has the kubelet's defaults
   * @param options what a kubelet knows from elsewhere, such as its release
   * @throws RefusedException if a kubelet would not start with it; it lists every reason
   */
  public Engine(byte[] configuration, Options options) {
    instance = new ModuleInstance();
    isPodsTouched = true;
    configure(configuration, options);
  }

  /** Shares the instance of another engine. */
  private Engine(Engine owner) {
    instance = owner.instance;
    takeConfigurationOf(owner);
  }

  /** Returns the policy in force, with the warnings about its configuration. */
  public Policy policy() {
    return policy;
  }

  /**
   * Puts a KubeletConfiguration in force, with a fresh state; the pod list stays.
   *
   * @param configuration a KubeletConfiguration in JSON
   * @param options what a kubelet knows from elsewhere
   */
  public void configure(byte[] configuration, Options options) {
    byte[] document = options.appendedTo(configuration);
    running(() -> configureWith(document));
  }

  private int configureWith(byte[] document) {
    int answer = change("configure", document);
    policy = Answers.read(Policy.class, written("report", Detail.DECISION.ordinal()));
    configuration = document.clone();
    return answer;
  }

  /**
   * Replaces the pod list.
   *
   * @param podList a v1 PodList of the pods of this node, in JSON
   * @return the number of pods
   */
  public int pods(byte[] podList) {
    return running(
        () -> {
          int count = change("pods", podList);
          isPodsTouched = true;
          return count;
        });
  }

  /**
   * Takes the pods of one node out of a list. A list in which no pod names a node is the node's
   * own; in any other, a pod of no node counts only when the kubelet itself has started it (a
   * static pod). The engine stays as it is: give {@link #pods} what it returns.
   *
   * @param podList a v1 PodList in JSON
   * @param node the name of the node
   */
  public NodePods podsOfNode(byte[] podList, String node) {
    byte[] name = node.getBytes(StandardCharsets.UTF_8);
    return running(
        () -> {
          int size = instance.call("podsOfNode", Bytes.joined(podList, name), name.length);
          var answer = Answers.read(PodsOfNode.class, instance.written());
          boolean isWhole = size == podList.length;
          return new NodePods(
              isWhole ? podList : instance.left(size),
              answer.named,
              answer.otherNodes.stream().sorted().distinct().toList(),
              isWhole ? 0 : answer.otherNodes.size(),
              isWhole ? 0 : answer.unscheduled);
        });
  }

  /** What the module answers about a list; it names a node once for each of its pods. */
  record PodsOfNode(List<String> otherNodes, long named, long unscheduled) {}

  /**
   * Splits JSON of any size into documents: what {@code kubectl get --output json} prints, several
   * values one after another, lists in lists, a dump with logs between its lists. At most some
   * megabytes of it are held. The consumer may call other verbs; an engine splits one text at a
   * time.
   *
   * @param objects the text, which is read to its end and not closed
   * @param documents takes each document, in the order of the text
   * @throws ObjectsException if the text cannot be split; documents before that place were taken
   * @throws IOException if the text cannot be read
   */
  public void splitObjects(InputStream objects, Consumer<ObjectDocument> documents)
      throws IOException {
    new ObjectText(this, documents).readAll(objects);
  }

  /** Passes a part of a text to the module; null ends the text. */
  Map<String, Object> split(byte[] part) {
    return running(
        () -> {
          int size =
              part == null
                  ? instance.callSize("split", ObjectText.END)
                  : instance.call("split", part);
          return Answers.members(instance.written(size));
        });
  }

  /** Begins a text at a place of another one; lists in lists have a level above 0. */
  void splitFrom(long start, int level) {
    running(() -> instance.answered("splitFrom", start, level, 0));
  }

  /**
   * Takes one step. When it needs node-level reclaim, nothing is reclaimed.
   *
   * @param summary a stats Summary in JSON
   * @param now the time of the step, to the nanosecond
   */
  public Step observe(byte[] summary, Instant now) {
    return observe(summary, now, functions -> null);
  }

  /**
   * Takes one step. When it needs node-level reclaim it calls {@code reclaim} and goes on with the
   * Summary that this returns. What {@code reclaim} throws, or a Summary of it that is refused,
   * ends the step as if it had not been taken.
   *
   * @param summary a stats Summary in JSON
   * @param now the time of the step, to the nanosecond
   * @param reclaim runs the node-level reclaim functions
   * @throws IllegalArgumentException if 64 bits of nanoseconds do not hold the time: it is not from
   *     September 1677 to April 2262
   */
  public Step observe(byte[] summary, Instant now, Reclaim reclaim) {
    Objects.requireNonNull(summary, "there is no Summary; call missed when none could be read");
    long at = Nanoseconds.of(now);
    return running(
        () -> {
          change("observe", summary, at);
          instance.keep();
          var step = step();
          if (step.action() != Action.RECLAIM_NODE_LEVEL_RESOURCES) return step;
          return reclaimed(reclaim.reclaim(step.decision().reclaim()));
        });
  }

  /** Goes on with a suspended step. */
  private Step reclaimed(byte[] summary) {
    if (summary == null) changeSize("reclaimed", ModuleInstance.NO_SUMMARY);
    else change("reclaimed", summary);
    return step();
  }

  /**
   * Takes a step without a Summary, when none could be read: nothing is decided, and grace periods
   * and conditions stay.
   *
   * @param now the time of the step, to the nanosecond
   */
  public Step missed(Instant now) {
    long at = Nanoseconds.of(now);
    return running(
        () -> {
          changeSize("observe", ModuleInstance.NO_SUMMARY, at);
          return step();
        });
  }

  /**
   * Returns whether the node would take a pod under its present conditions.
   *
   * @param pod a v1 Pod in JSON
   */
  public Admission admit(byte[] pod) {
    return running(
        () -> {
          change("admit", pod);
          return Answers.read(Admission.class, written("report", Detail.DECISION.ordinal()));
        });
  }

  /**
   * Returns the JSON about the last verb that was not refused: schemas/policy-1, pods-1, decision-1
   * or pod-admit-1. After {@link #pods}, {@link PodTable#read} reads it.
   *
   * @param detail how much of a decision
   */
  public byte[] report(Detail detail) {
    return running(() -> written("report", detail.ordinal()));
  }

  /**
   * Returns the state between steps: grace periods, conditions, the times of stats. It is opaque,
   * and only {@link #restore} under the same configuration takes it. Save before you act on a step.
   */
  public byte[] save() {
    return running(() -> instance.written(instance.answered("save")));
  }

  /**
   * Takes back a state.
   *
   * @param state what {@link #save} returned under the same configuration
   */
  public void restore(byte[] state) {
    running(() -> change("restore", state));
  }

  /**
   * Returns the decoded pod list as opaque bytes, some 160 KB at 110 pods. {@link #thaw} takes it
   * back in a twentieth of the time that {@link #pods} takes.
   */
  public byte[] freeze() {
    return running(() -> written("freeze", ModuleInstance.PODS));
  }

  /**
   * Returns the Summary observed last, decoded, as opaque bytes: for {@link #steps} over the same
   * pod list.
   */
  public byte[] freezeSummary() {
    return running(() -> written("freeze", ModuleInstance.SUMMARY));
  }

  /**
   * Replaces the pod list.
   *
   * @param frozen what {@link #freeze} returned
   */
  public void thaw(byte[] frozen) {
    running(
        () -> {
          isPodsTouched = true;
          return change("thaw", frozen);
        });
  }

  /**
   * Takes many steps in one call. It ends before a step that is refused, and throws {@link
   * RefusedException} if that is the first one.
   *
   * @param packed what {@link PackableStep#pack} returned
   */
  public TakenSteps steps(byte[] packed) {
    return running(
        () -> {
          long taken = change("steps", packed);
          var answer = Answers.members(instance.written());
          answer.put("taken", taken);
          return Answers.read(TakenSteps.class, answer);
        });
  }

  /** Answers a question about a step. */
  Decision detail(long call, Detail detail) {
    return running(
        () -> {
          expectLast(call);
          return Answers.read(Decision.class, written("report", detail.ordinal()));
        });
  }

  /** Answers a question about a step. */
  Decision explain(long call, Query query) {
    return running(
        () -> {
          expectLast(call);
          int size = instance.call("explain", query.document());
          return Answers.read(Decision.class, instance.written(size));
        });
  }

  private void expectLast(long call) {
    if (call != calls) {
      throw new StepPassedException("the step has passed; ask before the engine's next verb");
    }
  }

  /** Takes the engine for one call: two at once would mix their documents. */
  private <T> T running(Supplier<T> call) {
    if (!instance.running.tryAcquire()) {
      throw new InUseException(
          "the engine is in use: it serves one thread at a time, and none during a reclaim; "
              + "give each thread an engine, or use a Fleet");
    }
    try {
      if (isOver) {
        throw new TurnPassedException("the node's turn in the fleet has ended; take another turn");
      }
      return call.get();
    } finally {
      instance.running.release();
    }
  }

  private int change(String verb, byte[] document, long... more) {
    calls++;
    return instance.call(verb, document, more);
  }

  private void changeSize(String verb, int size, long... more) {
    calls++;
    instance.callSize(verb, size, more);
  }

  /** Calls a verb that writes. */
  private byte[] written(String verb, int argument) {
    return instance.written(instance.callSize(verb, argument));
  }

  private Step step() {
    byte[] answer = written("report", Detail.DECISION.ordinal());
    return new Step(this, calls, Answers.read(Decision.class, answer));
  }

  boolean isDiscarded() {
    return instance.isDiscarded();
  }

  /**
   * Returns an engine on the same instance for one turn of a fleet's node. Anyone who keeps it, or
   * a step of it, gets exceptions after the turn, and not the answers of another node.
   */
  Engine lend() {
    return new Engine(this);
  }

  /** Ends the turn, after a verb that another thread of it may still be running. */
  void takeBack(Engine lent) {
    instance.running.acquireUninterruptibly();
    try {
      lent.isOver = true;
      takeConfigurationOf(lent);
    } finally {
      instance.running.release();
    }
  }

  private void takeConfigurationOf(Engine other) {
    policy = other.policy;
    configuration = other.configuration;
  }

  /** Returns what the engine's node is between its turns; null is before all of them. */
  Fleet.Node nodeAfter(Fleet.Node before) {
    return running(
        () -> {
          byte[] state = instance.written(instance.answered("save"));
          byte[] pods = isPodsTouched ? written("freeze", ModuleInstance.PODS) : before.pods();
          return new Fleet.Node(configuration, pods, state);
        });
  }

  /** Restores what the node was when its last turn ended. */
  void enter(Fleet.Node node) {
    running(
        () -> {
          if (!Arrays.equals(configuration, node.configuration())) {
            configureWith(node.configuration());
          }
          change("thaw", node.pods());
          return change("restore", node.state());
        });
  }
}
