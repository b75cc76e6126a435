package dev.takt.imports.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.imports.Imported;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanDraftTest {

  private static final String[] PIECES = {
    "{", "}", "{a}", "{{", "\"", "'", ":", " ", ": ", "#", " #", "\n", "\r\n", "\t", "@", "*", "&",
    "- ", "%", "?", "|", ">", "null", "~", "123", "0x1F", "1_000", "true", "ü", "\u2028", "\\",
    "é😀", "---", "!x", "`", "[", "]", ",", "=", "\u0007"
  };

  /// What is written is what `takt run` reads.
  @Test
  void anyBodyAndHeaderIsReadAsItWas() throws ImportException {
    Random random = new Random(7);
    for (int i = 0; i < 400; i++) {
      StringBuilder made = new StringBuilder();
      for (int n = random.nextInt(6); n >= 0; n--) {
        made.append(PIECES[random.nextInt(PIECES.length)]);
      }
      String body = TemplateText.of(made.toString());
      RequestDraft request =
          new RequestDraft(
              "here", "POST", "http://x.example/", List.of(new Header("X-A", body)), "x" + body);
      Imported imported = Imported.of(plan -> plan.operation("", request, Map.of()));
      assertThat(imported.operation("request"))
          .as(imported.yaml())
          .containsEntry("body", "x" + body);
    }
  }

  @Test
  void thinkTimesAreBetweenSteps() throws ImportException {
    JourneyDraft journey = new JourneyDraft();
    journey.think(Think.of(1));
    journey.step("a", Map.of("path", "/a"));
    journey.think(Think.of(1));
    journey.think(Think.between(0.5, 1.5));
    journey.step("b", Map.of("path", "/b"));
    journey.think(Think.of(3));
    Imported imported =
        Imported.of("http://x.example", plan -> plan.journey("line 1", "Order it!", 1, journey));
    assertThat(imported.yaml())
        .contains(
            "  order-it:\n    steps:\n    - a:\n        path: /a\n    - think:\n        uniform: 1s500ms..2s500ms\n");
    assertThat(imported.names()).containsExactly("order-it.a", "order-it.b");
    assertThat(imported.leftOut())
        .containsEntry(
            "a think time before the first or after the last request", List.of("line 1"));
  }

  /// Takt does not decompress, so that extractors and checks would fail.
  @Test
  void stepsDoNotAskForCompressedAnswers() throws ImportException {
    List<Header> headers =
        List.of(new Header("accept-encoding", "gzip, br"), new Header("X-A", "gzip"));
    RequestDraft request = new RequestDraft("here", "GET", "http://x.example/", headers, null);
    JourneyDraft journey = new JourneyDraft();
    Imported step =
        Imported.of(plan -> {
          journey.step("a", Objects.requireNonNull(plan.step(request)));
          plan.journey("there", "j", 1, journey);
        });
    assertThat(step.operation("j.a")).containsEntry("header", List.of("X-A: gzip"));
    assertThat(step.leftOut())
        .containsExactly(
            Map.entry("Accept-Encoding: a step cannot read a compressed answer", List.of("here")));
    Imported operation = Imported.of(plan -> plan.operation("", request, Map.of()));
    assertThat(operation.operation("request"))
        .containsEntry("header", List.of("accept-encoding: gzip, br", "X-A: gzip"));
    assertThat(operation.leftOut()).isEmpty();
  }

  @Test
  void namesAreValidAndDifferent() {
    StepNames names = new StepNames();
    assertThat(
            List.of(
                names.of("GET", "/"),
                names.of("GET", "/items/17?x=1"),
                names.of("POST", "/items"),
                names.of("GET", "/items"),
                names.of("think"),
                names.of("Ünïcode!"),
                names.of("")))
        .containsExactly("home", "items", "post-items", "items-2", "think-step", "n-code", "step");
  }

  /// A file of 32 MiB can have 100,000 requests that are alike.
  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyThatAreAlikeTakeNoTime() {
    StepNames names = new StepNames();
    Credentials credentials = new Credentials();
    LeftOut leftOut = new LeftOut();
    String name = "";
    String variable = "";
    for (int i = 1; i <= 100_000; i++) {
      name = names.of("a");
      variable = credentials.replace("token", "t" + i);
      leftOut.add("line " + i, "a");
    }
    assertThat(name).isEqualTo("a-100000");
    assertThat(variable).isEqualTo("{env.TOKEN_100000}");
    assertThat(leftOut.places().get("a")).hasSize(100_000).startsWith("line 1", "line 2");
  }

  @Test
  void sameValueHasOneVariable() {
    Credentials credentials = new Credentials();
    assertThat(credentials.replace("token", "a")).isEqualTo("{env.TOKEN}");
    assertThat(credentials.replace("other-token", "a")).isEqualTo("{env.TOKEN}");
    assertThat(credentials.replace("token", "b")).isEqualTo("{env.TOKEN_2}");
    assertThat(credentials.replace("token", "{env.X}")).isEqualTo("{env.X}");
    assertThat(credentials.replace("path", "b2")).isEqualTo("{env.X_PATH}");
  }

  /// Otherwise a file could write keys such as `spawn`, which runs a command.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\u000B", "\u001B", "\u0000", "\u202E"
      })
  void foreignTextStaysInItsComment(String end) throws ImportException {
    String foreign = "a" + end + "spawn: sh -c id" + end + "#";
    PlanDraft plan = new PlanDraft("http://x.example");
    String body =
        plan.credentials().variable(foreign, "the token of " + foreign)
            + plan.credentials().environment(foreign + "2");
    plan.operation(
        "", new RequestDraft("here", "POST", "http://x.example/", List.of(), body), Map.of());
    String yaml = plan.yaml("a file " + foreign, null);
    String comments = yaml.substring(0, yaml.indexOf("target: "));
    assertThat(comments.split("[\\r\\n\\u0085\\u2028\\u2029]", -1))
        .hasSize(4)
        .allMatch(line -> line.isEmpty() || line.startsWith("# "));
    assertThat(comments.replace("\n", "")).doesNotContain(end.equals("\n") ? "\r" : end);
    assertThat(body).matches("\\{env\\.\\w+}\\{env\\.\\w+}");
    assertThat(new Imported(yaml, Map.of(), Map.of()).plan().target().properties())
        .doesNotContainKey("spawn");
  }
}
