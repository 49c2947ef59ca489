package dev.plimsoll;

/** A call while the engine serves another thread or a reclaim; it changes nothing. */
public final class InUseException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  InUseException(String message) {
    super(message);
  }
}
