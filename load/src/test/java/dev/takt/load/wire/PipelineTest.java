package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.Outcome;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Several operations in flight on one connection.
@Timeout(60)
class PipelineTest extends EachTransport {

  private static final long MS = 1_000_000;

  private final List<String> seen = new CopyOnWriteArrayList<>();

  private static FixedLengthDriver plain(TestServer server) {
    return FixedLengthDriver.to(server.address(), 8, 8);
  }

  /// With one connection.
  private Caller caller(FixedLengthDriver driver, int pipelining) throws Exception {
    return caller(new Pipelined(driver, pipelining), 1);
  }

  private static TestServer muteOnItsFirstConnection() throws Exception {
    return new TestServer(peer -> {
      while (true) {
        long n = peer.request(8);
        if (peer.number > 0) {
          peer.answer(n, 8);
        }
      }
    });
  }

  private static void sendAll(Caller caller, int count, long firstNumber) {
    for (int slot = 0; slot < count; slot++) {
      caller.send(slot, firstNumber + slot);
    }
  }

  private static List<Outcome> awaitAll(Caller caller, int count) {
    return IntStream.range(0, count).mapToObj(caller::await).toList();
  }

  @Test
  void requestsGoOutBeforeTheAnswerToTheFirst() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              long[] numbers = new long[4];
              for (int i = 0; i < numbers.length; i++) {
                numbers[i] = peer.request(8);
              }
              for (long n : numbers) {
                peer.answer(n, 8);
              }
              peer.request(8);
            });
        Caller caller = caller(plain(server), 4)) {
      sendAll(caller, 4, 10);
      assertThat(awaitAll(caller, 4)).containsOnly(Outcome.OK);
      assertThat(server.connections).hasValue(1);
    }
  }

  /// The connection's slots are reused, each for one operation after another.
  @ParameterizedTest
  @CsvSource({"8, 8", "8, 5000", "5000, 8", "3000000, 8", "100000, 300000"})
  void manyOfAnySize(int request, int answer) throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(request, answer));
        Caller caller =
            caller(new Pipelined(FixedLengthDriver.to(server.address(), request, answer), 3), 2)) {
      for (int round = 0; round < 5; round++) {
        sendAll(caller, 6, 10L * round);
        assertThat(awaitAll(caller, 6)).containsOnly(Outcome.OK);
      }
      assertThat(server.connections).hasValue(2);
      assertThat(caller.completions).isEqualTo(30);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 11, 60})
  void answersAreCutAnywhere(int piece) throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              ByteArrayOutputStream all = new ByteArrayOutputStream();
              for (int i = 0; i < 3; i++) {
                all.writeBytes(TestServer.Peer.answerTo(peer.request(8), 20));
              }
              byte[] bytes = all.toByteArray();
              for (int from = 0; from < bytes.length; from += piece) {
                peer.send(bytes, from, Math.min(piece, bytes.length - from));
                Thread.sleep(1);
              }
              peer.request(8);
            });
        Caller caller =
            caller(new Pipelined(FixedLengthDriver.to(server.address(), 8, 20).lazy(), 3), 1)) {
      sendAll(caller, 3, 1);
      assertThat(awaitAll(caller, 3)).containsOnly(Outcome.OK);
    }
  }

  /// The server takes 20 ms for each, one after the other: operations behind others wait in the
  /// pipeline.
  @Test
  void eachEndsWhenItsOwnAnswerHasCome() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              while (true) {
                long n = peer.request(8);
                Thread.sleep(20);
                peer.answer(n, 8);
              }
            });
        Caller caller = caller(plain(server), 3)) {
      long start = System.nanoTime();
      sendAll(caller, 3, 1);
      for (int slot = 0; slot < 3; slot++) {
        assertThat(caller.await(slot)).isEqualTo(Outcome.OK);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo((slot + 1) * 20L * MS);
      }
    }
  }

  @Test
  void slotsInTurnAreOnConnectionsInTurn() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              while (true) {
                long n = peer.request(8);
                seen.add(peer.number + ":" + n);
                peer.answer(n, 8);
              }
            });
        Caller caller = caller(new Pipelined(plain(server), 2), 2)) {
      for (int slot = 0; slot < 4; slot++) {
        assertThat(caller.call(slot, slot)).isEqualTo(Outcome.OK);
      }
      assertThat(seen).hasSize(4);
      assertThat(seen.get(0).charAt(0)).isEqualTo(seen.get(2).charAt(0));
      assertThat(seen.get(1).charAt(0)).isEqualTo(seen.get(3).charAt(0));
      assertThat(seen.get(0).charAt(0)).isNotEqualTo(seen.get(1).charAt(0));
    }
  }

  @Test
  void allThatAreUnderWayOnALostConnectionFailOnce() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          long first = peer.request(8);
          long second = peer.request(8);
          peer.request(8);
          peer.answer(first, 20);
          peer.send(TestServer.Peer.answerTo(second, 20), 0, 10);
        })) {
      FixedLengthDriver driver = FixedLengthDriver.to(server.address(), 8, 20).repeating();
      try (Caller caller = caller(driver, 3)) {
        sendAll(caller, 3, 1);
        assertThat(awaitAll(caller, 3))
            .containsExactly(
                Outcome.OK, SocketErrors.CLOSED_IN_ANSWER, SocketErrors.CLOSED_BEFORE_ANSWER);
        assertThat(driver.abandoned()).hasValue(2);
        caller.idle(20 * MS);
        assertThat(caller.completions).isEqualTo(3);
        sendAll(caller, 3, 4);
        assertThat(awaitAll(caller, 3)).as("on a new connection").startsWith(Outcome.OK);
        assertThat(server.connections).hasValue(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatMeetsAStaleConnectionIsRepeatedInOrderIfItMayBe(boolean repeatable) throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          int answers = peer.number == 0 ? 1 : 100;
          for (int i = 0; i < answers; i++) {
            long n = peer.request(8);
            seen.add(peer.number + ":" + n);
            peer.answer(n, 8);
          }
          closed.release();
        })) {
      FixedLengthDriver driver = repeatable ? plain(server).repeating() : plain(server);
      try (Caller caller = caller(driver, 3)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        closed.acquire();
        Thread.sleep(20);
        sendAll(caller, 3, 10);
        if (repeatable) {
          assertThat(awaitAll(caller, 3)).containsOnly(Outcome.OK);
          assertThat(seen).containsExactly("0:1", "1:10", "1:11", "1:12");
        } else {
          assertThat(awaitAll(caller, 3)).first().extracting(Outcome::isOk).isEqualTo(false);
        }
        assertThat(caller.completions).isEqualTo(4);
      }
    }
  }

  @Test
  void moreAnswersThanRequestsAreAFailureOfTheLast() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              long first = peer.request(8);
              long second = peer.request(8);
              ByteArrayOutputStream all = new ByteArrayOutputStream();
              for (long n : new long[] {first, second, second}) {
                all.writeBytes(TestServer.Peer.answerTo(n, 8));
              }
              peer.send(all.toByteArray(), 0, all.size());
              peer.request(8);
            });
        Caller caller = caller(plain(server), 2)) {
      sendAll(caller, 2, 1);
      assertThat(awaitAll(caller, 2)).containsExactly(Outcome.OK, SocketErrors.UNEXPECTED_BYTES);
      sendAll(caller, 2, 1);
      assertThat(awaitAll(caller, 2)).containsExactly(Outcome.OK, SocketErrors.UNEXPECTED_BYTES);
      assertThat(server.connections).hasValue(2);
    }
  }

  /// A late answer is discarded, and not taken for that of a later operation.
  @Test
  void cancelledRequestDoesNotAffectOthers() throws Exception {
    Semaphore go = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          while (true) {
            long n = peer.request(8);
            go.acquire();
            peer.answer(n, 8);
          }
        })) {
      FixedLengthDriver driver = plain(server);
      try (Caller caller = caller(driver, 3)) {
        sendAll(caller, 2, 1);
        caller.transport.cancel(0);
        assertThat(driver.abandoned()).hasValue(1);
        caller.send(0, 9);
        go.release(1);
        caller.idle(30 * MS);
        assertThat(caller.completions).as("the first answer is nobody's").isZero();
        go.release(2);
        assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
        assertThat(caller.completions).isEqualTo(2);
        assertThat(driver.abandoned()).hasValue(1);
        assertThat(server.connections).hasValue(1);
      }
    }
  }

  @Test
  void theLastOneThatIsGivenUpEndsTheConnection() throws Exception {
    try (TestServer server = muteOnItsFirstConnection();
        Caller caller = caller(plain(server), 2)) {
      sendAll(caller, 2, 1);
      caller.transport.cancel(0);
      caller.transport.cancel(1);
      sendAll(caller, 2, 3);
      assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
      assertThat(caller.completions).isEqualTo(2);
      assertThat(server.connections).hasValue(2);
    }
  }

  /// Otherwise a dead connection would swallow one operation after another.
  @Test
  void aConnectionThatAnswersNothingIsGivenUp() throws Exception {
    try (TestServer server = muteOnItsFirstConnection();
        Caller caller = caller(plain(server), 2)) {
      sendAll(caller, 2, 1);
      caller.transport.cancel(0);
      caller.send(0, 3);
      caller.transport.cancel(0);
      assertThat(caller.await(1)).isEqualTo(SocketErrors.CLOSED_WITH_OTHERS);
      sendAll(caller, 2, 4);
      assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
      assertThat(caller.completions).isEqualTo(3);
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void aTransportToItselfHasAsManySlotsAsAreNeeded() throws Exception {
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    FixedLengthDriver driver = FixedLengthDriver.to(nowhere, 200, 300);
    try (Caller caller = callerOfItself(new Pipelined(driver, 3), 8)) {
      for (int round = 0; round < 100; round++) {
        sendAll(caller, 8, 10L * round);
        assertThat(awaitAll(caller, 8)).containsOnly(Outcome.OK);
      }
    }
  }
}
