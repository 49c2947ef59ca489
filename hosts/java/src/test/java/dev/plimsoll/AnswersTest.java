package dev.plimsoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer has no member that the records lack. */
final class AnswersTest {
  /** What only the command adds to a decision; the module does not write it. */
  private static final Set<String> OF_THE_COMMAND =
      Set.of(
          "source",
          "agrees",
          "differences",
          "memory",
          "growth",
          "oom",
          "defaultsAssumed",
          "memoryQos",
          "admission");

  private record Answer(String schema, Class<?> type) {}

  static List<Answer> answers() {
    return List.of(
        new Answer("decision", Decision.class),
        new Answer("policy", Policy.class),
        new Answer("pods", PodTable.class),
        new Answer("pod-admit", Admission.class),
        new Answer("steps", TakenSteps.class));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void theRecordsHaveEveryMemberOfTheSchemas(Answer answer) throws IOException {
    var path = Path.of("../../schemas/" + answer.schema + "-1.schema.json");
    assumeTrue(Files.exists(path), "the schemas are in Plimsoll's repository");
    var schema = Answers.members(Files.readAllBytes(path));
    var missing = new TreeSet<String>();
    compare(schema, schema, answer.type, answer.schema, missing);
    missing.removeIf(member -> OF_THE_COMMAND.contains(member.replace("decision.", "")));
    assertEquals(Set.of(), missing);
  }

  @SuppressWarnings("unchecked")
  private static void compare(
      Map<String, Object> root, Object schema, Type type, String place, Set<String> missing) {
    var resolved = (Map<String, Object>) schema;
    if (resolved.get("$ref") instanceof String reference) {
      var name = reference.replace("#/$defs/", "");
      compare(root, ((Map<String, Object>) root.get("$defs")).get(name), type, place, missing);
    }
    if (resolved.get("anyOf") instanceof List<?> options) {
      for (var option : options) compare(root, option, type, place, missing);
    }
    if (resolved.containsKey("items") && type instanceof ParameterizedType list) {
      compare(root, resolved.get("items"), list.getActualTypeArguments()[0], place, missing);
    }
    if (!(resolved.get("properties") instanceof Map<?, ?> properties)) return;
    if (!(type instanceof Class<?> known) || !known.isRecord()) return;
    var components =
        Arrays.stream(known.getRecordComponents())
            .collect(Collectors.toMap(RecordComponent::getName, RecordComponent::getGenericType));
    properties.forEach(
        (name, property) -> {
          var inner = place + "." + name;
          if (components.containsKey(name)) {
            compare(root, property, components.get(name), inner, missing);
          } else {
            missing.add(inner);
          }
        });
  }
}
