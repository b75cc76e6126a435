package dev.takt.runs.json;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// Writes records as indented JSON: the files of a run, which [JsonRecords] reads. The keys are the
/// components in their order, and are absent for null values. Constants of enums are in lower case.
/// The entries of unwrapped components stand among those of the record.
///
/// Jackson's databind would write the same. But a run starts by writing `run.json`, and writing it
/// once takes 80 ms in a new process with databind, and 10 ms with the generator alone. Documents
/// that are not records are written by the `JsonWriter` of module `report`, without Jackson.
public final class JsonText {

  /// A component of a record type.
  private record Component(String name, boolean isUnwrapped, Method accessor) {

    static Component[] allOf(Class<?> type) {
      return Stream.of(type.getRecordComponents())
          .map(each -> new Component(nameOf(each), JsonText.isUnwrapped(each), each.getAccessor()))
          .toArray(Component[]::new);
    }

    @Nullable Object of(Record record) {
      try {
        return accessor.invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(accessor + " cannot be read", e);
      }
    }
  }

  private final JsonGenerator out;

  /// By record type: a list of stalls has hundreds of thousands of records of a few types.
  private final Map<Class<?>, Component[]> components = new HashMap<>();

  private JsonText(JsonGenerator out) {
    this.out = out;
  }

  public static String of(Record value) {
    return of(value, Integer.MAX_VALUE);
  }

  /// The same with fewer lines and spaces.
  ///
  /// @param depth objects and arrays in more than this number of others are each on one line
  public static String of(Record value, int depth) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(new Indented(depth), text)) {
      new JsonText(out).put(value);
    }
    return text.append('\n').toString();
  }

  private void put(Object value) {
    switch (value) {
      case Record r -> putRecord(r);
      case Map<?, ?> m -> putMap(m);
      case Collection<?> c -> putArray(c);
      case Boolean b -> out.writeBoolean(b);
      case Integer i -> out.writeNumber(i);
      case Long l -> out.writeNumber(l);
      case Double d -> out.writeNumber(d);
      case Number n -> out.writeNumber(new BigDecimal(n.toString()));
      case Enum<?> e -> out.writeString(e.name().toLowerCase(Locale.ROOT));
      default -> out.writeString(value.toString());
    }
  }

  private void putRecord(Record value) {
    out.writeStartObject();
    putComponents(value);
    out.writeEndObject();
  }

  private void putComponents(Record record) {
    for (Component each : components.computeIfAbsent(record.getClass(), Component::allOf)) {
      Object value = each.of(record);
      if (!each.isUnwrapped) {
        putEntry(each.name, value);
      } else if (value instanceof Record group) {
        putComponents(group);
      } else if (value instanceof Map<?, ?> entries) {
        putEntries(entries);
      }
    }
  }

  private void putMap(Map<?, ?> map) {
    out.writeStartObject();
    putEntries(map);
    out.writeEndObject();
  }

  private void putEntries(Map<?, ?> map) {
    map.forEach((key, value) -> putEntry(String.valueOf(key), value));
  }

  private void putEntry(String name, @Nullable Object value) {
    if (value != null) {
      out.writeName(name);
      put(value);
    }
  }

  private void putArray(Collection<?> values) {
    out.writeStartArray();
    values.forEach(this::put);
    out.writeEndArray();
  }

  /// The key of a component.
  static String nameOf(RecordComponent component) {
    JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
    return renamed == null ? component.getName() : renamed.value();
  }

  /// Whether the entries of a component, a record or a map, are entries of the record around it.
  static boolean isUnwrapped(RecordComponent component) {
    Method accessor = component.getAccessor();
    return accessor.isAnnotationPresent(JsonUnwrapped.class)
        || accessor.isAnnotationPresent(JsonAnyGetter.class);
  }

  /// Gives the generator a new pretty printer each time, because it counts levels.
  private static final class Indented extends ObjectWriteContext.Base {
    private final int depth;

    Indented(int depth) {
      this.depth = depth;
    }

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return new Printer(depth);
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }

  /// Indents the first levels by two spaces each, and keeps deeper ones on one line.
  private static final class Printer extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    private static final Separators NARROW =
        new Separators()
            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");

    private final int depth;

    Printer(int depth) {
      super(depth == Integer.MAX_VALUE ? new Separators() : NARROW);
      this.depth = depth;
      DefaultIndenter indenter =
          new DefaultIndenter("  ", "\n") {
            @Override
            public void writeIndentation(JsonGenerator out, int level) {
              if (level > depth) {
                out.writeRaw(' ');
              } else {
                super.writeIndentation(out, level);
              }
            }
          };
      indentObjectsWith(indenter);
      indentArraysWith(indenter);
    }

    @Override
    public void writeEndObject(JsonGenerator out, int entries) {
      if (_nesting > depth && entries > 0) {
        _nesting--;
        out.writeRaw(" }");
      } else {
        super.writeEndObject(out, entries);
      }
    }

    @Override
    public void writeEndArray(JsonGenerator out, int values) {
      if (_nesting > depth && values > 0) {
        _nesting--;
        out.writeRaw(" ]");
      } else {
        super.writeEndArray(out, values);
      }
    }
  }
}
