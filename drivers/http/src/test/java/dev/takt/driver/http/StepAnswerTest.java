package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.journey.Check;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How much of an answer is kept, and for how long.
class StepAnswerTest {

  private static final int PIECE = 64 * 1024;
  private static final int MB = 1_000_000;

  private final BodyBudget budget = new BodyBudget(24L << 20);

  private static User user(String check) {
    StepSpec step = StepSpec.of("s", 0, List.of(), List.of(Check.parse(check)));
    return new Journeys(
            1, List.of(new JourneySpec("j", 1, List.of(new Part.Step(step)))), Feeder.NONE)
        .arrive(0, 0);
  }

  /// Takes a body in pieces.
  ///
  /// @return the most bytes of the budget that were in use
  private long take(StepAnswer answer, long bytes) {
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    long most = 0;
    for (long left = bytes; left > 0; left -= PIECE) {
      answer.take(piece, (int) Math.min(left, PIECE));
      most = Math.max(most, budget.used());
    }
    return most;
  }

  @Test
  void aBodyThatIsOnlyCountedIsNotKept() {
    StepAnswer answer = new StepAnswer(budget);
    assertThat(answer.begin(user("size < 1"))).isTrue();
    assertThat(take(answer, 50 * MB)).isZero();
    assertThat(answer.size()).isEqualTo(50 * MB);
    assertThat(answer.body()).isNull();
    assertThat(answer.begin(user("status == 1"))).isFalse();
  }

  @Test
  void aBodyThatIsTooLargeIsDroppedAtOnce() {
    StepAnswer answer = new StepAnswer(budget);
    assertThat(answer.begin(user("body == ''"))).isTrue();
    assertThat(take(answer, 50 * MB)).isBetween(8L << 20, 16L << 20);
    assertThat(budget.used()).isZero();
    assertThat(answer.size()).isEqualTo(50 * MB);
    assertThat(answer.body()).isNull();
    // The next one is read as ever.
    answer.begin(user("body == ''"));
    take(answer, 16 << 20);
    assertThat(answer.body()).isNotNull().extracting(ByteBuffer::remaining).isEqualTo(16 << 20);
    answer.release();
    assertThat(budget.used()).isZero();
  }

  @Test
  void allAnswersTogetherHaveABudget() {
    StepAnswer first = new StepAnswer(budget);
    StepAnswer second = new StepAnswer(budget);
    StepAnswer small = new StepAnswer(budget);
    for (StepAnswer each : List.of(first, second, small)) {
      each.begin(user("body == ''"));
    }
    take(first, 16 << 20);
    take(second, 16 << 20);
    take(small, PIECE);
    assertThat(budget.used()).isEqualTo(16 << 20);
    assertThat(first.body()).isNotNull();
    assertThat(second.body()).isNull();
    assertThat(second.size()).isEqualTo(16 << 20);
    assertThat(small.body()).isNotNull();
    first.begin(user("body == ''"));
    second.begin(user("body == ''"));
    take(second, 16 << 20);
    assertThat(second.body()).isNotNull();
  }

  /// Whose connection may not send again for long.
  @Test
  void anAnswerThatTimesOutGivesItsMemoryBack() {
    Origin origin = Origin.parse("http://127.0.0.1:1/");
    PreparedRequest form =
        PreparedRequest.of(0, Requests.of("http://127.0.0.1:1/", Map.of()), origin);
    HttpCodec codec =
        new HttpCodec(
            new PreparedRequest[] {form},
            42,
            new RedirectOutcomes(),
            new FailedResponses(Path.of("unused")),
            origin,
            budget,
            null,
            false);
    codec.actFor(user("body == ''"));
    codec.encode(0, 0, ByteBuffer.allocate(4096));
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n";
    ByteBuffer in = ByteBuffer.allocate(MB);
    in.put(head.getBytes(StandardCharsets.US_ASCII)).position(0);
    assertThat(codec.decode(in)).isNull();
    assertThat(budget.used()).isGreaterThanOrEqualTo(MB - head.length());
    codec.abandoned();
    assertThat(budget.used()).isZero();
  }
}
