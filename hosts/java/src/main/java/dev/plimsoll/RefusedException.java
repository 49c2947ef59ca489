package dev.plimsoll;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A verb was refused; the engine is as it was before. The message says what, where and why. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Answer answer;
  private final byte[] json;

  /** The members of schemas/error-1.schema.json. */
  @SuppressWarnings("serial") // The lists are those of the JDK.
  record Answer(
      long status,
      String document,
      String path,
      Long offset,
      String reason,
      List<Finding> errors,
      List<Finding> warnings)
      implements Serializable {
    private String sentence() {
      var first = errors.isEmpty() ? new Finding(null, path, reason) : errors.get(0);
      var more = errors.size() > 1 ? " (and " + (errors.size() - 1) + " more)" : "";
      var place =
          Stream.of(
                  "none".equals(document) ? null : document,
                  first.path(),
                  offset == null ? null : "(byte " + offset + ")")
              .filter(Objects::nonNull)
              .collect(Collectors.joining(" "));
      return (place.isEmpty() ? Status.of(status) : place) + ": " + first.message() + more;
    }
  }

  private RefusedException(Answer answer, byte[] json) {
    super(answer.sentence());
    this.answer = answer;
    this.json = json;
  }

  static RefusedException of(byte[] json) {
    return new RefusedException(Answers.read(Answer.class, json), json);
  }

  /** Returns why, as one of the module's numbers. */
  public Status status() {
    return Status.of(answer.status);
  }

  /**
   * Returns the kind of the document at fault, such as Summary; {@code none} when the order of
   * calls or an argument is.
   */
  public String document() {
    return answer.document;
  }

  /** Returns where in the document, such as {@code $.node.fs}; null when no place is at fault. */
  public String path() {
    return answer.path;
  }

  /** Returns how many bytes are before the fault; null when no place is at fault. */
  public Long offset() {
    return answer.offset;
  }

  /** Returns what is wrong, without the place. */
  public String reason() {
    return answer.reason;
  }

  /** Returns every error of a configuration; none of another document. */
  public List<Finding> errors() {
    return answer.errors;
  }

  /** Returns the warnings of a configuration that has errors. */
  public List<Finding> warnings() {
    return answer.warnings;
  }

  /** Returns the whole error as the module wrote it: schemas/error-1.schema.json. */
  public byte[] json() {
    return json.clone();
  }
}
