package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.runs.model.OperationState;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WireTransportTest extends EachTransport {

  private static final long MS = 1_000_000;

  @ParameterizedTest
  @CsvSource({"8, 8", "100, 100", "16384, 16384", "16385, 40000", "5000000, 3000000"})
  void carriesMessagesOfAnySize(int request, int answer) throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(request, answer));
        Caller caller = caller(FixedLengthDriver.to(server.address(), request, answer), 2)) {
      for (int n = 0; n < 6; n++) {
        assertThat(caller.call(n % 2, n)).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections).hasValue(2);
    }
  }

  /// A codec may keep account of the operations in flight, so each end must be reported to it.
  @Test
  void codecIsNotifiedOfAbandonedOperation() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          peer.answer(peer.request(8), 8);
          peer.request(8);
        })) {
      FixedLengthDriver driver = FixedLengthDriver.to(server.address(), 8, 8);
      try (Caller caller = caller(driver, 2)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(driver.abandoned()).hasValue(0);
        assertThat(caller.call(0, 2)).isEqualTo(SocketErrors.CLOSED_BEFORE_ANSWER);
        assertThat(driver.abandoned()).hasValue(1);
        caller.send(1, 3);
        caller.transport.cancel(1);
        assertThat(driver.abandoned()).hasValue(2);
        caller.transport.cancel(1);
        assertThat(driver.abandoned()).hasValue(2);
      }
    }
  }

  @Test
  void growsForACodecThatWaitsForTheWholeAnswer() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 1_000_000));
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 1_000_000).lazy(), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void anAnswerWithoutEndIsAFailureAndNotTheEndOfTheRun() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              peer.request(8);
              byte[] bytes = new byte[1 << 20];
              while (true) {
                peer.send(bytes, 0, bytes.length);
              }
            });
        Caller caller =
            caller(FixedLengthDriver.to(server.address(), 8, Integer.MAX_VALUE).lazy(), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.ANSWER_TOO_LARGE);
    }
  }

  @Test
  void aRequestThatIsTooLargeIsAFailure() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8));
        Caller caller = caller(FixedLengthDriver.to(server.address(), Integer.MAX_VALUE, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.REQUEST_TOO_LARGE);
    }
  }

  @Test
  void putsAnAnswerTogetherByteByByte() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              while (true) {
                byte[] answer = TestServer.Peer.answerTo(peer.request(8), 20);
                for (int i = 0; i < answer.length; i++) {
                  peer.send(answer, i, 1);
                  Thread.sleep(1);
                }
              }
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 20), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
    }
  }

  /// A server that closes each connection after one answer. The client does not see the close
  /// before it sends, because it has not polled.
  private static TestServer closingAfterOne(boolean reset, Semaphore closed) {
    return new TestServer(peer -> {
      peer.answer(peer.request(8), 8);
      if (reset) {
        peer.resetOnClose();
        Thread.sleep(20);
      }
      closed.release();
    });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOperationThatMeetsAStaleConnectionIsRepeatedOnceIfItMayBe(boolean reset) throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = closingAfterOne(reset, closed);
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8).repeating(), 1)) {
      for (int n = 1; n <= 3; n++) {
        assertThat(caller.call(0, n)).isEqualTo(Outcome.OK);
        closed.acquire();
        Thread.sleep(20);
      }
      assertThat(server.connections).hasValue(3);
      assertThat(server.requests).hasValue(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOperationThatMustNotBeRepeatedFails(boolean reset) throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = closingAfterOne(reset, closed);
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      closed.acquire();
      Thread.sleep(20);
      assertThat(caller.call(0, 2).state()).isEqualTo(OperationState.FAILED);
      assertThat(caller.call(0, 3)).as("the next one is dialled anew").isEqualTo(Outcome.OK);
    }
  }

  @Test
  void anIdleConnectionThatIsClosedIsDialledAgain() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = closingAfterOne(false, closed);
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      for (int n = 1; n <= 3; n++) {
        assertThat(caller.call(0, n)).isEqualTo(Outcome.OK);
        closed.acquire();
        caller.idle(30 * MS);
      }
    }
  }

  @Test
  void aFreshConnectionThatIsClosedIsNotTriedAgain() throws Exception {
    try (TestServer server = new TestServer(peer -> peer.request(8));
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8).repeating(), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.CLOSED_BEFORE_ANSWER);
      assertThat(server.requests).hasValue(1);
    }
  }

  @Test
  void aCloseInMidAnswerIsAFailure() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> peer.send(TestServer.Peer.answerTo(peer.request(8), 20), 0, 10));
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 20).repeating(), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
      assertThat(caller.call(0, 2)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void aNewConnectionBeginsWithANewAnswer() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              long n = peer.request(8);
              peer.send(TestServer.Peer.answerTo(n, 20), 0, peer.number == 0 ? 10 : 20);
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 20), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
      assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aResetInMidAnswerIsAFailure() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              peer.send(TestServer.Peer.answerTo(peer.request(8), 20), 0, 10);
              Thread.sleep(20);
              peer.resetOnClose();
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 20), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.failed("connection reset"));
    }
  }

  @Test
  void bytesAfterTheAnswerAreAFailureAndEndTheConnection() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              peer.send(TestServer.Peer.answerTo(peer.request(8), 12), 0, 12);
              peer.request(8);
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.UNEXPECTED_BYTES);
      assertThat(caller.call(0, 2)).isEqualTo(SocketErrors.UNEXPECTED_BYTES);
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void refusedConnectionFailsConnect() throws Exception {
    InetSocketAddress unused = unusedAddress();
    assertThatThrownBy(() -> connect(FixedLengthDriver.to(unused, 8, 8), 3))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("connection refused")
        .hasMessageContaining("is the target running");
  }

  @Test
  void unresolvedHostFailsConnect() {
    InetSocketAddress unresolved = InetSocketAddress.createUnresolved("no.such.host.invalid", 80);
    assertThatThrownBy(() -> connect(FixedLengthDriver.to(unresolved, 8, 8), 3))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("no.such.host.invalid");
  }

  private static InetSocketAddress unusedAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }
  }

  @Test
  void aTargetThatGoesAwayRefusesAndMayComeBack() throws Exception {
    TestServer first = new TestServer(TestServer.echoing(8, 8));
    InetSocketAddress address = first.address();
    try (Caller caller = caller(FixedLengthDriver.to(address, 8, 8).repeating(), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      first.close();
      assertThat(caller.call(0, 2)).isEqualTo(Outcome.failed("connection refused"));
      assertThat(caller.call(0, 3)).isEqualTo(Outcome.failed("connection refused"));
      try (TestServer again = new TestServer(TestServer.echoing(8, 8), null, address)) {
        assertThat(caller.call(0, 4)).isEqualTo(Outcome.OK);
        assertThat(again.requests).hasValue(1);
      }
    }
  }

  @Test
  void cancelledOperationIsNotCompletedAndFreesSlot() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              long n = peer.request(8);
              if (n == 1) {
                Thread.sleep(50);
              }
              peer.answer(n, 8);
              peer.request(8);
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      caller.send(0, 1);
      caller.idle(10 * MS);
      caller.transport.cancel(0);
      caller.idle(80 * MS);
      assertThat(caller.completions).isZero();
      assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aCancelWhileDiallingIsPossible() throws Exception {
    try (TestServer server = new TestServer(peer -> peer.answer(peer.request(8), 8));
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      caller.idle(30 * MS);
      caller.send(0, 2);
      caller.transport.cancel(0);
      assertThat(caller.call(0, 3)).isEqualTo(Outcome.OK);
      assertThat(caller.completions).isEqualTo(2);
    }
  }

  @Test
  void manyConnectionsAtOnce() throws Exception {
    int slots = 500;
    CountDownLatch all = new CountDownLatch(slots);
    try (TestServer server =
            new TestServer(peer -> {
              while (true) {
                long n = peer.request(8);
                all.countDown();
                all.await();
                peer.answer(n, 100);
              }
            });
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 100), slots)) {
      for (int round = 0; round < 3; round++) {
        for (int slot = 0; slot < slots; slot++) {
          caller.send(slot, slot + 1000L * round);
        }
        for (int slot = 0; slot < slots; slot++) {
          assertThat(caller.await(slot)).isEqualTo(Outcome.OK);
        }
      }
      assertThat(server.connections).hasValue(slots);
    }
  }

  @Timing
  @Test
  void waitsForAMomentToTheMicrosecondAndNotForThePast() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8));
        Caller caller = caller(FixedLengthDriver.to(server.address(), 8, 8), 1)) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 50; i++) {
        long deadline = System.nanoTime() + 2 * MS;
        caller.transport.poll(deadline, caller);
        long late = System.nanoTime() - deadline;
        assertThat(late).isNotNegative();
        best = Math.min(best, late);
      }
      assertThat(best).isLessThan(MS);
      long before = System.nanoTime();
      caller.transport.poll(before - 1, caller);
      caller.transport.poll(Long.MIN_VALUE / 2, caller);
      assertThat(System.nanoTime() - before).isLessThan(1000 * MS);
    }
  }

  @Test
  void answersItself() throws Exception {
    FixedLengthDriver driver =
        FixedLengthDriver.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200, 300);
    try (Caller caller = callerOfItself(driver, 8)) {
      for (int n = 0; n < 1000; n++) {
        assertThat(caller.call(n % 8, n)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void answersItselfAlsoWhenTheRequestIsLargerThanASocketHolds() throws Exception {
    FixedLengthDriver driver =
        FixedLengthDriver.to(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2_000_000, 300);
    try (Caller caller = callerOfItself(driver, 2)) {
      for (int n = 0; n < 10; n++) {
        assertThat(caller.call(n % 2, n)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void keepsNoFileDescriptor() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          long n = peer.request(8);
          if (n % 3 != 0) {
            peer.answer(n, 8);
          }
        })) {
      FixedLengthDriver driver = FixedLengthDriver.to(server.address(), 8, 8);
      useAndClose(driver);
      long before = openFiles();
      for (int i = 0; i < 20; i++) {
        useAndClose(driver);
      }
      InetSocketAddress unused = unusedAddress();
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> connect(FixedLengthDriver.to(unused, 8, 8), 3))
            .isInstanceOf(DriverException.class);
      }
      // The server closes its ends a little later, and other threads of the JVM may open some.
      long after = before + 1000;
      for (int i = 0; i < 100 && after > before + 5; i++) {
        Thread.sleep(20);
        after = openFiles();
      }
      assertThat(after).isLessThanOrEqualTo(before + 5);
    }
  }

  private void useAndClose(FixedLengthDriver driver) throws Exception {
    try (Caller caller = caller(driver, 4)) {
      for (int n = 0; n < 20; n++) {
        caller.call(n % 4, n);
      }
      caller.send(0, 1);
    }
    try (Caller caller = callerOfItself(driver, 4)) {
      caller.call(0, 1);
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }
}
