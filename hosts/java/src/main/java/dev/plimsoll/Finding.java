package dev.plimsoll;

import java.io.Serializable;

/**
 * One error or warning about a configuration.
 *
 * @param rule a stable identifier, such as defaults-wiped
 * @param path the member it is about, such as {@code evictionHard["memory.available"]}
 * @param message what is wrong, one sentence
 */
public record Finding(String rule, String path, String message) implements Serializable {}
