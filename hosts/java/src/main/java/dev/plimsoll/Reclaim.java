package dev.plimsoll;

import java.util.List;

/** Runs the node-level reclaim functions that a step asks for. It must not call the engine. */
@FunctionalInterface
public interface Reclaim {
  /**
   * Runs the functions.
   *
   * @param functions DeleteAllUnusedContainers and DeleteUnusedImages, in the order to run them
   * @return a stats Summary taken afterwards, as JSON; null when none could be read
   */
  byte[] reclaim(List<String> functions);
}
