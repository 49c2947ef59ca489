package dev.plimsoll;

/** A call of the engine of a fleet's node after the node's turn; it changes nothing. */
public final class TurnPassedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  TurnPassedException(String message) {
    super(message);
  }
}
