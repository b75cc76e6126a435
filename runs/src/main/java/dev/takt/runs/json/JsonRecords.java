package dev.takt.runs.json;

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
    private final String[] names;
    private final Maker[] components;
    private final boolean[] isOfAll;
    private final boolean[] isRequired;
    private final Set<String> keys = new HashSet<>();

    RecordMaker(Class<?> type) {
      RecordComponent[] all = type.getRecordComponents();
      Class<?>[] types = new Class<?>[all.length];
      names = new String[all.length];
      components = new Maker[all.length];
      isOfAll = new boolean[all.length];
      isRequired = new boolean[all.length];
      for (int i = 0; i < all.length; i++) {
        types[i] = all[i].getType();
        names[i] = JsonText.nameOf(all[i]);
        components[i] = maker(all[i].getGenericType());
        isRequired[i] = types[i].isPrimitive();
        // The form of evidence depends on the kind of its stall.
        isOfAll[i] = JsonText.isUnwrapped(all[i]) || types[i] == Evidence.class;
        if (components[i] instanceof RecordMaker group && isOfAll[i]) {
          keys.addAll(group.keys);
        } else {
          keys.add(names[i]);
        }
      }
      try {
        constructor = type.getDeclaredConstructor(types);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a record has no constructor", e);
      }
    }

    @Override
    public Object make(Object read) {
      Map<?, ?> map = as(Map.class, read);
      @Nullable Object[] values = new Object[names.length];
      for (int i = 0; i < values.length; i++) {
        Object value = isOfAll[i] ? map : map.get(names[i]);
        if (value == null && isRequired[i]) {
          throw new MisfitException("it has no " + names[i]);
        }
        values[i] = value == null ? null : components[i].make(value);
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
