package dev.takt.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.runs.trace.TraceContext;
import dev.takt.testing.Allocation;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final TraceContext TRACES = new TraceContext(42, 1_790_000_000_123_456_789L);

  private static String render(String template, long n) {
    return render(Template.parse(template, Generators.NONE), n);
  }

  private static Template parse(String template, Map<String, String> named) {
    return Template.parse(template, new Generators(named, TRACES));
  }

  private static String render(Template template, long n) {
    ByteBuffer out = ByteBuffer.allocate(4096);
    template.render(42, n, out);
    return StandardCharsets.UTF_8.decode(out.flip()).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain | plain",
        "'' | ''",
        "n={seq}, again {seq} | n=7, again 7",
        "{uniform:5..5}{uniform:-3..-3} | 5-3",
        "{zipfian:9..9} | 9",
        "{\"id\": {seq}} | {\"id\": 7}",
        "{\"a\":{\"b\":{seq}}} | {\"a\":{\"b\":7}}",
        "{{seq} | {seq}",
        "größe {seq} € | größe 7 €",
        "{uniform:-9223372036854775808..-9223372036854775808} | -9223372036854775808",
        "{uniform:9223372036854775807..9223372036854775807} | 9223372036854775807",
        "{uniform:0..0}{uniform:10..10}{uniform:100..100}{seq } | 0101007",
      })
  void textsAreFilledIn(String template, String expected) {
    assertThat(render(template, 7)).isEqualTo(expected);
  }

  /// The expected values are of another implementation, see [TraceContext].
  @Test
  void traceContextFollowsFromRunAndNumber() {
    assertThat(render(parse("traceparent: {traceparent}", Map.of()), 1))
        .isEqualTo("traceparent: 00-e9c1bac6ec6cf2f7b543868ddedebc06-563f0904583119df-01");
    assertThat(render(parse("{trace}", Map.of("trace", "traceparent")), 1_000_000))
        .isEqualTo("00-f1b9417e7781dd3ce972eaee6be50466-59c301797ceb5094-01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{traceparent} | true",
        "[traceparent: {traceparent}, a: b] | true",
        "{{{traceparent } | true",
        "{seq}{trace} | true",
        "traceparent | false",
        "{{traceparent} | false",
        "{ traceparent} | false",
        "{other}{hex:5}{ | false",
      })
  void placeholdersForTheTraceContextAreFound(String text, boolean expected) {
    Map<String, String> named = Map.of("trace", "traceparent", "other", "seq");
    assertThat(Template.hasTraceparent(text, named)).isEqualTo(expected);
  }

  @Test
  void randomTextsHaveTheirFormAndAreRepeatable() {
    String once = render("{hex:16}-{alpha:20}-{key}", 1);
    assertThat(once).matches("[0-9a-f]{16}-[a-z]{20}-[1-9][0-9]{0,3}");
    assertThat(render("{hex:16}-{alpha:20}-{key}", 1)).isEqualTo(once);
    assertThat(render("{hex:16}-{alpha:20}-{key}", 2)).isNotEqualTo(once);
    assertThat(render("{hex:1000}", 1)).hasSize(1000);
  }

  @Test
  void placeholdersHaveValuesOfTheirOwn() {
    String[] values = render("{hex:8} {hex:8} {alpha:8} {alpha:8}", 1).split(" ", -1);
    assertThat(values).doesNotHaveDuplicates();
    assertThat(render("/{hex:8}", 1).substring(1)).isNotEqualTo(render("b{hex:8}", 1).substring(1));
  }

  @Test
  void theSameNameIsTheSameValueInAllTemplatesOfAnOperation() {
    Map<String, String> named =
        Map.of("user", "uniform:1..1000000000", "item", "uniform:1..1000000000");
    Template path = parse("/u/{user}/i/{item}", named);
    Template body = parse("{user} {item} {user}", named);
    int equal = 0;
    for (long n = 0; n < 100; n++) {
      String[] inPath = render(path, n).split("/", -1);
      assertThat(render(body, n)).isEqualTo(inPath[2] + " " + inPath[4] + " " + inPath[2]);
      equal += inPath[2].equals(inPath[4]) ? 1 : 0;
    }
    assertThat(equal).isZero();
  }

  @Test
  void keyIsKnownAndCanBeRedefined() {
    assertThat(Long.parseLong(render("{key}", 3))).isBetween(1L, 1000L);
    assertThat(render(parse("{key}", Map.of("key", "uniform:5..5")), 3)).isEqualTo("5");
  }

  @Test
  void valuesCanBeBoundInsteadOfWritten() {
    Template template =
        Template.parse("select {key} where x = {alpha:4} and n > {seq}", Generators.NONE);
    assertThat(template.withMarkers("?")).isEqualTo("select ? where x = ? and n > ?");
    List<Generator> generators = template.generators();
    assertThat(generators).extracting(Generator::isNumeric).containsExactly(true, false, true);
    assertThat(generators.get(2).longValue(42, 7)).isEqualTo(7);
    assertThat(render(template, 7))
        .isEqualTo(
            "select %s where x = %s and n > %s"
                .formatted(
                    generators.get(0).longValue(42, 7),
                    generators.get(1).text(42, 7),
                    generators.get(2).text(42, 7)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> generators.get(1).longValue(42, 7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/a/{foo} | column 4: placeholder {foo} is not known: expected seq, uniform:LOW..HIGH,"
            + " zipfian:LOW..HIGH, hex:LENGTH, alpha:LENGTH or traceparent, or one of the generators"
            + " [bad, key];"
            + " write {{ for a brace",
        "ab{seq | column 3: a { is not closed; write {{ for a brace",
        "{bad} | column 1: placeholder {bad}: \"uniform\" has no range: expected LOW..HIGH, such as"
            + " 1..1000",
        "{uniform:9..1} | column 1: placeholder {uniform:9..1}: \"uniform:9..1\" has an empty range",
        "{uniform:1..9999999999999999999} | 9999999999999999999 does not fit into 64 bits",
        "{zipfian:-9223372036854775808..9223372036854775807} | more than 2^63 numbers",
        "{hex:0} | \"hex:0\" has no length: expected a number from 1 to 1000000, such as hex:16",
        "{alpha:1000001} | \"alpha:1000001\" has no length",
        "{alpha} | \"alpha\" has no length: expected a number from 1 to 1000000, such as alpha:20",
        "{seq:5} | \"seq:5\": seq has no parameters",
        "{traceparent:1} | \"traceparent:1\": traceparent has no parameters",
      })
  void faultsNameThePlaceholderAndItsColumn(String template, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(template, Map.of("bad", "uniform")))
        .withMessageContaining(message);
  }

  @Test
  void aTextThatDoesNotFitOverflows() {
    Template template = Template.parse("abc{hex:16}", Generators.NONE);
    assertThatExceptionOfType(BufferOverflowException.class)
        .isThrownBy(() -> template.render(1, 1, ByteBuffer.allocate(18)));
    template.render(1, 1, ByteBuffer.allocate(19));
  }

  @Test
  void lettersAreUniform() {
    int[] counts = new int[26];
    Template template = Template.parse("{alpha:100}", Generators.NONE);
    for (int n = 0; n < 5000; n++) {
      render(template, n).chars().forEach(c -> counts[c - 'a']++);
    }
    assertThat(RandomnessTest.chiSquare(counts)).isBetween(5.0, 61.0); // 25 degrees of freedom
  }

  @Test
  void zipfianRanksHaveTheProbabilitiesOfZipf() {
    Generator zipfian = Generator.parse("zipfian:1..1000", 1, TRACES);
    int samples = 1_000_000;
    int[] counts = new int[1001];
    for (int n = 0; n < samples; n++) {
      counts[(int) zipfian.longValue(5, n)]++;
    }
    double sum = 0;
    for (int i = 1; i <= 1000; i++) {
      sum += Math.pow(i, -0.99);
    }
    assertThat(counts[0]).isZero();
    for (int i = 1; i <= 2; i++) { // exact by construction
      double p = Math.pow(i, -0.99) / sum;
      assertThat((double) counts[i] / samples)
          .isCloseTo(p, within(3.9 * Math.sqrt(p * (1 - p) / samples)));
    }
    double head = 0;
    int headCount = 0;
    for (int i = 1; i <= 100; i++) { // an approximation for the others
      head += Math.pow(i, -0.99) / sum;
      headCount += counts[i];
    }
    assertThat((double) headCount / samples).isCloseTo(head, within(0.01));
  }

  @Test
  void theSumOfAHugeZipfianIsRight() {
    double sum = 0;
    for (int i = 3_000_000; i >= 1; i--) {
      sum += Math.pow(i, -0.99);
    }
    assertThat(ZipfianRanks.sumOf(3_000_000)).isCloseTo(sum, within(1e-9 * sum));
    ZipfianRanks huge = new ZipfianRanks(Long.MAX_VALUE);
    assertThat(huge.rankOf(Math.nextDown(1.0))).isPositive();
    ZipfianRanks two = new ZipfianRanks(2);
    assertThat(two.rankOf(0)).isZero();
    assertThat(two.rankOf(Math.nextDown(1.0))).isEqualTo(1);
  }

  @Test
  void renderingAllocatesNothing() {
    Template template =
        Template.parse(
            "/a/{key}/{zipfian:1..99}/{hex:16}/{alpha:20}/{seq}/{traceparent}", Generators.NONE);
    ByteBuffer out = ByteBuffer.allocate(256);
    assertThat(
            Allocation.of(
                1000,
                () -> {
                  for (int n = 0; n < 20_000; n++) {
                    template.render(1, n, out.clear());
                  }
                }))
        .isLessThan(1000);
  }

  private static Template withEnvironment(String text) {
    return Template.parse(text, new Generators(Map.of(), TRACES, Map.of("TOKEN", "{seq}&a b")));
  }

  @Test
  void valueOfTheEnvironmentIsLiteral() {
    assertThat(render(withEnvironment("a {env.TOKEN} {{env.TOKEN} {seq}"), 7))
        .isEqualTo("a {seq}&a b {env.TOKEN} 7");
  }

  @Test
  void absentVariableOfTheEnvironmentIsRefusedByItsName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> withEnvironment("Bearer {env.OTHER}"))
        .withMessage(
            "column 8: placeholder {env.OTHER}: the environment variable OTHER is not set");
  }

  @Test
  void namesOfTheEnvironmentAreThoseOfPlaceholders() {
    assertThat(Template.environmentNames("{env.A}{{env.B} {{{env.C}{seq}{env.A}"))
        .containsExactly("A", "C");
  }

  @Test
  void bracesThatAreDoubledAreNoPlaceholder() {
    assertThat(Template.hasPlaceholder("a{env.A}")).isTrue();
    assertThat(Template.hasPlaceholder("{{{key}")).isTrue();
    assertThat(Template.hasPlaceholder("{{key} {1} {")).isFalse();
  }

  @Test
  void valuesOfTheEnvironmentAreNotShown() {
    assertThat(new Generators(Map.of(), TRACES, Map.of("TOKEN", "sesame")).toString())
        .doesNotContain("sesame");
  }
}
