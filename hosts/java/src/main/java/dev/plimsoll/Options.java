package dev.plimsoll;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Complements a KubeletConfiguration with what a kubelet knows from elsewhere. Start from {@link
 * #DEFAULTS}.
 *
 * @param kubeletVersion the release whose rules count, such as {@code v1.35.8}, {@code
 *     v1.31.2+k3s1} or the minor alone; null follows the newest release
 * @param layout the file systems; null finds them in the first Summary
 * @param capacity what Node Allocatable is computed from, in quantities, such as {@code memory} and
 *     {@code 8Gi}; empty if not known
 * @param profile {@code kubelet} or {@code proposal-2016}; null is kubelet
 * @param whatIf whether evicted pods are taken out of all later steps
 * @param replacedByFlags members of the configuration that came from flags: a kubelet does not
 *     default those
 */
public record Options(
    String kubeletVersion,
    Layout layout,
    Map<String, String> capacity,
    String profile,
    boolean whatIf,
    List<String> replacedByFlags) {
  /** The newest release, with the layout of the first Summary. */
  public static final Options DEFAULTS = new Options(null, null, Map.of(), null, false, List.of());

  private static final String SPACE = " \t\r\n";

  /** Copies the collections. */
  public Options {
    capacity = Map.copyOf(capacity);
    replacedByFlags = List.copyOf(replacedByFlags);
  }

  /** Returns these options with another {@link #kubeletVersion}. */
  public Options withKubeletVersion(String version) {
    return new Options(version, layout, capacity, profile, whatIf, replacedByFlags);
  }

  /** Returns these options with another {@link #layout}. */
  public Options withLayout(Layout fileSystems) {
    return new Options(kubeletVersion, fileSystems, capacity, profile, whatIf, replacedByFlags);
  }

  /** Returns these options with another {@link #capacity}. */
  public Options withCapacity(Map<String, String> quantities) {
    return new Options(kubeletVersion, layout, quantities, profile, whatIf, replacedByFlags);
  }

  /** Returns these options with another {@link #profile}. */
  public Options withProfile(String name) {
    return new Options(kubeletVersion, layout, capacity, name, whatIf, replacedByFlags);
  }

  /** Returns these options with {@link #whatIf} set. */
  public Options withWhatIf() {
    return new Options(kubeletVersion, layout, capacity, profile, true, replacedByFlags);
  }

  /** Returns these options with other {@link #replacedByFlags}. */
  public Options withReplacedByFlags(List<String> members) {
    return new Options(kubeletVersion, layout, capacity, profile, whatIf, members);
  }

  /**
   * Appends the options to a configuration as its last member, so offsets in errors are those of
   * the configuration. Anything but a JSON object is returned unchanged, for the module to reject;
   * so is a broken object, since what is added is whole in itself.
   */
  byte[] appendedTo(byte[] configuration) {
    int start = 0;
    while (start < configuration.length && isSpace(configuration[start])) start++;
    int end = endOf(configuration, configuration.length);
    boolean isObject = end > start && configuration[start] == '{' && configuration[end - 1] == '}';
    if (equals(DEFAULTS) || !isObject) return configuration;
    int last = endOf(configuration, end - 1);
    var comma = last > 0 && configuration[last - 1] != '{' ? "," : "";
    var member = comma + "\"plimsoll\":" + Json.write(members()) + "}";
    byte[] added = member.getBytes(StandardCharsets.UTF_8);
    return Bytes.joined(Bytes.slice(configuration, 0, end - 1), added);
  }

  private Map<String, Object> members() {
    var members = new LinkedHashMap<String, Object>();
    members.put("kubeletVersion", kubeletVersion);
    if (layout != null) {
      members.put(
          "layout",
          Map.of(
              "dedicatedImageFs", layout.dedicatedImageFs(),
              "splitContainerFs", layout.splitContainerFs()));
    }
    if (!capacity.isEmpty()) members.put("capacity", capacity);
    members.put("profile", profile);
    if (whatIf) members.put("whatIf", true);
    if (!replacedByFlags.isEmpty()) members.put("replacedByFlags", replacedByFlags);
    return members;
  }

  /** Returns where the text before an offset ends, without white space. */
  private static int endOf(byte[] text, int offset) {
    int end = offset;
    while (end > 0 && isSpace(text[end - 1])) end--;
    return end;
  }

  private static boolean isSpace(byte character) {
    return SPACE.indexOf(character) >= 0;
  }
}
