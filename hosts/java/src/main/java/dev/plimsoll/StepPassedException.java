package dev.plimsoll;

/** A question about a step that is not the engine's last one. */
public final class StepPassedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StepPassedException(String message) {
    super(message);
  }
}
