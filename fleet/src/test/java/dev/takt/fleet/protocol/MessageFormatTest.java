package dev.takt.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.protocol.Message.FileFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageFormatTest {

  static Stream<Message> messages() {
    return Stream.of(
        new Message.Hello(1, "1.2.3", "höst", 64, 3, Long.MIN_VALUE),
        new Message.Refusal("why\nnot"),
        new Message.Ping(Long.MIN_VALUE),
        new Message.Pong(1, -2, Long.MAX_VALUE),
        new Message.Prepare("rate: 10/s\n".repeat(10_000), "2-4/9", 10_000_000_000L, -7),
        new Message.Ready(),
        new Message.Start(-1),
        new Message.Stop(),
        new Message.Ended(130, ""),
        new Message.Pull("failures/a b", 1L << 40, 262_144),
        new Message.ListFiles(),
        new Message.Files(List.of(new FileFacts("run.json", 0, "00"), new FileFacts("x", 9, "ff"))),
        new Message.Done(),
        new Message.Checked(true),
        new Message.WallClock(Long.MIN_VALUE, -1, Long.MAX_VALUE, 16_000_000_000L));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isReadBack(Message message) throws MalformedMessageException {
    assertThat(MessageFormat.read(MessageFormat.bytes(message))).isEqualTo(message);
  }

  @Test
  void readsPiecesBack() throws MalformedMessageException {
    byte[] content = new byte[300_000];
    new Random(1).nextBytes(content);
    var read =
        (Message.Piece)
            MessageFormat.read(MessageFormat.bytes(new Message.Piece("latency.hdr", 7, content)));
    assertThat(read.file()).isEqualTo("latency.hdr");
    assertThat(read.offset()).isEqualTo(7);
    assertThat(read.bytes()).isEqualTo(content);
  }

  @Test
  void everyMessageIsTested() {
    Stream<Message> all =
        Stream.concat(messages(), Stream.of(new Message.Piece("", 0, new byte[0])));
    assertThat(all.map(each -> each.getClass().getName()))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Message.class.getPermittedSubclasses()).map(Class::getName).toList());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void refusesWhatIsCutOffOrTooLong(Message message) {
    byte[] bytes = MessageFormat.bytes(message);
    for (int length = 0; length < Math.min(bytes.length, 200); length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(MalformedMessageException.class)
          .isThrownBy(() -> MessageFormat.read(cut));
    }
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> MessageFormat.read(Arrays.copyOf(bytes, bytes.length + 1)))
        .withMessageContaining("1 bytes too many");
  }

  @Test
  void garbageIsRefusedAndCostsNoMemory() {
    Random random = new Random(42);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      if (bytes.length > 0) {
        bytes[0] = (byte) random.nextInt(18);
      }
      try {
        assertThat(MessageFormat.read(bytes)).isNotNull();
      } catch (MalformedMessageException e) {
        assertThat(e).hasMessageStartingWith("not a message: ");
      }
    }
  }

  /// An agent cannot change the terminal of its coordinator.
  @Test
  void textsForPeopleHaveNoControlCharacters() throws Exception {
    byte[] body = MessageFormat.bytes(new Message.Refusal("a\u001b[2J\u009b1m\nb\tc\r"));
    assertThat(MessageFormat.read(body)).isEqualTo(new Message.Refusal("a[2J1m\nb\tc"));
  }
}
