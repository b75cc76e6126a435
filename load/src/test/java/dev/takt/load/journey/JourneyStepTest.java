package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.journey.step.JourneyStep;
import dev.takt.load.journey.step.StepClass;
import dev.takt.load.journey.step.StepCosts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a class of the user's reads, sets and draws, and what becomes of its failures.
class JourneyStepTest {

  private static final Part A = new Part.Step(StepSpec.of("a", 0, List.of(), List.of()));
  private static final Part B = new Part.Step(StepSpec.of("b", 1, List.of(), List.of()));

  private record Json(String text) implements Answer {

    @Override
    public int status() {
      return 201;
    }

    @Override
    public @Nullable String header(String name) {
      return name.equals("date") ? "today" : null;
    }

    @Override
    public @Nullable String cookie(String name) {
      return null;
    }

    @Override
    public ByteBuffer body() {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long size() {
      return text.length();
    }
  }

  private static Part.Call call(JourneyStep code, Map<String, Subject> reads, String... sets) {
    Map<String, Integer> indexes = new LinkedHashMap<>();
    for (String each : sets) {
      indexes.put(each, indexes.size());
    }
    return new Part.Call("sign", new StepClass("x.Sign", code), reads, indexes, indexes);
  }

  private static User user(long seed, long number, Part... parts) {
    return new Journeys(seed, List.of(new JourneySpec("j", 1, List.of(parts))), Feeder.NONE)
        .arrive(number, 1000);
  }

  private static String text(User user, int index) {
    return new String(user.value(index), StandardCharsets.UTF_8);
  }

  @Test
  void readsTheAnswerAndSetsVariables() {
    Map<String, Subject> reads = new LinkedHashMap<>();
    reads.put("$.id", new Subject.Json(JsonPath.parse("$.id")));
    reads.put("$.all", new Subject.Json(JsonPath.parse("$.all")));
    reads.put("$.no", new Subject.Json(JsonPath.parse("$.no")));
    reads.put("status", new Subject.Status());
    reads.put("header Date", new Subject.Header("Date"));
    User user =
        user(
            1,
            0,
            A,
            call(
                context ->
                    context.set(
                        "one",
                        context.answer("$.id")
                            + context.answer("$.all")
                            + context.answer("$.no")
                            + context.answer("status")
                            + context.answer("header Date")),
                reads,
                "one"),
            new Part.Call(
                "more",
                new StepClass(
                    "x.More", context -> context.set("two", context.variable("one") + "é")),
                Map.of(),
                Map.of("two", 1),
                Map.of("one", 0)),
            B);
    assertThat(user.step().headers()).containsExactly("date");
    assertThat(user.step().body()).isEqualTo(Subject.BodyUse.CONTENT);
    assertThat(user.judge(new Json("{\"id\": 7.0, \"all\": [1, \"x\"], \"no\": null}"))).isNull();
    assertThat(user.completed(2000)).isEqualTo(User.Next.STEP);
    assertThat(text(user, 0)).isEqualTo("7.0[1,\"x\"]null201today");
    assertThat(text(user, 1)).isEqualTo("7.0[1,\"x\"]null201todayé");
  }

  /// The last thing that is set can decide what comes next.
  @Test
  void conditionsSeeWhatWasSet() {
    Condition yes = Condition.parse("one == \"yes\"", Map.of("one", 0));
    for (String value : List.of("yes", "no")) {
      User user =
          user(
              1,
              0,
              A,
              call(context -> context.set("one", value), Map.of(), "one"),
              new Part.If(yes, List.of(B)));
      assertThat(user.judge(new Json("{}"))).isNull();
      assertThat(user.completed(2000))
          .isEqualTo(value.equals("yes") ? User.Next.STEP : User.Next.END);
    }
  }

  /// The next step is due when it has returned, and after the think time.
  @Test
  void itsTimeIsBeforeTheNextStep() {
    List<Long> spent = new ArrayList<>();
    JourneyStep slow =
        _ -> {
          long begin = System.nanoTime();
          while (System.nanoTime() - begin < 200_000) {
            Thread.onSpinWait();
          }
          spent.add(System.nanoTime() - begin);
        };
    User user =
        user(
            1,
            0,
            A,
            call(slow, Map.of()),
            new Part.Think(new ThinkTime.Constant(50)),
            call(slow, Map.of()),
            B,
            call(slow, Map.of()));
    assertThat(user.readsAnswer()).isFalse();
    assertThat(user.completed(2000)).isEqualTo(User.Next.STEP);
    assertThat(user.due()).isGreaterThanOrEqualTo(2050 + spent.get(0) + spent.get(1));
    assertThat(user.callTime()).isZero();
    assertThat(user.completed(user.due() + 10)).isEqualTo(User.Next.END);
    assertThat(user.callTime()).isGreaterThanOrEqualTo(spent.get(2));
  }

  private static List<Long> drawn(long seed, long number, int rounds) {
    List<Long> drawn = new ArrayList<>();
    JourneyStep draw =
        context -> {
          drawn.add(context.random().nextLong());
          drawn.add(context.random().nextLong());
        };
    User user =
        user(
            seed,
            number,
            A,
            new Part.Repeat(new Count(rounds, rounds), List.of(call(draw, Map.of()))),
            call(draw, Map.of()));
    assertThat(user.completed(2000)).isEqualTo(User.Next.END);
    return drawn;
  }

  @Test
  void randomNumbersDependOnSeedUserAndPlaceOnly() {
    List<Long> one = drawn(7, 3, 2);
    assertThat(one).hasSize(6).doesNotHaveDuplicates().isEqualTo(drawn(7, 3, 2));
    assertThat(drawn(8, 3, 2)).doesNotContainAnyElementsOf(one);
    assertThat(drawn(7, 4, 2)).doesNotContainAnyElementsOf(one);
    assertThat(drawn(7, 3, 3)).containsAll(one);
  }

  private static String failure(JourneyStep code, String... sets) {
    User user = user(1, 0, A, call(code, Map.of(), sets), B);
    assertThat(user.completed(2000)).isEqualTo(User.Next.FAILED);
    assertThat(user.hasReached(0, true)).isTrue();
    assertThat(user.hasReached(1, true)).isFalse();
    return user.failure();
  }

  private static int overflow(int depth) {
    return depth < 0 ? depth : overflow(depth + 1) + 1;
  }

  @Test
  void failuresHaveTheNameOfTheClass() {
    assertThat(
            failure(_ -> {
              throw new IllegalStateException("no key\nin the vault");
            }))
        .isEqualTo("x.Sign: IllegalStateException: no key");
    assertThat(
            failure(_ -> {
              throw new IOException();
            }))
        .isEqualTo("x.Sign: IOException");
    assertThat(failure(_ -> overflow(0))).isEqualTo("x.Sign: StackOverflowError");
    assertThat(failure(_ -> {}, "one")).isEqualTo("x.Sign: did not set one");
    assertThat(failure(context -> context.set("two", ""), "one"))
        .isEqualTo("x.Sign: IllegalArgumentException: two is not in sets of the plan");
    assertThat(failure(context -> context.set("one", "x".repeat(8193)), "one"))
        .isEqualTo("x.Sign: IllegalArgumentException: the value of one is over 8 KiB");
    assertThat(failure(context -> context.answer("body")))
        .isEqualTo("x.Sign: IllegalArgumentException: body is not in reads of the plan");
    assertThat(failure(context -> context.variable("user.x")))
        .isEqualTo("x.Sign: IllegalArgumentException: no variable user.x is known here");
    assertThat(
            failure(_ -> {
              throw new IllegalStateException("\u001b[2J" + "y".repeat(200));
            }))
        .startsWith("x.Sign: IllegalStateException: ?[2Jyyy")
        .hasSize("x.Sign: IllegalStateException: ".length() + 120)
        .endsWith("…");
  }

  @Test
  void anAnswerThatCannotBeReadFailsTheStepBefore() {
    User user =
        user(1, 0, A, call(_ -> {}, Map.of("$.id", new Subject.Json(JsonPath.parse("$.id")))), B);
    assertThat(user.judge(new Json("<p>"))).isEqualTo("x.Sign: the body is not JSON");
  }

  @Test
  void placesThatHaveNoAnswerAreRefused() {
    Part.Call reads = call(_ -> {}, Map.of("status", new Subject.Status()));
    Part.Call plain = call(_ -> {}, Map.of());
    Part.Parallel both = new Part.Parallel(2, List.of(A, B));
    assertThatThrownBy(() -> user(1, 0, A, both, reads))
        .hasMessageContaining("of which none is the last: sign; extract a value");
    assertThat(user(1, 0, A, both, plain).step().name()).isEqualTo("a");
    assertThatThrownBy(() -> user(1, 0, plain, A))
        .hasMessage("does not begin with a step that every user does");
  }

  @Test
  void callsOfOverAMillisecondAreNamed() {
    StepCosts costs = new StepCosts(List.of("x.Sign", "x.Sign", "x.Quick"));
    for (int i = 0; i < 3000; i++) {
      costs.add("x.Sign", i < 12 ? 1_000_001 + i * 1_000_000L : 1_000_000);
      costs.add("x.Quick", 999_999);
    }
    assertThat(costs.warnings())
        .containsExactly(
            "x.Sign took over 1 ms in 12 of 3,000 calls, at most 12.0 ms: the generator's own time,"
                + " in which it neither sends nor reads answers; steps of other users can seem slower"
                + " by it");
  }
}
