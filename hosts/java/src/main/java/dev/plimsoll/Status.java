package dev.plimsoll;

import java.util.Arrays;

/** Why a verb was refused. */
public enum Status {
  /** No configuration is in force. */
  NOT_CONFIGURED(-1),
  /** The document has more bytes than the module takes. */
  INPUT_TOO_LARGE(-2),
  /** The document is not JSON. */
  INVALID_JSON(-3),
  /** A text of the document is not UTF-8. */
  INVALID_TEXT(-4),
  /** The document is nested too deeply. */
  TOO_DEEP(-5),
  /** The document has another kind. */
  WRONG_DOCUMENT(-6),
  /** A member has a value of another type. */
  WRONG_TYPE(-7),
  /** A kubelet would not start with the configuration. */
  INVALID_CONFIGURATION(-8),
  /** A text is not a quantity. */
  INVALID_QUANTITY(-9),
  /** The document has more pods, containers or texts than the module has room for. */
  TABLE_FULL(-10),
  /** The answer is larger than the module has room for. */
  OUTPUT_TOO_LARGE(-11),
  /** The bytes are not a state that was saved under this configuration. */
  INVALID_STATE(-12),
  /** The bytes are not a frozen document. */
  INVALID_SNAPSHOT(-13),
  /** The verb cannot be called now. */
  OUT_OF_ORDER(-14),
  /** There is no such pod. */
  NOT_FOUND(-15),
  /** An argument is out of its range. */
  INVALID_ARGUMENT(-16);

  private final int number;

  Status(int number) {
    this.number = number;
  }

  /** Returns the number that the module answers. */
  public int number() {
    return number;
  }

  static Status of(long number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findAny().orElseThrow();
  }
}
