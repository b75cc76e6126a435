package dev.takt.driver.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageValuesTest {

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> read(String name, String json) throws IOException {
    Descriptor type = Objects.requireNonNull(TestSchemas.ALL.message(name));
    ByteBuffer out = ByteBuffer.allocate(10_000);
    MessageForm.compile(type, json, TestSchemas.ALL, Generators.NONE, Map.of())
        .encode(new Rendering(1, Template.Variables.NONE), out);
    Object value = new MessageValues(TestSchemas.ALL).read(type, out.array(), 0, out.position());
    return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
  }

  @Test
  void fieldsAreValuesOfJson() throws IOException {
    Map<String, @Nullable Object> values =
        read(
            "t.Three",
            """
            {"i32": -1, "i64": "-9223372036854775808", "u32": 4294967295,
             "u64": "18446744073709551615", "fl": 0.1, "db": "NaN", "bo": true, "by": "AQI=",
             "en": "TWO", "enums": [77], "custom": 3, "many": [1, 2], "map": {"a": 1},
             "byNumber": {"-5": {"st": "x"}}, "choiceText": "", "child": {},
             "time": "2026-11-28T09:50:00.5Z", "duration": "-1.000000001s", "mask": "a,bC.d",
             "struct": {"a": [null, 1.5, true, "s"]}, "value": null, "wi64": 5, "nothing": null,
             "any": {"@type": "x/t.Tiny", "id": 4}}\
            """);
    assertThat(values)
        .containsEntry("i32", -1L)
        .containsEntry("i64", Long.MIN_VALUE)
        .containsEntry("u32", 4294967295L)
        .containsEntry("u64", new BigDecimal("18446744073709551615"))
        .containsEntry("fl", new BigDecimal("0.1"))
        .containsEntry("db", "NaN")
        .containsEntry("bo", true)
        .containsEntry("by", "AQI=")
        .containsEntry("en", "TWO")
        .containsEntry("enums", List.of(77L))
        .containsEntry("custom", 3L)
        .containsEntry("many", List.of(1L, 2L))
        .containsEntry("map", Map.of("a", 1L))
        .containsEntry("choiceText", "")
        .containsEntry("time", "2026-11-28T09:50:00.500Z")
        .containsEntry("duration", "-1.000000001s")
        .containsEntry("mask", "a,bC.d")
        .containsEntry("wi64", 5L)
        .containsEntry("st", "")
        .containsEntry("value", null)
        .containsEntry("nothing", null)
        .doesNotContainKeys("choiceNumber", "optional", "empty");
    assertThat(String.valueOf(values.get("struct"))).isEqualTo("{a=[null, 1.5, true, s]}");
    assertThat(String.valueOf(values.get("any"))).isEqualTo("{@type=x/t.Tiny, id=4, name=}");
    assertThat(String.valueOf(values.get("byNumber"))).contains("-5").contains("st=x");
  }

  @Test
  void fieldsWithPresenceAreThereIfTheyWereSent() throws IOException {
    assertThat(read("t.Two", "{\"req\": 0, \"opt\": 0}"))
        .containsOnlyKeys("req", "opt", "items", "numbers", "packed");
    assertThat(read("t.Tiny", "{}")).isEqualTo(Map.of("id", 0L, "name", ""));
  }

  @Test
  void emptyMessageInAnAnyIsReadAsItIsWritten() throws IOException {
    assertThat(read("t.Three", "{\"any\": {\"@type\": \"x/google.protobuf.Empty\"}}"))
        .containsEntry("any", Map.of("@type", "x/google.protobuf.Empty"));
  }

  private static @Nullable Object read(Descriptor type, byte[] bytes) throws IOException {
    return new MessageValues(TestSchemas.ALL).read(type, bytes, 0, bytes.length);
  }

  private static ByteString any(int depth) {
    ByteString inner = ByteString.EMPTY;
    for (int i = 0; i < depth; i++) {
      inner =
          Any.newBuilder()
              .setTypeUrl("x/google.protobuf.Any")
              .setValue(inner)
              .build()
              .toByteString();
    }
    return inner;
  }

  /// Each parse of the content of an Any begins with a limit of its own.
  @Test
  void messagesInEachOtherAreBoundedOverAllAnys() throws IOException {
    assertThat(read(Any.getDescriptor(), any(100).toByteArray())).isNotNull();
    assertThatThrownBy(() -> read(Any.getDescriptor(), any(102).toByteArray()))
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessage("the message has too many messages in each other");
    assertThatThrownBy(() -> read(Any.getDescriptor(), any(3000).toByteArray()))
        .isInstanceOf(UnreadableMessageException.class);
  }

  /// An element of two bytes becomes a message, and a map of all its fields.
  @Test
  void valuesOfAMessageAreBounded() throws IOException {
    Descriptor three = Objects.requireNonNull(TestSchemas.ALL.message("t.Three"));
    int ofElement =
        4 + (int) three.getFields().stream().filter(each -> !each.hasPresence()).count();
    int fits = MessageCost.MAX_VALUES / ofElement - 1;
    for (int elements : new int[] {fits, fits + 1, 8_000_000}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      for (int i = 0; i < elements; i++) {
        out.writeByteArray(29, new byte[0]);
      }
      out.flush();
      MessageCost cost = new MessageCost();
      cost.begin();
      if (elements == fits) {
        cost.count(three, com.google.protobuf.CodedInputStream.newInstance(bytes.toByteArray()));
      } else {
        assertThatThrownBy(() -> read(three, bytes.toByteArray()))
            .isInstanceOf(UnreadableMessageException.class)
            .hasMessage("the message has too many values to be read");
      }
    }
  }

  @Test
  void packedAndUnknownValuesAreCounted() {
    Descriptor three = Objects.requireNonNull(TestSchemas.ALL.message("t.Three"));
    for (int field : new int[] {25, 2000, 77}) { // int32, double, unknown
      assertThatThrownBy(
              () -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                CodedOutputStream out = CodedOutputStream.newInstance(bytes);
                if (field == 77) {
                  for (int i = 0; i < 300_000; i++) {
                    out.writeInt32(field, 1);
                  }
                } else {
                  out.writeByteArray(field, new byte[field == 25 ? 1_000_001 : 8_000_008]);
                }
                out.flush();
                read(three, bytes.toByteArray());
              })
          .isInstanceOf(UnreadableMessageException.class)
          .hasMessage("the message has too many values to be read");
    }
  }
}
