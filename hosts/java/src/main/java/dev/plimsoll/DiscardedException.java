package dev.plimsoll;

/**
 * The module stopped inside a verb, and the engine answers no more. No document may cause that; an
 * interrupt that reaches the thread during a verb does.
 */
public final class DiscardedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  DiscardedException(String message, Throwable cause) {
    super(message, cause);
  }
}
