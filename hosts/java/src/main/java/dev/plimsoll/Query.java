package dev.plimsoll;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;

/**
 * What {@link Step#explain} is asked: a pod, a signal to rank by, or both.
 *
 * @param namespace of the pod; null if the uid names it
 * @param name of the pod; null if the uid names it
 * @param uid of the pod; null if namespace and name name it
 * @param signal ranks by another signal than the one that was chosen; null does not
 */
public record Query(String namespace, String name, String uid, String signal) {
  /** Returns the query about the pod with this uid. */
  public static Query uid(String uid) {
    return new Query(null, null, uid, null);
  }

  /** Returns the query about a pod as kubectl names it. */
  public static Query pod(String namespace, String name) {
    return new Query(namespace, name, null, null);
  }

  /** Returns the query that ranks the pods by a signal, such as nodefs.available. */
  public static Query rankedBy(String signal) {
    return new Query(null, null, null, signal);
  }

  byte[] document() {
    var members = new LinkedHashMap<String, Object>();
    members.put("namespace", namespace);
    members.put("name", name);
    members.put("uid", uid);
    members.put("signal", signal);
    return Json.write(members).getBytes(StandardCharsets.UTF_8);
  }
}
