package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a step extracts from an answer, and what it checks.
class StepSpecTest {

  private static final String BODY =
      "{\"status\": \"ok\", \"id\": 17, \"price\": 1.50, \"paid\": true, \"next\": null,"
          + " \"items\": [{\"n\": 1}, {\"n\": 2}]}";

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Given(int status, Map<String, String> headers, byte @Nullable [] bytes, long size)
      implements Answer {

    @Override
    public @Nullable String header(String name) {
      return headers.get(name);
    }

    @Override
    public @Nullable String cookie(String name) {
      return name.equals("sid") ? "s17" : null;
    }

    @Override
    public @Nullable ByteBuffer body() {
      return bytes == null ? null : ByteBuffer.wrap(bytes);
    }
  }

  private static Given answer(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new Given(201, Map.of("location", "/carts/17/items"), bytes, bytes.length);
  }

  private static User user(List<Extraction> extractions, List<Check> checks) {
    StepSpec step = StepSpec.of("s", 0, extractions, checks);
    JourneySpec journey = new JourneySpec("j", 1, List.of(new Part.Step(step)));
    return new Journeys(1, List.of(journey), Feeder.NONE).arrive(0, 0);
  }

  private static String extracted(Answer answer, Subject subject, @Nullable String regex) {
    Pattern pattern = regex == null ? null : Pattern.compile(regex);
    User user = user(List.of(new Extraction("x", 0, subject, pattern)), List.of());
    String failure = user.judge(answer);
    return failure != null ? failure : new String(user.value(0), StandardCharsets.UTF_8);
  }

  private static Subject json(String path) {
    return new Subject.Json(JsonPath.parse(path));
  }

  /// Java's regular expressions call themselves for each repetition of a group.
  @Test
  void aPatternThatNeedsTooManyCallsFailsItsStep() {
    Given answer = answer("ab".repeat(500_000));
    assertThat(extracted(answer, new Subject.Body(), "(a|b)*c"))
        .isEqualTo("extract x: the text is too long for (a|b)*c");
  }

  @Test
  void extractsFromEveryPartOfAnAnswer() {
    Given answer = answer(BODY);
    assertThat(extracted(answer, json("$.status"), null)).isEqualTo("ok");
    assertThat(extracted(answer, json("$.id"), null)).isEqualTo("17");
    assertThat(extracted(answer, json("$.price"), null)).isEqualTo("1.50");
    assertThat(extracted(answer, json("$.paid"), null)).isEqualTo("true");
    assertThat(extracted(answer, json("$.status"), "^.")).isEqualTo("o");
    assertThat(extracted(answer, new Subject.Status(), null)).isEqualTo("201");
    assertThat(extracted(answer, new Subject.Cookie("sid"), null)).isEqualTo("s17");
    assertThat(extracted(answer, new Subject.Header("Location"), "/carts/(\\d+)")).isEqualTo("17");
    assertThat(extracted(answer, new Subject.Body(), "\"n\": (\\d)")).isEqualTo("1");
  }

  /// Bytes of UTF-8 are counted.
  @Test
  void aValueOver8KibIsAFailure() {
    String most = "é".repeat(4096);
    assertThat(extracted(answer(most), new Subject.Body(), null)).isEqualTo(most);
    assertThat(extracted(answer(most + "x"), new Subject.Body(), null))
        .isEqualTo("extract x: the value is over 8 KiB");
    assertThat(extracted(answer("x".repeat(8193)), new Subject.Body(), null))
        .isEqualTo("extract x: the value is over 8 KiB");
    assertThat(extracted(answer("x".repeat(1_000_000)), new Subject.Body(), "x{3}"))
        .isEqualTo("xxx");
  }

  @Test
  void whatCannotBeExtractedIsAFailureWithACleanName() {
    Given answer = answer(BODY);
    assertThat(extracted(answer, json("$.token"), null))
        .isEqualTo("extract x: $.token matches nothing");
    assertThat(extracted(answer, json("$.items[*].n"), null))
        .isEqualTo("extract x: $.items[*].n matches several values");
    assertThat(extracted(answer, json("$.items"), null))
        .isEqualTo("extract x: $.items is no text, number or boolean");
    assertThat(extracted(answer, json("$.next"), null))
        .isEqualTo("extract x: $.next is no text, number or boolean");
    assertThat(extracted(answer, new Subject.Header("ETag"), null))
        .isEqualTo("extract x: header ETag matches nothing");
    assertThat(extracted(answer, new Subject.Cookie("other"), null))
        .isEqualTo("extract x: cookie other matches nothing");
    assertThat(extracted(answer, new Subject.Body(), "absent (.)"))
        .isEqualTo("extract x: absent (.) matches nothing in body");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\": 1", "{\"id\": 1} {}", "id", "{'id': 1}", "{\"id\": 1,}", "nul"})
  void onlyJsonIsJson(String body) {
    assertThat(extracted(answer(body), json("$.id"), null))
        .isEqualTo("extract x: the body is not JSON");
  }

  @Test
  void emptyBinaryAndHugeBodiesAreNamed() {
    assertThat(extracted(answer(""), json("$.id"), null)).isEqualTo("extract x: the body is empty");
    Given binary = new Given(200, Map.of(), new byte[] {(byte) 0xFF, 0, 1}, 3);
    assertThat(extracted(binary, json("$.id"), null)).isEqualTo("extract x: the body is not JSON");
    assertThat(extracted(binary, new Subject.Body(), "."))
        .isEqualTo("extract x: the body is not text in UTF-8");
    Given huge = new Given(200, Map.of(), new byte[10], 50L << 20);
    assertThat(extracted(huge, json("$.id"), null))
        .isEqualTo("extract x: the body is over 16 MiB, too large to be read");
    assertThat(failure("size < 64KB", huge)).isEqualTo("size < 64KB");
    assertThat(failure("body contains \"a\"", huge))
        .isEqualTo("body contains \"a\": the body is over 16 MiB, too large to be read");
  }

  @Test
  void deeplyNestedJsonIsAFailureAndNoError() {
    String deep = "[".repeat(200_000);
    assertThat(extracted(answer(deep), json("$.id"), null))
        .isEqualTo("extract x: the body is not JSON");
  }

  private static @Nullable String failure(String check, Answer answer) {
    return user(List.of(), List.of(Check.parse(check))).judge(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.status == \"ok\" | true",
        "$.status == 'ok' | true",
        "$.status != \"ok\" | false",
        "$.status == \"OK\" | false",
        "$.id == 17 | true",
        "$.id == 17.0 | true",
        "$.id == \"17\" | false",
        "$.id > 16 | true",
        "$.id >= 18 | false",
        "$.id < 17 | false",
        "$.id <= 17 | true",
        "$.price == 1.5 | true",
        "$.paid == true | true",
        "$.next == null | true",
        "$.status == null | false",
        "$.absent == null | false",
        "$.absent != 1 | false",
        "$.status > 1 | false",
        "$.status contains \"k\" | true",
        "$.id contains \"1\" | false",
        "body contains \"price\" | true",
        "body matches \"pa.d\" | true",
        "body matches \"^pa.d\" | false",
        "size < 64KB | true",
        "size < 10B | false",
        "size<1KiB | true",
        "status == 201 | true",
        "status != 201 | false",
        "header Location contains \"/carts/\" | true",
        "header location matches '\\d+' | true",
        "header ETag != \"x\" | false",
        "cookie sid == \"s17\" | true",
      })
  void checksAnAnswer(String check, boolean holds) {
    assertThat(failure(check, answer(BODY))).isEqualTo(holds ? null : check);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.status | expected a check as SUBJECT OPERATOR VALUE",
        "$.status = 1 | expected a check as SUBJECT OPERATOR VALUE",
        "random < 0.3 | expected a check as SUBJECT OPERATOR VALUE",
        "$.status == | expected a check as SUBJECT OPERATOR VALUE",
        "$.status == ok | expected a text in quotes, a number, true, false or null, found ok",
        "$.status == \"ok | expected one text in quotes, found \"ok",
        "$.status == \"a\" && $.b == \"c\" | expected one text in quotes",
        "$.status < \"ok\" | < needs a number, found \"ok\"",
        "body contains 17 | contains needs a text in quotes, found 17",
        "body matches \"(\" | \"(\" is no regular expression: unclosed group",
        "$[?@.a] == 1 | column 3: filters are not supported",
        "$.a == \"{token}\" | values of users cannot be compared yet, found \"{token}\"",
      })
  void whatIsNoCheckIsRefused(String check, String message) {
    assertThatThrownBy(() -> Check.parse(check))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void extractionsComeBeforeChecksAndTheFirstFailureCounts() {
    User user =
        user(
            List.of(
                new Extraction("a", 0, json("$.id"), null),
                new Extraction("b", 1, json("$.x"), null)),
            List.of(Check.parse("status == 500")));
    assertThat(user.judge(answer(BODY))).isEqualTo("extract b: $.x matches nothing");
    assertThat(new String(user.value(0), StandardCharsets.UTF_8)).isEqualTo("17");
  }

  @Test
  void aStepSaysWhatItNeeds() {
    StepSpec none = StepSpec.of("s", 0, List.of(), List.of());
    assertThat(none.body()).isEqualTo(Subject.BodyUse.NONE);
    assertThat(none.readsAnswer()).isFalse();
    StepSpec some =
        StepSpec.of(
            "s",
            0,
            List.of(new Extraction("a", 0, new Subject.Header("Location"), null)),
            List.of(Check.parse("header ETag != \"\""), Check.parse("status == 1")));
    assertThat(some.body()).isEqualTo(Subject.BodyUse.NONE);
    assertThat(some.headers()).containsExactlyInAnyOrder("location", "etag");
    assertThat(use("size < 1")).isEqualTo(Subject.BodyUse.LENGTH);
    assertThat(use("body == ''")).isEqualTo(Subject.BodyUse.CONTENT);
    assertThat(use("size < 1", "$.id == 1", "size < 1")).isEqualTo(Subject.BodyUse.CONTENT);
  }

  private static Subject.BodyUse use(String... checks) {
    List<Check> parsed = Stream.of(checks).map(Check::parse).toList();
    return StepSpec.of("s", 0, List.of(), parsed).body();
  }

  @Test
  void aBodyThatWasNotKeptIsAFailureWithItsReason() {
    Answer dropped = new Given(200, Map.of(), null, 1000);
    assertThat(extracted(dropped, json("$.id"), null))
        .isEqualTo("extract x: no memory for this body beside those of other answers");
    Answer huge = new Given(200, Map.of(), null, 50_000_000);
    assertThat(extracted(huge, json("$.id"), null))
        .isEqualTo("extract x: the body is over 16 MiB, too large to be read");
    assertThat(user(List.of(), List.of(Check.parse("size == 50MB"))).judge(huge)).isNull();
  }
}
