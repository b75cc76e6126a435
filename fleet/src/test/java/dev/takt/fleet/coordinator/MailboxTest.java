package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What waits in the mailbox is limited, of each machine and of all.
@Timeout(60)
class MailboxTest {

  /// With what a message takes besides.
  private static final int SIZE = 512 << 10;

  private static final int OF_ONE = Mailbox.MAX_MACHINE_BYTES / SIZE;

  private final List<Thread> threads = new ArrayList<>();
  private final Clocks clocks = new Clocks();

  @AfterEach
  void close() {
    threads.forEach(Thread::interrupt);
    clocks.close();
  }

  /// A body of just that size, with the 200 bytes that are counted for a message.
  private static byte[] body() {
    int rest = MessageFormat.bytes(new Message.Piece("f", 0, new byte[0])).length;
    return MessageFormat.bytes(new Message.Piece("f", 0, new byte[SIZE - 200 - rest]));
  }

  /// Sends without end.
  ///
  /// @return how many messages were taken
  private AtomicInteger flood(Mailbox mailbox, String from) {
    AtomicInteger taken = new AtomicInteger();
    byte[] body = body();
    threads.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) {
                  mailbox.receive(from, body, 0);
                  taken.incrementAndGet();
                }
              } catch (IllegalStateException _) {
                // The test is over.
              }
            }));
    return taken;
  }

  private static void awaitCount(AtomicInteger taken, int count) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (taken.get() < count && System.nanoTime() - deadline < 0) {
      Thread.sleep(5);
    }
    Thread.sleep(100); // for more than was expected
    assertThat(taken).hasValue(count);
  }

  @Test
  void machineThatFloodsWaitsAndOthersAreHeard() throws Exception {
    Mailbox mailbox = new Mailbox(clocks, 100L * OF_ONE * SIZE);
    AtomicInteger taken = flood(mailbox, "a");
    awaitCount(taken, OF_ONE);
    mailbox.receive("b", body(), 0);
    mailbox.left("c");
    for (int i = 0; i < 3; i++) {
      assertThat(Objects.requireNonNull(mailbox.poll(0)).from()).isEqualTo("a");
    }
    awaitCount(taken, OF_ONE + 3);
    List<String> from = new ArrayList<>();
    for (int i = 0; i < OF_ONE - 3 + 2; i++) {
      from.add(Objects.requireNonNull(mailbox.poll(1_000)).from());
    }
    assertThat(from).endsWith("a", "b", "c");
  }

  /// One may have an eighth of it: with a small heap, eight must flood to block the others.
  @Test
  void allMachinesTogetherAreLimited() throws Exception {
    Mailbox mailbox = new Mailbox(clocks, 16 * SIZE);
    List<AtomicInteger> taken = new ArrayList<>();
    for (String from : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      taken.add(flood(mailbox, from));
      awaitCount(taken.getLast(), 2);
    }
    taken.add(flood(mailbox, "i"));
    awaitCount(taken.getLast(), 0);
    mailbox.refused("x", "of the engine itself"); // is little, and does not wait
    for (int i = 0; i < 16; i++) {
      assertThat(mailbox.poll(0)).isNotNull();
    }
    Thread.sleep(200);
    assertThat(taken.stream().mapToInt(AtomicInteger::get).sum()).isEqualTo(32);
  }

  @Test
  void messageLargerThanALimitWaitsAlone() throws Exception {
    Mailbox mailbox = new Mailbox(clocks, SIZE / 2);
    AtomicInteger taken = flood(mailbox, "a");
    awaitCount(taken, 1);
    assertThat(mailbox.poll(0)).isNotNull();
    awaitCount(taken, 2);
  }

  /// Clocks are read at once, so they do not become less exact.
  @Test
  void clockReadingsDoNotWait() throws Exception {
    Mailbox mailbox = new Mailbox(clocks, 8 * SIZE);
    awaitCount(flood(mailbox, "a"), 1);
    mailbox.receive("b", MessageFormat.bytes(new Message.Pong(1, 2, 3)), 4);
  }

  @Test
  void closeReleasesSendersThatWait() throws Exception {
    Mailbox mailbox = new Mailbox(clocks, 7 * SIZE);
    Thread sender =
        Thread.ofVirtual()
            .start(() -> {
              for (int i = 0; i < 100; i++) {
                mailbox.receive("a", body(), 0);
              }
            });
    assertThat(sender.join(Duration.ofMillis(300))).as("it waits").isFalse();
    mailbox.close();
    assertThat(sender.join(Duration.ofSeconds(10))).isTrue();
    assertThat(mailbox.poll(0)).isNull();
  }
}
