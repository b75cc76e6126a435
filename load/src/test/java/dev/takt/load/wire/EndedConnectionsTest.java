package dev.takt.load.wire;

import static dev.takt.load.wire.FrameDriver.ACK;
import static dev.takt.load.wire.FrameDriver.CANCEL;
import static dev.takt.load.wire.FrameDriver.HELLO;
import static dev.takt.load.wire.FrameDriver.PART;
import static dev.takt.load.wire.FrameDriver.PING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.wire.FrameDriver.Frame;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections with streams that the peer takes no new operations on, operations that are
/// cancelled, and what a session sends of its own.
@Timeout(60)
class EndedConnectionsTest extends EachTransport {

  private static final long MS = 1_000_000;

  /// The requests that the server has received, and on which connection.
  private record Seen(int connection, Frame frame) {}

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final AtomicInteger ended = new AtomicInteger();

  private Frame read(TestServer.Peer peer) throws IOException {
    Frame frame = Frame.read(peer);
    seen.add(new Seen(peer.number, frame));
    return frame;
  }

  private void echo(TestServer.Peer peer) throws IOException {
    while (true) {
      Frame.send(peer, read(peer));
    }
  }

  private void awaitEnd(TestServer.Peer peer) throws IOException {
    while (peer.in().read() >= 0) {}
    ended.incrementAndGet();
  }

  private List<Long> numbersOn(int connection) {
    return seen.stream()
        .filter(each -> each.connection == connection)
        .map(each -> each.frame.n())
        .toList();
  }

  private static void sendAll(Caller caller, int count) {
    IntStream.range(0, count).forEach(slot -> caller.send(slot, slot + 1));
  }

  private static List<Outcome> awaitAll(Caller caller, int count) {
    return IntStream.range(0, count).mapToObj(caller::await).toList();
  }

  @Test
  void nothingFailsIfConnectionsTakeThreeOperationsEach() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          for (int i = 0; i < 2; i++) {
            Frame.send(peer, read(peer));
          }
          Frame third = read(peer);
          Frame.send(peer, Frame.goaway(third.n()), third);
          awaitEnd(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      try (Caller caller = caller(driver, 1)) {
        for (int n = 1; n <= 30; n++) {
          assertThat(caller.call(n % 2, n)).isEqualTo(Outcome.OK);
        }
        assertThat(server.connections).hasValue(10);
        assertThat(driver.repeated).hasValue(0);
        assertThat(seen.stream().map(each -> each.frame.count()))
            .as("each session begins anew")
            .containsExactlyElementsOf(IntStream.range(0, 30).mapToObj(i -> i % 3).toList());
        await().untilAtomic(ended, org.hamcrest.Matchers.is(10));
      }
    }
  }

  @Test
  void operationsInFlightAreAnsweredWhileOthersUseAnotherConnection() throws Exception {
    Semaphore go = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 0) {
            Frame first = read(peer);
            Frame second = read(peer);
            Frame third = read(peer);
            Frame.send(peer, third, Frame.goaway(3));
            go.acquire();
            Frame.send(peer, second, first);
            awaitEnd(peer);
          } else {
            echo(peer);
          }
        })) {
      FrameDriver driver = FrameDriver.to(server, 3);
      try (Caller caller = caller(driver, 1)) {
        sendAll(caller, 3);
        assertThat(caller.await(2)).isEqualTo(Outcome.OK);
        for (int n = 10; n < 15; n++) {
          assertThat(caller.call(2, n)).isEqualTo(Outcome.OK);
        }
        assertThat(caller.ended).containsOnlyKeys(2);
        go.release();
        assertThat(awaitAll(caller, 3)).containsOnly(Outcome.OK);
        await().untilAtomic(ended, org.hamcrest.Matchers.is(1));
        assertThat(numbersOn(1)).containsExactly(10L, 11L, 12L, 13L, 14L);
        assertThat(driver.repeated).hasValue(0);
      }
    }
  }

  /// A graceful end names no last operation at first.
  @Test
  void operationsThatWereNotProcessedAreSentOnceMore() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 0) {
            Frame first = read(peer);
            read(peer);
            read(peer);
            Frame.send(peer, Frame.goaway(Long.MAX_VALUE));
            Thread.sleep(5);
            Frame.send(peer, Frame.goaway(1));
            Thread.sleep(5);
            Frame.send(peer, first);
            awaitEnd(peer);
          } else {
            echo(peer);
          }
        })) {
      FrameDriver driver = FrameDriver.to(server, 3);
      try (Caller caller = caller(driver, 1)) {
        sendAll(caller, 3);
        assertThat(awaitAll(caller, 3)).containsOnly(Outcome.OK);
        assertThat(caller.completions).isEqualTo(3);
        assertThat(driver.repeated).hasValue(2);
        assertThat(numbersOn(0)).containsExactly(1L, 2L, 3L);
        assertThat(numbersOn(1)).containsExactly(2L, 3L);
        assertThat(server.connections).hasValue(2);
      }
    }
  }

  @Test
  void anOperationThatTwoConnectionsDoNotProcessFails() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          read(peer);
          Frame.send(peer, Frame.goaway(0));
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      try (Caller caller = caller(driver, 1)) {
        for (int round = 1; round <= 3; round++) {
          assertThat(caller.call(0, round)).isEqualTo(SocketErrors.UNPROCESSED);
          assertThat(server.connections).hasValue(2 * round);
          assertThat(driver.repeated).hasValue(round);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestThatWasHeldBackIsNotCountedAsSentOnceMore(boolean isHeldBack) throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 0) {
            read(peer);
            Frame.send(peer, Frame.goaway(0));
            awaitEnd(peer);
          }
          echo(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      driver.isHeldBack = isHeldBack;
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(driver.repeated).hasValue(isHeldBack ? 0 : 1);
      }
    }
  }

  @Test
  void stepsGoOnOnAnotherConnection() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          Frame frame = read(peer);
          Frame.send(peer, Frame.goaway(frame.n()), frame);
          awaitEnd(peer);
        })) {
      FrameDriver driver = new FrameDriver(Endpoint.of(server.address(), null), 2, 3);
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(caller.call(1, 10)).isEqualTo(Outcome.OK);
        assertThat(seen.stream().map(each -> each.connection + ": " + each.frame.n()))
            .containsExactly("0: 1", "1: 2", "2: 3", "3: 10", "4: 11", "5: 12");
        assertThat(driver.repeated).hasValue(0);
      }
    }
  }

  @Test
  void processedOperationsFailIfTheConnectionIsLost() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 0) {
            Frame first = read(peer);
            read(peer);
            Frame.send(peer, first.as(PART), Frame.goaway(2));
            Thread.sleep(5);
          } else {
            echo(peer);
          }
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      try (Caller caller = caller(driver, 1)) {
        sendAll(caller, 2);
        assertThat(awaitAll(caller, 2))
            .containsExactly(SocketErrors.CLOSED_IN_ANSWER, SocketErrors.CLOSED_BEFORE_ANSWER);
        assertThat(driver.partial).containsExactly(SocketErrors.CLOSED_IN_ANSWER);
        assertThat(caller.call(0, 5)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void anEndedConnectionIsClosedWhenItsLastOperationTimesOut() throws Exception {
    Semaphore sent = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          Frame.send(peer, read(peer).as(PART), Frame.goaway(9));
          sent.release();
          awaitEnd(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      try (Caller caller = caller(driver, 1)) {
        caller.send(0, 1);
        sent.acquire();
        caller.idle(5 * MS);
        caller.transport.cancel(0);
        await().untilAtomic(ended, org.hamcrest.Matchers.is(1));
        assertThat(driver.partial).containsExactly(Outcome.TIMED_OUT);
        caller.send(0, 2);
        caller.idle(20 * MS);
        sent.acquire();
        assertThat(numbersOn(1)).containsExactly(2L);
      }
    }
  }

  @Test
  void aCancelledOperationLeavesItsStreamAtOnce() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          Frame late = read(peer);
          assertThat(read(peer)).isEqualTo(new Frame(CANCEL, late.stream(), 0, late.n()));
          echo(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 3);
      try (Caller caller = caller(driver, 1)) {
        caller.send(0, 1);
        caller.transport.cancel(0);
        sendAll(caller, 3);
        assertThat(awaitAll(caller, 3)).containsOnly(Outcome.OK);
        assertThat(seen.stream().map(each -> each.frame.stream())).allMatch(stream -> stream < 3);
        assertThat(caller.completions).isEqualTo(3);
        assertThat(server.connections).hasValue(1);
      }
    }
  }

  /// After as many as may be in flight.
  @Test
  void aConnectionOnWhichAllOperationsAreCancelledIsOpenedAgain() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 1) {
            echo(peer);
          }
          awaitEnd(peer);
        })) {
      try (Caller caller = caller(FrameDriver.to(server, 2), 1)) {
        for (int n = 1; n <= 2; n++) {
          caller.send(0, n);
          caller.transport.cancel(0);
        }
        assertThat(caller.call(0, 3)).isEqualTo(Outcome.OK);
        assertThat(server.connections).hasValue(2);
      }
    }
  }

  @Test
  void framesThatArriveWithTheEndOfTheSetupAreRead() throws Exception {
    Semaphore acknowledged = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          assertThat(Frame.read(peer).type()).isEqualTo(HELLO);
          Frame hello = new Frame(HELLO, -1, 0, 0);
          Frame.send(peer, hello, new Frame(PING, -1, 0, 7), Frame.goaway(peer.number));
          Frame request = peer.number == 1 ? read(peer) : null;
          assertThat(read(peer)).isEqualTo(new Frame(ACK, -1, 0, 0));
          assertThat(read(peer)).isEqualTo(new Frame(ACK, -1, 0, 7));
          acknowledged.release();
          if (request != null) {
            Frame.send(peer, request);
          }
          awaitEnd(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      driver.hasSetup = true;
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        acknowledged.acquire(2);
        assertThat(driver.repeated).hasValue(0);
      }
    }
  }

  private static void hello(TestServer.Peer peer, Frame... more) throws IOException {
    assertThat(Frame.read(peer).type()).isEqualTo(HELLO);
    Frame[] frames = Arrays.copyOf(more, more.length + 1);
    System.arraycopy(more, 0, frames, 1, more.length);
    frames[0] = new Frame(HELLO, -1, 0, 0);
    Frame.send(peer, frames);
  }

  /// Reads the next request, which an acknowledgement may precede.
  private Frame readRequest(TestServer.Peer peer) throws IOException {
    Frame frame = Frame.read(peer);
    if (frame.type() == ACK) {
      return read(peer);
    }
    seen.add(new Seen(peer.number, frame));
    return frame;
  }

  /// The first connection serves one operation, the second none.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionThatEndsWithItsSetupIsReplaced(boolean closes) throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 1) {
            hello(peer, Frame.goaway(0));
          } else {
            hello(peer);
            Frame.send(peer, readRequest(peer));
          }
          if (peer.number != 1 || !closes) {
            awaitEnd(peer);
          }
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      driver.hasSetup = true;
      driver.readsAllInSetup = true;
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        caller.transport.userEnded(0);
        assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
        assertThat(numbersOn(2)).containsExactly(2L);
        assertThat(server.connections).hasValue(3);
        assertThat(driver.repeated).hasValue(1);
      }
    }
  }

  @Test
  void aFirstConnectionThatEndsWithItsSetupIsReplaced() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 0) {
            hello(peer, Frame.goaway(0));
            awaitEnd(peer);
          }
          hello(peer);
          Frame.send(peer, readRequest(peer));
          awaitEnd(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      driver.hasSetup = true;
      driver.readsAllInSetup = true;
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(driver.repeated).hasValue(0);
      }
    }
  }

  /// The output that answers the first frame fails.
  @Test
  void whatArrivedBeforeAFailureToSendIsRead() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number > 0) {
            echo(peer);
          }
          Frame first = read(peer);
          Frame second = read(peer);
          Frame third = read(peer);
          Frame[] frames = new Frame[2000]; // more than is received at once
          Arrays.fill(frames, first.as(PART));
          frames[0] = new Frame(PING, -1, 0, 7);
          frames[frames.length - 2] = second;
          frames[frames.length - 1] = Frame.goaway(2);
          Frame.send(peer, frames);
          assertThat(third.n()).isEqualTo(3);
          peer.resetOnClose();
          closed.release();
        })) {
      FrameDriver driver = FrameDriver.to(server, 3);
      try (Caller caller = caller(driver, 1)) {
        sendAll(caller, 3);
        closed.acquire();
        Thread.sleep(20);
        assertThat(caller.await(1)).as("its answer has arrived").isEqualTo(Outcome.OK);
        assertThat(caller.await(2)).as("it was not processed").isEqualTo(Outcome.OK);
        assertThat(caller.await(0)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
        assertThat(driver.repeated).hasValue(1);
        assertThat(numbersOn(1)).containsExactly(3L);
      }
    }
  }

  /// Neither of the two requests of the operation is processed at first.
  @Test
  void eachRequestOfAnOperationMayBeSentOnceMore() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          if (peer.number == 1) {
            Frame.send(peer, read(peer));
          }
          Frame frame = read(peer);
          if (peer.number < 2) {
            Frame.send(peer, Frame.goaway(frame.n() - 1));
          } else {
            Frame.send(peer, frame);
          }
          awaitEnd(peer);
        })) {
      FrameDriver driver = new FrameDriver(Endpoint.of(server.address(), null), 2, 2);
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(seen.stream().map(each -> each.connection + ": " + each.frame.n()))
            .containsExactly("0: 1", "1: 1", "1: 2", "2: 2");
        assertThat(driver.repeated).hasValue(2);
      }
    }
  }

  @Test
  void aRequestOfAStaleConnectionMayMeetTheEndOfAnother() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          Frame frame = read(peer);
          switch (peer.number) {
            case 0 -> {
              Frame.send(peer, frame);
              read(peer);
            }
            case 1 -> {
              Frame.send(peer, Frame.goaway(0));
              awaitEnd(peer);
            }
            default -> {
              Frame.send(peer, frame);
              awaitEnd(peer);
            }
          }
        })) {
      FrameDriver driver = FrameDriver.to(server, 2);
      driver.isRepeatable = true;
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
        assertThat(server.connections).hasValue(3);
        assertThat(driver.repeated).hasValue(1);
      }
    }
  }

  @Test
  void aConnectionOfAUserHasOneCodec() throws Exception {
    try (TestServer server = new TestServer(this::echo)) {
      FrameDriver driver = FrameDriver.to(server, 10);
      try (Caller caller = new Caller(WireTransport.unconnected(driver, 0, 50, kind))) {
        assertThat(driver.codecs).as("with ten of the first connection").hasValue(60);
        for (int slot = 0; slot < 50; slot++) {
          assertThat(caller.call(slot, slot)).isEqualTo(Outcome.OK);
          caller.transport.userEnded(slot);
        }
        assertThat(driver.codecs).hasValue(60);
      }
    }
  }

  /// While others are served.
  @Test
  void largeOutputIsSentInPieces() throws Exception {
    int body = 10_000_000; // more than the buffers of both sides take
    Semaphore go = new Semaphore(0);
    try (TestServer server =
        TestServer.receivingLittle(peer -> {
          Frame frame = read(peer);
          if (peer.number == 0) {
            go.acquire();
          }
          if (peer.in().skip(body) != body) {
            throw new IOException("cut off");
          }
          Frame.send(peer, frame);
          awaitEnd(peer);
        })) {
      FrameDriver driver = FrameDriver.to(server, 1);
      driver.bodyBytes = body;
      try (Caller caller = caller(driver, 2)) {
        sendAll(caller, 2);
        assertThat(caller.awaitAny()).isEqualTo(1);
        caller.idle(100 * MS);
        go.release();
        assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
      }
    }
  }
}
