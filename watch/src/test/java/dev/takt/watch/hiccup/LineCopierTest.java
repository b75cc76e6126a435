package dev.takt.watch.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LineCopierTest {

  private static final long NO_END = Long.MAX_VALUE;

  private final List<String> calls = new ArrayList<>();
  private final ByteArrayOutputStream to =
      new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
          super.write(bytes, offset, length);
          calls.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
      };

  private boolean copy(String text, long most) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return LineCopier.copy(Channels.newChannel(new ByteArrayInputStream(bytes)), to, most);
  }

  @Test
  void longLogIsCopiedUpToLastCompleteLine() throws IOException {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    while (lines.length() < 5 * LineCopier.BUFFER_BYTES) {
      lines.repeat('a' + random.nextInt(26), random.nextInt(9_000)).append('\n');
    }

    assertThat(copy(lines + "half a li", NO_END)).isTrue();

    assertThat(to.toString(StandardCharsets.UTF_8)).isEqualTo(lines.toString());
    assertThat(calls).allMatch(each -> each.isEmpty() || each.endsWith("\n"));
  }

  @Test
  void exceededLimitIsReported() throws IOException {
    String tenBytes = "123456789\n";

    assertThat(copy(tenBytes.repeat(1_000), 4_096)).isFalse();
    assertThat(to.toString(StandardCharsets.UTF_8)).isEqualTo(tenBytes.repeat(409));
  }

  @Test
  void logOfExactlyTheLimitIsCopied() throws IOException {
    assertThat(copy("123\n".repeat(1_024), 4_096)).isTrue();

    assertThat(to.size()).isEqualTo(4_096);
  }

  @Test
  void endlessLineIsReported() {
    assertThatThrownBy(() -> copy("x".repeat(LineCopier.BUFFER_BYTES + 1), NO_END))
        .isInstanceOf(IOException.class)
        .hasMessage("the agent's log has a line of more than 1,024 KB");
    assertThat(to.size()).isZero();
  }
}
