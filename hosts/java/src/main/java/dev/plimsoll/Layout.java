package dev.plimsoll;

/**
 * How the file systems of a node are laid out.
 *
 * @param dedicatedImageFs whether images are on a file system of their own
 * @param splitContainerFs whether writable layers are on another one than images
 */
public record Layout(boolean dedicatedImageFs, boolean splitContainerFs) {}
