package dev.plimsoll;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads answers of the module into records: a component has the name of its member. A member that
 * is absent is null, an empty list or map, false or 0, by the type of its component.
 */
final class Answers {
  /** What is needed to make a record; reflection finds it once for each type. */
  private record Shape(Constructor<?> constructor, RecordComponent[] components) {}

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          var types = Arrays.stream(components).map(RecordComponent::getType);
          try {
            var constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return new Shape(constructor, components);
          } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
          }
        }
      };

  private Answers() {}

  static <T extends Record> T read(Class<T> type, byte[] answer) {
    return read(type, members(answer));
  }

  /** Reads an object that is already a tree. */
  static <T extends Record> T read(Class<T> type, Map<String, Object> members) {
    var shape = SHAPES.get(type);
    var values = new Object[shape.components.length];
    for (int index = 0; index < values.length; index++) {
      var component = shape.components[index];
      values[index] = valueOf(component.getGenericType(), members.get(component.getName()));
    }
    try {
      return type.cast(shape.constructor.newInstance(values));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("an answer cannot be read", impossible);
    }
  }

  /** Returns the members of an answer, which is an object. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> members(byte[] answer) {
    return (Map<String, Object>) Json.parse(answer);
  }

  @SuppressWarnings("unchecked")
  private static Object valueOf(Type type, Object value) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Type each = arguments[arguments.length - 1];
      return generic.getRawType() == List.class
          ? listOf(each, (List<Object>) value)
          : mapOf(each, (Map<String, Object>) value);
    }
    if (value == null) return type == boolean.class ? (Object) false : zeroOf(type);
    if (type == Instant.class) return Instant.parse((String) value);
    if (type == BigDecimal.class) return new BigDecimal(value.toString());
    if (type == int.class) return Math.toIntExact((Long) value);
    // Amounts have 64 bits, and the reader keeps the longest of them as decimals.
    if (value instanceof BigDecimal decimal) return decimal.longValueExact();
    var known = (Class<?>) type;
    if (known.isEnum()) return constantOf(known, (String) value);
    return known.isRecord()
        ? read(known.asSubclass(Record.class), (Map<String, Object>) value)
        : value;
  }

  private static Object zeroOf(Type type) {
    return type == long.class ? (Object) 0L : null;
  }

  private static List<Object> listOf(Type type, List<Object> values) {
    return values == null ? List.of() : values.stream().map(each -> valueOf(type, each)).toList();
  }

  private static Map<String, Object> mapOf(Type type, Map<String, Object> values) {
    var map = new LinkedHashMap<String, Object>();
    if (values != null) values.forEach((name, each) -> map.put(name, valueOf(type, each)));
    return Collections.unmodifiableMap(map);
  }

  /** Returns EVICT_POD for EvictPod. */
  private static Object constantOf(Class<?> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.toString().replace("_", "").equalsIgnoreCase(name))
        .findAny()
        .orElseThrow(() -> new IllegalStateException(type.getSimpleName() + " has no " + name));
  }
}
