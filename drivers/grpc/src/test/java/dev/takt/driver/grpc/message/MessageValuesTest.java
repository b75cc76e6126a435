package dev.takt.driver.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageValuesTest {

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> read(String name, String json)
      throws InvalidProtocolBufferException {
    Descriptor type = Objects.requireNonNull(TestSchemas.ALL.message(name));
    ByteBuffer out = ByteBuffer.allocate(10_000);
    MessageForm.compile(type, json, TestSchemas.ALL, Generators.NONE, Map.of())
        .encode(new Rendering(1, Template.Variables.NONE), out);
    Object value = new MessageValues(TestSchemas.ALL).read(type, out.array(), 0, out.position());
    return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
  }

  @Test
  void fieldsAreValuesOfJson() throws InvalidProtocolBufferException {
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
  void fieldsWithPresenceAreThereIfTheyWereSent() throws InvalidProtocolBufferException {
    assertThat(read("t.Two", "{\"req\": 0, \"opt\": 0}"))
        .containsOnlyKeys("req", "opt", "items", "numbers", "packed");
    assertThat(read("t.Tiny", "{}")).isEqualTo(Map.of("id", 0L, "name", ""));
  }
}
