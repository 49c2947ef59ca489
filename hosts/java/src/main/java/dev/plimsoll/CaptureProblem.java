package dev.plimsoll;

/**
 * What is wrong with one line of a capture; the lines after it count.
 *
 * @param line counts from 1
 * @param cause what is wrong, such as a {@link RefusedException} or an {@link OtherNodeException}
 */
public record CaptureProblem(int line, Exception cause) {
  @Override
  public String toString() {
    return "line " + line + " of the capture: " + cause.getMessage();
  }
}
