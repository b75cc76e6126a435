package dev.takt.driver.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.takt.driver.grpc.schema.Schema;
import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The oracle: `JsonFormat` and `DynamicMessage` of Protocol Buffers themselves.
class MessageFormTest {

  private static final Schema SCHEMA = TestSchemas.ALL;
  private static final Descriptor THREE = type("t.Three");

  private static Descriptor type(String name) {
    return Objects.requireNonNull(SCHEMA.message(name));
  }

  private static byte[] compiled(Descriptor type, String json, long n) {
    ByteBuffer out = ByteBuffer.allocate(1 << 16);
    Rendering values = new Rendering(7, Template.Variables.NONE);
    values.next(n);
    MessageForm.compile(type, json, SCHEMA, Generators.NONE, Map.of()).encode(values, out);
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  private static byte[] expected(Descriptor type, String json)
      throws InvalidProtocolBufferException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    JsonFormat.parser()
        .usingTypeRegistry(
            JsonFormat.TypeRegistry.newBuilder()
                .add(
                    List.of(THREE, type("google.protobuf.Duration"), type("google.protobuf.Value")))
                .build())
        .merge(json, message);
    return message.build().toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        """
        {"i32": -1, "i64": "-9223372036854775808", "u32": 4294967295, "u64": "18446744073709551615",
         "s32": -2147483648, "s64": -1, "f32": 4294967295, "f64": 1, "sf32": -5, "sf64": "-6",
         "fl": 1.5, "db": -1e300, "bo": true, "st": "über € \\ud83d\\ude00 \\"q\\"", "by": "AQID_-8="}\
        """,
        """
        {"i32": 0, "i64": 0, "u32": 0, "u64": 0, "s32": 0, "s64": 0, "f32": 0, "f64": 0, "sf32": 0,
         "sf64": 0, "fl": 0, "db": 0, "bo": false, "st": "", "by": "", "en": "ZERO"}\
        """,
        "{\"fl\": \"NaN\", \"db\": \"-Infinity\"}",
        "{\"fl\": -0.0}",
        "{\"fl\": 3.4028235e38, \"db\": 4.9e-324}",
        "{\"i32\": 1e2, \"i64\": 1.0, \"u32\": \"7\", \"db\": \"1.25\"}",
        "{\"en\": \"TWO\"}",
        "{\"en\": 2}",
        "{\"en\": 77}",
        "{\"en\": \"NEG\"}",
        "{\"child\": {\"child\": {\"child\": {}, \"st\": \"deep\"}}}",
        "{\"optional\": 0}",
        "{\"some_name\": 1}",
        "{\"someName\": 1}",
        "{\"custom\": 1}",
        "{\"choiceText\": \"\"}",
        "{\"choiceNumber\": 0}",
        "{\"choiceChild\": {}}",
        "{\"choiceNumber\": null, \"choiceText\": \"x\"}",
        "{\"i32\": null, \"child\": null, \"many\": null, \"map\": null}",
        "{\"many\": [1, -2, 300, 0], \"unpacked\": [1, 0], \"texts\": [\"a\", \"\", \"c\"]}",
        "{\"enums\": [\"ZERO\", 2, \"NEG\"], \"children\": [{}, {\"i32\": 5}], \"doubles\": [1.5, 0]}",
        "{\"many\": [], \"children\": []}",
        "{\"map\": {\"a\": 1, \"\": 0, \"b\": -1}}",
        "{\"byNumber\": {\"-3\": {\"st\": \"x\"}, \"0\": {}}}",
        "{\"byBool\": {\"true\": \"TWO\", \"false\": \"ZERO\"}}",
        "{\"time\": \"2026-11-28T09:50:00.123456789+01:00\"}",
        "{\"time\": \"0001-01-01T00:00:00Z\"}",
        "{\"time\": \"1970-01-01T00:00:00Z\"}",
        "{\"time\": \"1969-12-31T23:59:59.5Z\"}",
        "{\"duration\": \"-1.5s\"}",
        "{\"duration\": \"315576000000s\"}",
        "{\"duration\": \"0.000000001s\"}",
        "{\"mask\": \"a,bC.dEf\"}",
        "{\"mask\": \"\"}",
        "{\"struct\": {\"a\": null, \"b\": 1.5, \"c\": \"x\", \"d\": true, \"e\": {}, \"f\": [1, [], {\"\": null}]}}",
        "{\"value\": null}",
        "{\"value\": 0}",
        "{\"value\": []}",
        "{\"list\": [null, false]}",
        "{\"nothing\": null}",
        "{\"nothing\": \"NULL_VALUE\"}",
        "{\"wi64\": \"5\", \"wst\": \"\", \"wbo\": true, \"wdb\": 0, \"wby\": \"AAE\"}",
        "{\"any\": {\"@type\": \"type.googleapis.com/t.Three\", \"st\": \"in\", \"many\": [1]}}",
        "{\"any\": {\"@type\": \"x/google.protobuf.Duration\", \"value\": \"3s\"}}",
        "{\"any\": {}}",
        "{\"empty\": {}}",
        "{\"values\": [null, 1]}"
      })
  void fieldsOfProto3AreAsInProtocolBuffers(String json) throws InvalidProtocolBufferException {
    assertThat(compiled(THREE, json, 0)).isEqualTo(expected(THREE, json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"req\": 0}",
        "{\"req\": 1, \"opt\": 0, \"text\": \"\", \"flag\": false}",
        "{\"req\": 1, \"item\": {\"name\": \"x\"}}",
        "{\"req\": 1, \"items\": [{\"n\": 1}, {}]}",
        "{\"req\": 1, \"numbers\": [1, 2], \"packed\": [1, 2], \"state\": \"ON\"}"
      })
  void fieldsOfProto2AreAsInProtocolBuffers(String json) throws InvalidProtocolBufferException {
    assertThat(compiled(type("t.Two"), json, 0)).isEqualTo(expected(type("t.Two"), json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"implicit\": 0, \"explicit\": 0}",
        "{\"numbers\": [1, 2], \"expanded\": [1, 2]}",
        "{\"group\": {\"implicit\": 1, \"group\": {}}}"
      })
  void fieldsOfEditionsAreAsInProtocolBuffers(String json) throws InvalidProtocolBufferException {
    assertThat(compiled(type("e.M"), json, 0)).isEqualTo(expected(type("e.M"), json));
  }

  @Test
  void extensionsAreFields() throws InvalidProtocolBufferException {
    byte[] bytes = compiled(type("t.Two"), "{\"req\": 1, \"[t.more]\": \"x\"}", 0);
    FieldDescriptor more = Objects.requireNonNull(SCHEMA.extension("t.more"));
    assertThat(bytes)
        .isEqualTo(
            DynamicMessage.newBuilder(type("t.Two"))
                .setField(type("t.Two").findFieldByName("req"), 1)
                .setField(more, "x")
                .build()
                .toByteArray());
  }

  /// All generators at all places, in messages that are nested so deep and are so long that their
  /// lengths have one, two and three bytes.
  @Test
  void generatedValuesAreAsTheirTextsWouldBe() throws InvalidProtocolBufferException {
    String json =
        """
        {"i32": {uniform:0..3}, "s64": "{uniform:-9..9}", "db": {uniform:0..2}, "fl": {seq},
         "bo": "true", "st": "a{hex:%d}-{uniform:1..300}", "by": "{hex:%d}", "en": {uniform:0..2},
         "choiceText": "{alpha:3}", "optional": {uniform:0..1},
         "child": {"child": {"st": "{hex:%d}", "many": [{uniform:0..500}, 1, {uniform:0..70000}]}},
         "children": [{"u64": {seq}}, {"texts": ["x{alpha:2}", "{alpha:120}"]}],
         "map": {"k{uniform:1..9}": {uniform:0..9}, "": 1},
         "struct": {"n": {seq}, "s": "{seq}", "l": ["{alpha:2}"]}, "wi64": {seq}, "value": {seq},
         "any": {"@type": "x/t.Three", "st": "{alpha:%d}"}}\
        """;
    for (int length : new int[] {0, 4, 100, 128, 200, 20_000}) {
      String sized = json.replace("%d", String.valueOf(Math.max(length, 4) / 4 * 4));
      for (long n = 0; n < 20; n++) {
        ByteBuffer text = ByteBuffer.allocate(1 << 18);
        Template.parse(sized, Generators.NONE).render(7, n, text);
        String plain = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
        byte[] bytes = compiled(THREE, sized.replace("20000", "6000"), n);
        if (length < 20_000) {
          assertThat(bytes).as("%s", plain).isEqualTo(expected(THREE, plain));
        } else {
          assertThat(DynamicMessage.parseFrom(THREE, bytes).toByteArray()).isEqualTo(bytes);
        }
      }
    }
  }

  @Test
  void valuesOfUsersAreAsTheirTexts() throws InvalidProtocolBufferException {
    Map<String, Integer> variables = Map.of("id", 0, "name", 1, "state", 2, "bytes", 3);
    String[] texts = {"-17", "Anna \"A\" \\", "TWO", "AQI"};
    MessageForm form =
        MessageForm.compile(
            THREE,
            """
            {"i32": {id}, "st": "<{name}>", "en": "{state}", "by": "{bytes}", "db": "{id}",
             "u32": 1, "map": {"{name}": "{id}"}}\
            """,
            SCHEMA,
            Generators.NONE,
            variables);
    ByteBuffer out = ByteBuffer.allocate(1000);
    form.encode(
        new Rendering(1, (id, to) -> to.put(texts[id].getBytes(StandardCharsets.UTF_8))), out);
    assertThat(java.util.Arrays.copyOf(out.array(), out.position()))
        .isEqualTo(
            expected(
                THREE,
                """
                {"i32": -17, "st": "<Anna \\"A\\" \\\\>", "en": "TWO", "by": "AQI", "db": -17,
                 "u32": 1, "map": {"Anna \\"A\\" \\\\": -17}}\
                """));
  }

  @Test
  void valueOfAUserThatIsNoNumberFails() {
    MessageForm form =
        MessageForm.compile(THREE, "{\"i32\": {id}}", SCHEMA, Generators.NONE, Map.of("id", 0));
    assertThatThrownBy(() ->
            form.encode(new Rendering(1, (_, to) -> to.put((byte) 'x')), ByteBuffer.allocate(100)))
        .hasMessage("a value that is no int32")
        .hasNoCause();
  }

  /// A value of the environment can be a secret, and the data can be it as a whole.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"by\": \"{env.KEY}\"}",
        "{\"by\": \"a{env.KEY}\"}",
        "{\"i32\": \"{env.KEY}\"}",
        "{\"i32\": {env.KEY}}",
        "{\"en\": \"{env.KEY}\"}",
        "{\"bo\": \"{env.KEY}\"}",
        "{\"time\": \"{env.KEY}\"}",
        "{\"duration\": \"{env.KEY}s\"}",
        "{\"mask\": {env.NUMBER}}",
        "{\"st\": {env.NUMBER}}",
        "{\"i32\": {env.NUMBER}}",
        "{\"value\": 1{env.NUMBER}{env.NUMBER}e999}",
        "{\"many\": [1, \"\\\"{env.KEY}\"]}",
        "{\"child\": \"{env.KEY}\"}",
        "{\"{env.KEY}\": 1}",
        "{\"map\": {\"{env.KEY}\": \"x\"}}",
        "{\"struct\": {\"{env.KEY}\": 1e999}}",
        "{\"any\": {\"@type\": \"{env.KEY}\"}}",
        "{env.KEY}",
        "[{env.KEY}"
      })
  void valuesOfTheEnvironmentAreNotShown(String json) {
    Generators generators =
        new Generators(
            Map.of(),
            Generators.NONE.traces(),
            Map.of("KEY", "s3cr%t", "NUMBER", "987654321987654321"));
    assertThatThrownBy(() -> MessageForm.compile(THREE, json, SCHEMA, generators, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> {
          java.io.StringWriter trace = new java.io.StringWriter();
          e.printStackTrace(new java.io.PrintWriter(trace));
          assertThat(trace.toString()).doesNotContain("s3cr").doesNotContain("98765432");
        });
  }

  @Test
  void valuesOfTheEnvironmentAreWritten() throws InvalidProtocolBufferException {
    Generators generators =
        new Generators(
            Map.of(), Generators.NONE.traces(), Map.of("T", "a\"é\ud83d\ude00", "N", "17"));
    ByteBuffer out = ByteBuffer.allocate(1000);
    MessageForm.compile(
            THREE,
            "{\"st\": \"<{env.T}>\", \"i32\": {env.N}, \"many\": [{env.N}, 1{env.N}], \"en\": 2}",
            SCHEMA,
            generators,
            Map.of())
        .encode(new Rendering(1, Template.Variables.NONE), out);
    assertThat(java.util.Arrays.copyOf(out.array(), out.position()))
        .isEqualTo(
            expected(
                THREE,
                "{\"st\": \"<a\\\"é\ud83d\ude00>\", \"i32\": 17, \"many\": [17, 117], \"en\": 2}"));
  }

  /// A place is named although a later value of the same line is not shown.
  @Test
  void onlyTheValueOfTheEnvironmentIsHidden() {
    Generators generators =
        new Generators(Map.of(), Generators.NONE.traces(), Map.of("N", "987654321987654321"));
    assertThatThrownBy(() ->
            MessageForm.compile(
                THREE, "{\"i32\": \"x\", \"i64\": {env.N}}", SCHEMA, generators, Map.of()))
        .hasMessage("$.i32: expected a whole number, found \"x\"");
    assertThatThrownBy(() ->
            MessageForm.compile(
                THREE, "{\"child\": {\"i32\":{env.N}}}", SCHEMA, generators, Map.of()))
        .hasMessage("$.child.i32: the value of the environment cannot be in this field");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"st\": \"\\ud800{seq}\"}",
        "{\"struct\": {\"\\ud800\": 1}}",
        "{\"value\": \"\\ud800\"}",
        "{\"map\": {\"{seq}\\udc00\": 1}}"
      })
  void halfOfASurrogatePairIsRefusedEverywhere(String json) {
    assertThatThrownBy(() -> compiled(THREE, json, 0))
        .hasMessageEndingWith("half of a surrogate pair is no text");
  }

  @Test
  void generatedNumberOfAClosedEnumIsOneOfItsValues() {
    assertThat(compiled(type("t.Two"), "{\"req\": 1, \"state\": {uniform:2..2}}", 0))
        .endsWith(72, 2);
    assertThatThrownBy(() -> compiled(type("t.Two"), "{\"req\": 1, \"state\": {uniform:9..9}}", 0))
        .hasMessage("a number that is no value of the enum t.Two.Switch");
  }

  /// The generator warms itself up without users.
  @Test
  void variablesOfAllTypesAreWrittenInTheWarmup() {
    StringBuilder json = new StringBuilder("{\"req\": {v}, \"opt\": \"1{v}\", \"state\": \"{v}\"");
    MessageForm two =
        MessageForm.compile(
            type("t.Two"),
            json.append(", \"text\": \"<{v}>\", \"flag\": \"{v}\"}").toString(),
            SCHEMA,
            Generators.NONE,
            Map.of("v", 0));
    MessageForm three =
        MessageForm.compile(
            THREE,
            "{\"by\": \"{v}\", \"db\": {v}, \"u64\": {v}, \"map\": {\"{v}\": {v}}, \"fl\": {v}}",
            SCHEMA,
            Generators.NONE,
            Map.of("v", 0));
    Rendering values = new Rendering(1, (_, out) -> out.put((byte) '0'));
    values.setWarmup(true);
    ByteBuffer out = ByteBuffer.allocate(100);
    two.encode(values, out);
    three.encode(values, out);
    assertThat(out.position()).isPositive();
  }

  @Test
  void messageThatDoesNotFitOverflows() {
    MessageForm form =
        MessageForm.compile(
            THREE,
            "{\"child\": {\"st\": \"{alpha:200}\", \"i32\": {seq}}}",
            SCHEMA,
            Generators.NONE,
            Map.of());
    Rendering values = new Rendering(1, Template.Variables.NONE);
    values.next(5);
    ByteBuffer whole = ByteBuffer.allocate(1000);
    form.encode(values, whole);
    for (int size = 0; size < whole.position(); size++) {
      ByteBuffer small = ByteBuffer.allocate(size);
      assertThatThrownBy(() -> form.encode(values, small))
          .as("%d bytes", size)
          .isInstanceOf(BufferOverflowException.class);
    }
    ByteBuffer exact = ByteBuffer.allocate(whole.position());
    form.encode(values, exact);
    assertThat(exact.flip()).isEqualTo(whole.flip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"nme": 1}                  | $: t.Tiny has no field nme; it has id, name
          {"child": {"x": 1}}         | $: t.Tiny has no field child; it has id, name
          {"id": 1.5}                 | $.id: expected a whole number, found "1.5"
          {"id": 2147483648}          | $.id: 2147483648 is out of the range of int32
          {"id": 1e999999999}         | $.id: 1e999999999 is out of the range of int32
          {"id": true}                | $.id: expected a number, found true
          {"id": {}}                  | $.id: expected a number, found an object
          {"name": 1}                 | $.name: expected a text in quotation marks, found 1
          {"name": "\\ud800"}         | $.name: half of a surrogate pair is no text
          {"id": {alpha:3}}           | $.id: the generator makes no number, and the field is of type int32
          {"id": 1, "id": 2}          | $.id: the field is there twice
          []                          | $: expected an object for t.Tiny, found an array
          {"id": 1                    | not JSON in line 1: Unexpected end-of-input: expected close marker for Object (start marker at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 1])
          {"id": 1} x                 | not JSON in line 1: Unrecognized token 'x': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
          {"{name}": 1}               | column 3: placeholder {name} is not known
          {"x{seq}": 1}               | $: the name of a field cannot be generated
          """)
  void problemsNameThePlace(String json, String message) {
    assertThatThrownBy(() -> compiled(type("t.Tiny"), json, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message.substring(0, Math.min(60, message.length())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"u32\": -1}",
        "{\"u64\": 18446744073709551616}",
        "{\"fl\": 1e39}",
        "{\"db\": 1e400}",
        "{\"db\": \"\"}",
        "{\"bo\": 1}",
        "{\"by\": \"*\"}",
        "{\"en\": \"THREE\"}",
        "{\"en\": 1.5}",
        "{\"many\": 1}",
        "{\"many\": [null]}",
        "{\"texts\": [null]}",
        "{\"children\": [null]}",
        "{\"map\": []}",
        "{\"map\": {\"a\": null}}",
        "{\"byNumber\": {\"x\": {}}}",
        "{\"choiceText\": \"a\", \"choiceNumber\": 1}",
        "{\"someName\": 1, \"some_name\": 1}",
        "{\"time\": \"tomorrow\"}",
        "{\"time\": \"10000-01-01T00:00:00Z\"}",
        "{\"time\": 5}",
        "{\"duration\": \"1\"}",
        "{\"duration\": \"315576000001s\"}",
        "{\"any\": {\"@type\": \"x/unknown.Type\"}}",
        "{\"any\": {\"st\": \"x\"}}",
        "{\"struct\": 1}",
        "{\"child\": 1}",
        "{\"unknown\": 1}"
      })
  void whatProtocolBuffersRefuseIsRefused(String json) {
    assertThatThrownBy(() -> expected(THREE, json))
        .isInstanceOfAny(InvalidProtocolBufferException.class, RuntimeException.class);
    assertThatThrownBy(() -> compiled(THREE, json, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("$");
  }

  @Test
  void requiredFieldIsNeeded() {
    assertThatThrownBy(() -> compiled(type("t.Two"), "{}", 0))
        .hasMessage("$: the required field req of t.Two is missing");
  }

  @Test
  void randomMessagesAreAsInProtocolBuffers() throws IOException {
    JsonFormat.Printer printer = JsonFormat.printer().omittingInsignificantWhitespace();
    MessageValues reader = new MessageValues(SCHEMA);
    for (long seed = 0; seed < 100; seed++) {
      DynamicMessage message = random(THREE, new Random(seed), 0);
      String json = printer.print(message);
      byte[] bytes = compiled(THREE, json, 0);
      assertThat(bytes).as("seed %d: %s", seed, json).isEqualTo(expected(THREE, json));
      assertThat(reader.read(THREE, bytes, 0, bytes.length)).isNotNull();
    }
  }

  private static DynamicMessage random(Descriptor type, Random random, int depth) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    List<FieldDescriptor> fields = new ArrayList<>(type.getFields());
    for (FieldDescriptor each : fields) {
      boolean isMessage = each.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      boolean isOwn = !isMessage || each.getMessageType().getFullName().startsWith("t.");
      if (random.nextInt(3) > 0 || !isOwn || (isMessage && depth > 3)) {
        continue;
      }
      if (each.isMapField()) {
        DynamicMessage.Builder entry = DynamicMessage.newBuilder(each.getMessageType());
        for (FieldDescriptor part : each.getMessageType().getFields()) {
          entry.setField(part, value(part, random, depth));
        }
        message.addRepeatedField(each, entry.build());
      } else if (each.isRepeated()) {
        for (int i = random.nextInt(4); i > 0; i--) {
          message.addRepeatedField(each, value(each, random, depth));
        }
      } else {
        message.setField(each, value(each, random, depth));
      }
    }
    return message.build();
  }

  private static Object value(FieldDescriptor field, Random random, int depth) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt() >> random.nextInt(32);
      case LONG -> random.nextLong() >> random.nextInt(64);
      case FLOAT -> Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> Double.longBitsToDouble(random.nextLong());
      case BOOLEAN -> random.nextBoolean();
      case STRING -> text(random);
      case BYTE_STRING ->
          com.google.protobuf.ByteString.copyFrom(
              Base64.getEncoder().encode(text(random).getBytes(StandardCharsets.UTF_8)));
      case ENUM ->
          field
              .getEnumType()
              .getValues()
              .get(random.nextInt(field.getEnumType().getValues().size()));
      case MESSAGE -> random(field.getMessageType(), random, depth + 1);
    };
  }

  /// Without braces before letters, which would be placeholders.
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      text.appendCodePoint(
          "aZ0 \"\\/\n\u0000\u007fé€😀".codePoints().toArray()[random.nextInt(13)]);
    }
    return text.toString();
  }
}
