package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.BodyBudget;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class MessageFramesTest {

  private static final int LARGE = 1 << 20;

  private final BodyBudget budget = new BodyBudget(3 << 20);

  private MessageFrames frames(int length) {
    MessageFrames frames = new MessageFrames(budget);
    frames.begin(true);
    assertThat(frames.take(ByteBuffer.allocate(5).putInt(1, length))).isNull();
    for (int at = 0; at < length; at += 1000) {
      assertThat(frames.take(ByteBuffer.allocate(Math.min(1000, length - at)))).isNull();
    }
    return frames;
  }

  @Test
  void memoryOfLargeMessagesIsSharedAndGivenBack() throws Exception {
    MessageFrames small = frames(60_000);
    assertThat(budget.used()).isZero();
    assertThat(small.content().remaining()).isEqualTo(60_000);
    MessageFrames first = frames(LARGE);
    MessageFrames second = frames(LARGE);
    assertThat(first.content().remaining()).isEqualTo(LARGE);
    assertThat(second.content().remaining()).isEqualTo(LARGE);
    assertThat(budget.used()).isEqualTo(2L * LARGE);
    MessageFrames third = frames(2 * LARGE);
    assertThatThrownBy(third::content)
        .hasMessage("no memory for this message beside other answers");
    assertThat(budget.used()).isEqualTo(2L * LARGE);
    first.release();
    second.begin(false);
    assertThat(budget.used()).isZero();
    assertThat(frames(2 * LARGE).content().remaining()).isEqualTo(2 * LARGE);
  }

  @Test
  void messageOfMoreThan16MebibytesIsNotKept() {
    MessageFrames frames = frames((16 << 20) + 1);
    assertThat(budget.used()).isZero();
    assertThatThrownBy(frames::content)
        .hasMessage("the message is over 16 MiB, too large to be read");
  }
}
