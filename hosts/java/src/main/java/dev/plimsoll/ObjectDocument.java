package dev.plimsoll;

/**
 * A JSON document of objects: some values one after another, or some items of one list. It fits
 * every verb that takes a list.
 *
 * @param bytes the document
 * @param offset where the bytes after the first {@code prefix} of them are in the text
 * @param prefix counts bytes that were put before them: the beginning of the list they belong to
 * @param firstItem the number of the first item in its list; -1 for whole values
 * @param list where that list is, such as {@code $.items[2]}; null for one that lies in no other
 */
public record ObjectDocument(byte[] bytes, long offset, int prefix, long firstItem, String list) {}
