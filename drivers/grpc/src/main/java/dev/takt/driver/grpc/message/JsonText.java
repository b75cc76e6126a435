package dev.takt.driver.grpc.message;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes the values of [MessageValues] as JSON.
public final class JsonText {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /// The JSON of a value, on one line.
  public static String of(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(value, out);
    }
    return text.toString();
  }

  private static void write(@Nullable Object value, JsonGenerator out) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, each) -> {
          out.writeName(String.valueOf(name));
          write(each, out);
        });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(each -> write(each, out));
        out.writeEndArray();
      }
      case Boolean is -> out.writeBoolean(is);
      case Long number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number);
      default -> out.writeString(value.toString());
    }
  }
}
