package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What conditions mean, and what is none.
class ConditionTest {

  private static final Map<String, Integer> VARIABLES =
      Map.of("user.age", 0, "token", 1, "body2", 2, "user.vip", 3, "space", 4, "digits", 5);

  private record Given(String text) implements Answer {

    @Override
    public int status() {
      return 201;
    }

    @Override
    public @Nullable String header(String name) {
      return name.equals("etag") ? "a)b && c" : null;
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

  private static User user() {
    StepSpec step = StepSpec.of("s", 0, List.of(), List.of());
    User user =
        new Journeys(1, List.of(new JourneySpec("j", 1, List.of(new Part.Step(step)))), Feeder.NONE)
            .arrive(0, 0);
    user.set(0, "18".getBytes(StandardCharsets.UTF_8));
    user.set(1, "t'1".getBytes(StandardCharsets.UTF_8));
    user.set(2, "x".getBytes(StandardCharsets.UTF_8));
    user.set(3, "true".getBytes(StandardCharsets.UTF_8));
    user.set(4, "1MB".getBytes(StandardCharsets.UTF_8));
    user.set(5, "9".repeat(401).getBytes(StandardCharsets.UTF_8));
    return user;
  }

  private static boolean holds(String text) throws AnswerException {
    return Condition.parse(text, VARIABLES)
        .holds(user(), new ReadAnswer(user(), new Given("{\"total\": 100, \"ok\": true}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      value = {
        "true -> true",
        "false -> false",
        "!false -> true",
        "!!true -> true",
        "!(true && false) -> true",
        "true || true && false -> true", // && binds more closely
        "(true || true) && false -> false",
        "false || false || true -> true",
        "true && true && false -> false",
        "status == 201 -> true",
        "!status == 201 -> false",
        "status != 201 || size > 10B -> true",
        "$.total >= 100 && $.ok == true -> true",
        "$['total']>=100&&$.ok==true -> true",
        "$.absent == 1 -> false",
        "!($.absent == 1) -> true",
        "header ETag contains \")b && \" -> true",
        "header ETag contains 'x' || status==201 -> true",
        "user.age > 17 -> true",
        "user.age >= 18.0 && user.age < 100 -> true",
        "user.age == \"18\" -> true",
        "token > 5 -> false", // no number
        "user.vip == true -> true",
        "user.vip == false -> false",
        "user.vip != true -> false",
        "user.vip != false -> true",
        "user.vip == 'true' -> true",
        "token == true -> false", // no boolean
        "token != false -> true",
        "space == 1MB -> true",
        "space > 999KB -> true",
        "space == 1 -> false",
        "digits > 1 -> false", // too long for a number
        "digits matches '^9+$' -> true",
        "token == \"t'1\" -> true",
        "token matches \"^t\" -> true",
        "body2 == 'x' -> true",
        "body contains 'total' -> true",
        "random >= 0 -> true",
        "random < 0 -> false",
        "random<1.0 -> true",
        "random > 1 -> false",
      })
  void meansWhatCelMeans(String text, boolean expected) throws Exception {
    assertThat(holds(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      value = {
        "`` -> column 1: expected a condition",
        "true && -> column 8: expected a condition",
        "true & false -> column 1: expected a check",
        "true) || false -> column 5: expected && or ||",
        "(true -> column 6: expected )",
        "status == 200 (true) -> column 1: expected a text in quotes, a number",
        "true && statsu == 1 -> column 9: expected a check",
        "statsu == 1 -> known variables: [body2, digits, space, token, user.age, user.vip]",
        "true && token == null -> column 9: token always has a value, which is never null",
        "user.age != null -> column 1: user.age always has a value, which is never null",
        "random == 0.5 -> column 1: expected random < or >",
        "random < 1.5 -> column 1: expected random < or >",
        "0.5 > random -> column 1: expected a check",
        "$.a[ == 1 -> column 1: \"$.a[\", column 5",
        "status < 'a' -> column 1: < needs a number",
        "status == 'a -> column 1: expected one text in quotes",
      })
  void whatIsNoneHasItsColumn(String text, String problem) {
    assertThatThrownBy(() -> Condition.parse(text, VARIABLES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aHostileNestingIsRefused() {
    assertThatThrownBy(() -> Condition.parse("(".repeat(100_000), VARIABLES))
        .hasMessage("column 51: expected less than 50 negations and parentheses");
  }

  @Test
  void whatCannotBeReadIsAFailure() {
    Condition condition = Condition.parse("true && $.a == 1", VARIABLES);
    assertThatThrownBy(() -> condition.holds(user(), new ReadAnswer(user(), new Given("no"))))
        .isInstanceOf(AnswerException.class)
        .hasMessage("the body is not JSON");
  }
}
