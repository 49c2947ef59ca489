package dev.plimsoll;

import java.time.Instant;
import java.util.List;

/**
 * What one step decided. {@link #detail} and {@link #explain} ask the engine, and only before its
 * next verb.
 */
public final class Step {
  private final Engine engine;
  private final long call;
  private final Decision decision;

  Step(Engine engine, long call, Decision decision) {
    this.engine = engine;
    this.call = call;
    this.decision = decision;
  }

  /** Returns all of the decision. */
  public Decision decision() {
    return decision;
  }

  /** Returns what the step asks of its host. */
  public Action action() {
    return decision.action();
  }

  /** Returns the number of the step, from 1; 0 before the first one that was not missed. */
  public long number() {
    return decision.step();
  }

  /** Returns the time of the step. */
  public Instant time() {
    return decision.time();
  }

  /** Returns the conditions of the node, such as MemoryPressure. */
  public List<String> nodeConditions() {
    return decision.nodeConditions();
  }

  /** Returns the pods to evict. */
  public List<Eviction> evictions() {
    return decision.evictions();
  }

  /** Returns whether no Summary could be read: nothing was decided. */
  public boolean missed() {
    return decision.missed();
  }

  /** Returns why the step ended before it looked at anything; null when it did not. */
  public String failed() {
    return decision.failed();
  }

  /** Returns what is odd about the time of the step. */
  public List<Decision.StepWarning> warnings() {
    return decision.warnings();
  }

  /** Returns the hash of the decision: hosts with equal digests decided alike. */
  public String digest() {
    return decision.digest();
  }

  /**
   * Returns the decision with more about it.
   *
   * @param detail how much
   * @throws StepPassedException if the engine took another verb since
   * @throws InUseException if the engine serves another thread
   */
  public Decision detail(Detail detail) {
    return engine.detail(call, detail);
  }

  /**
   * Returns the decision with all detail about one pod, or ranked by a signal: why the pod was
   * evicted, or why not.
   *
   * @param query the pod, the signal, or both
   * @throws RefusedException with {@link Status#NOT_FOUND} if there is no such pod
   * @throws StepPassedException if the engine took another verb since
   * @throws InUseException if the engine serves another thread
   */
  public Decision explain(Query query) {
    return engine.explain(call, query);
  }
}
