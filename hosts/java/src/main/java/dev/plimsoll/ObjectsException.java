package dev.plimsoll;

/** A text of objects cannot be split. */
public final class ObjectsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String advice;

  ObjectsException(String problem, String advice) {
    super(problem + "; " + advice);
    this.problem = problem;
    this.advice = advice;
  }

  /** Returns what is wrong and where. */
  public String problem() {
    return problem;
  }

  /** Returns what to do. */
  public String advice() {
    return advice;
  }
}
