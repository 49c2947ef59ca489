package dev.plimsoll;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Many nodes on few engines. Between its turns a node is its state (2 KiB) and its frozen pod list,
 * some 160 KB at 110 pods. All nodes belong to one owner: an engine serves one after the other
 * without being erased. A fleet may be used by any number of threads.
 */
public final class Fleet {
  private final byte[] configuration;
  private final Options options;
  private final Queue<Engine> idle = new ConcurrentLinkedQueue<>();
  private final Semaphore engines;
  private final Node first;
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /** The threads that take a turn, or wait for one. */
  private final Set<Thread> taking = ConcurrentHashMap.newKeySet();

  /** What a node is between its turns. */
  record Node(byte[] configuration, byte[] pods, byte[] state) {}

  /** Holds a node; its lock is held during a turn. */
  private static final class Place {
    final ReentrantLock lock = new ReentrantLock();
    Node node;

    Place(Node node) {
      this.node = node;
    }
  }

  /**
   * Makes a fleet without nodes.
   *
   * @param engines how many nodes may have their turn at the same time; each takes 71 MiB of the
   *     heap
   * @param configuration a KubeletConfiguration in JSON, for nodes that get no other one
   * @param options what a kubelet knows from elsewhere
   * @throws RefusedException if a kubelet would not start with the configuration
   */
  public Fleet(int engines, byte[] configuration, Options options) {
    if (engines < 1) {
      throw new IllegalArgumentException("a fleet on " + engines + " engines; give at least one");
    }
    this.configuration = configuration.clone();
    this.options = options;
    this.engines = new Semaphore(engines);
    for (int count = 0; count < engines; count++) idle.add(new Engine(configuration, options));
    first = idle.element().nodeAfter(null);
  }

  /**
   * Gives a node its turn: calls {@code turn} with an engine in the state where the node's last
   * turn ended, and returns what it returns. A node that is not known begins without pods, under
   * the configuration of the fleet; {@link Engine#configure} gives it another one permanently. What
   * the verbs changed is kept, also when {@code turn} throws.
   *
   * <p>A turn waits for another turn of the same node, and for an engine. The engine, and the steps
   * it took, are the node's until {@code turn} returns; afterwards they throw {@link
   * TurnPassedException}.
   *
   * @param <T> what the turn returns
   * @param node the name of the node
   * @param turn takes steps
   * @throws InUseException if it is called inside a turn of the same thread
   */
  public <T> T turn(String node, Function<Engine, T> turn) {
    if (!taking.add(Thread.currentThread())) {
      throw new InUseException("a turn of this thread goes on; end it before the next one");
    }
    try {
      var place = places.computeIfAbsent(node, name -> new Place(first));
      place.lock.lock();
      try {
        return take(place, turn);
      } finally {
        place.lock.unlock();
      }
    } finally {
      taking.remove(Thread.currentThread());
    }
  }

  private <T> T take(Place place, Function<Engine, T> turn) {
    engines.acquireUninterruptibly();
    var engine = idle.remove();
    try {
      if (engine.isDiscarded()) engine = new Engine(configuration, options);
      return take(place, engine, turn);
    } finally {
      idle.add(engine);
      engines.release();
    }
  }

  private static <T> T take(Place place, Engine engine, Function<Engine, T> turn) {
    var lent = engine.lend();
    try {
      lent.enter(place.node);
      try {
        return turn.apply(lent);
      } finally {
        if (!lent.isDiscarded()) place.node = lent.nodeAfter(place.node);
      }
    } finally {
      engine.takeBack(lent);
    }
  }

  /**
   * Drops a node; its next turn is the first one again.
   *
   * @param node the name of the node
   */
  public void forget(String node) {
    places.remove(node);
  }
}
