package dev.plimsoll;

/** The bytes are not a capture, or one of its lines is not a record. */
public final class CaptureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CaptureException(String message, Throwable cause) {
    super(message, cause);
  }
}
