package dev.takt.runs.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.StallKind;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Creates records from what a [JsonTree] has read: the inverse of [JsonText]. A component is found
/// by its name, and is null if its key is absent. Keys without a component are ignored, except in
/// [Evidence]. For one thread.
final class JsonRecords {

  /// Thrown when a record cannot be created from what was read. The message gives the reason, as
  /// the end of a sentence.
  static final class MisfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MisfitException(@Nullable String message) {
      super(message);
    }
  }

  /// Creates a value from what was read, which is not null.
  private interface Maker {
    Object make(Object read);
  }

  private final Map<Type, Maker> makers = new HashMap<>();

  /// Creates a record.
  ///
  /// @param read already checked against the schema: all required keys are there
  /// @throws MisfitException if it cannot be created
  static <T extends Record> T make(Class<T> type, Object read) {
    return type.cast(new JsonRecords().maker(type).make(read));
  }

  private Maker maker(Type type) {
    Maker known = makers.get(type);
    if (known == null) {
      known = newMaker(type);
      makers.put(type, known);
    }
    return known;
  }

  private Maker newMaker(Type type) {
    if (type instanceof ParameterizedType of) {
      Type[] arguments = of.getActualTypeArguments();
      Maker each = maker(arguments[arguments.length - 1]);
      return of.getRawType() == List.class ? read -> list(read, each) : read -> map(read, each);
    }
    if (type == long.class || type == Long.class) {
      return read -> whole(read, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == int.class || type == Integer.class) {
      return read -> (int) whole(read, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == double.class || type == Double.class) {
      return read -> as(Number.class, read).doubleValue();
    }
    if (type == boolean.class) {
      return read -> as(Boolean.class, read);
    }
    if (type == Evidence.class) {
      return read -> evidence(as(Map.class, read));
    }
    Class<?> one = (Class<?>) type;
    if (one.isEnum()) {
      return constants(one);
    }
    return one.isRecord() ? new RecordMaker(one) : read -> as(one, read);
  }

  private static <T> T as(Class<T> type, Object read) {
    if (!type.isInstance(read)) {
      throw new MisfitException(read + " is no " + type.getSimpleName().toLowerCase(Locale.ROOT));
    }
    return type.cast(read);
  }

  private static long whole(Object read, long least, long most) {
    boolean fits = read instanceof Integer || read instanceof Long;
    long number = fits ? ((Number) read).longValue() : 0;
    if (!fits || number < least || number > most) {
      throw new MisfitException(read + " is not a whole number from " + least + " to " + most);
    }
    return number;
  }

  private static Maker constants(Class<?> type) {
    Map<Object, Object> byName = new HashMap<>();
    for (Object each : type.getEnumConstants()) {
      byName.put(((Enum<?>) each).name().toLowerCase(Locale.ROOT), each);
    }
    return read -> {
      Object constant = byName.get(read);
      if (constant == null) {
        throw new MisfitException(read + " is a word that this Takt does not know there");
      }
      return constant;
    };
  }

  private static List<@Nullable Object> list(Object read, Maker each) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : as(List.class, read)) {
      list.add(value == null ? null : each.make(value));
    }
    return list;
  }

  private static Map<String, @Nullable Object> map(Object read, Maker each) {
    Map<?, ?> all = as(Map.class, read);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    all.forEach((key, value) -> map.put((String) key, value == null ? null : each.make(value)));
    return map;
  }

  /// The evidence of a stall, in the first form of its kind that has all of its keys.
  private Evidence evidence(Map<?, ?> stall) {
    Map<String, @Nullable Object> values =
        map(Objects.requireNonNull(stall.get("evidence")), read -> read);
    values.values().removeIf(Objects::isNull); // a null counts as absent, as everywhere
    StallKind kind =
        (StallKind) maker(StallKind.class).make(Objects.requireNonNull(stall.get("kind")));
    if (!values.isEmpty()) {
      for (Class<? extends Evidence> form : Evidence.formsOf(kind)) {
        RecordMaker maker = (RecordMaker) maker(form);
        if (maker.keys.containsAll(values.keySet())) {
          try {
            return form.cast(maker.make(values));
          } catch (MisfitException _) {
            // It has another form.
          }
        }
      }
    }
    return new Evidence.Other(values);
  }

  /// Creates records of one type.
  private final class RecordMaker implements Maker {
    private final Constructor<?> constructor;
    private final List<Function<Map<?, ?>, @Nullable Object>> components = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    RecordMaker(Class<?> type) {
      List<Class<?>> types = new ArrayList<>();
      for (RecordComponent each : type.getRecordComponents()) {
        types.add(each.getType());
        components.add(component(each));
      }
      try {
        constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a record has no constructor", e);
      }
    }

    /// Adds the keys of a component, and returns what makes it of the record's map.
    private Function<Map<?, ?>, @Nullable Object> component(RecordComponent component) {
      Maker maker = maker(component.getGenericType());
      if (JsonText.isUnwrapped(component)) {
        return maker instanceof RecordMaker group ? group(group, component) : maker::make;
      }
      String name = JsonText.nameOf(component);
      keys.add(name);
      if (component.getType() == Evidence.class) {
        return maker::make; // its form depends on the kind of the stall
      }
      boolean isRequired = component.getType().isPrimitive();
      return map -> {
        Object value = map.get(name);
        if (value == null && isRequired) {
          throw new MisfitException("it has no " + name);
        }
        return value == null ? null : maker.make(value);
      };
    }

    /// A group that is included only if it is there is null if none of its keys is.
    private Function<Map<?, ?>, @Nullable Object> group(
        RecordMaker group, RecordComponent component) {
      keys.addAll(group.keys);
      return isOptional(component)
          ? map ->
              group.keys.stream().allMatch(key -> map.get(key) == null) ? null : group.make(map)
          : group::make;
    }

    private static boolean isOptional(RecordComponent component) {
      JsonInclude include = component.getAccessor().getAnnotation(JsonInclude.class);
      return include != null && include.value() == JsonInclude.Include.NON_NULL;
    }

    @Override
    public Object make(Object read) {
      Map<?, ?> map = as(Map.class, read);
      @Nullable Object[] values = new Object[components.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = components.get(i).apply(map);
      }
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        throw new MisfitException(Objects.requireNonNull(e.getCause()).getMessage());
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        throw new IllegalStateException(constructor + " cannot be called", e);
      }
    }
  }
}
