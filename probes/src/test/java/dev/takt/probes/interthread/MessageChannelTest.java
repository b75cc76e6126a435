package dev.takt.probes.interthread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.probes.WaitMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageChannelTest {

  /// Else the consumer may read the end marker before the messages that are in the queue, and end,
  /// and the producer waits for room forever.
  @ParameterizedTest
  @EnumSource
  void endMarkerIsNoMessageThatIsStillUsed(QueueKind kind) throws InterruptedException {
    MessageChannel channel = MessageChannel.of(kind, 4, WaitMode.YIELD);
    List<Message> used = new ArrayList<>();
    Message sent = channel.nextFree();
    assertThat(channel.offer(sent)).isTrue();
    used.add(channel.take());
    for (int i = 0; i < 1_000; i++) {
      Message more = channel.nextFree();
      used.add(more);
      if (!channel.offer(more)) {
        break;
      }
    }
    assertThat(used).doesNotHaveDuplicates().doesNotContain(channel.nextFree());
  }
}
