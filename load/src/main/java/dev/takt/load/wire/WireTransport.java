package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.record.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The connections of one event loop to one target: a slot is a connection with at most one
/// operation under way.
///
/// A connection that was lost is dialled again when its slot is next used, and the time that takes
/// is part of that operation's service time. One thread; nothing is allocated per operation on
/// plain connections.
public final class WireTransport implements AsyncDriver.Transport {

  private static final long CONNECT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final String FEWER_FILES =
      "raise the limit (ulimit -n), or use fewer --connections";

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment callState = arena.allocate(Linux.CALL_STATE);
  private final MemorySegment scratch = arena.allocate(16, 8);
  private final WireDriver driver;
  private final Dialler dialler;
  private final Poll poll;
  private final Connection[] connections;

  private WireTransport(WireDriver driver, int slots, boolean toItself) {
    this.driver = driver;
    this.poll = new Poll(arena, callState);
    this.connections = new Connection[slots];
    for (int i = 0; i < slots; i++) {
      connections[i] = new Connection(i, driver.newCodec(), arena);
    }
    this.dialler =
        toItself
            ? new EchoDialler(driver, arena, callState, slots)
            : new TcpDialler(driver, arena, callState);
    Linux.setTimerSlack(callState, 1);
  }

  /// Connects all slots to the driver's target. To be called by the thread that will use the
  /// transport.
  ///
  /// @throws DriverException if the target cannot be reached
  public static WireTransport connect(WireDriver driver, int slots) throws DriverException {
    if (!isSupported()) {
      throw new DriverException(
          "cannot drive "
              + driver.describe()
              + " from this machine: it takes Linux on x86-64 or AArch64");
    }
    if (driver.address().isUnresolved()) {
      throw new DriverException(
          "cannot resolve the host name " + driver.address().getHostString() + "; is it right?");
    }
    WireTransport transport = make(driver, slots);
    try {
      transport.connectAll();
      return transport;
    } catch (DriverException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private static WireTransport make(WireDriver driver, int slots) throws DriverException {
    try {
      return new WireTransport(driver, slots, false);
    } catch (IllegalStateException e) {
      throw new DriverException(
          "cannot connect to " + driver.describe() + ": " + e.getMessage() + "; " + FEWER_FILES, e);
    }
  }

  /// A transport whose peer is itself: each request is taken from the far end of a socket pair and
  /// answered with the driver's sample, so that the generator can be warmed without a target.
  public static WireTransport toItself(WireDriver driver, int slots) {
    return new WireTransport(driver, slots, true);
  }

  /// Whether this machine has what the transport is built on.
  public static boolean isSupported() {
    return Platform.isSupported();
  }

  private void connectAll() throws DriverException {
    Establishing establishing = new Establishing();
    for (Connection connection : connections) {
      establishing.failIf(connection, dial(connection));
    }
    long deadline = System.nanoTime() + CONNECT_TIMEOUT_NANOS;
    while (!areAllOpen()) {
      if (System.nanoTime() > deadline) {
        throw establishing.failure("no answer to the connect within 10 s", true);
      }
      int events = poll.await(deadline);
      for (int i = 0; i < events; i++) {
        if (poll.key(i) != Poll.TIMER) {
          Connection connection = connections[poll.key(i)];
          establishing.failIf(connection, progress(connection, poll.readiness(i)));
        }
      }
    }
  }

  private boolean areAllOpen() {
    for (Connection connection : connections) {
      if (connection.state != Connection.State.OPEN) {
        return false;
      }
    }
    return true;
  }

  /// Turns what stopped a connection before the run into a message.
  private final class Establishing {

    void failIf(Connection connection, @Nullable Outcome failure) throws DriverException {
      if (failure != null) {
        throw failure(failure.label(), connection.state != Connection.State.GREETING);
      }
    }

    /// @param unanswered whether the target has not said anything yet
    DriverException failure(String why, boolean unanswered) {
      return new DriverException(
          "cannot connect to " + driver.describe() + ": " + why + (unanswered ? advice(why) : ""));
    }
  }

  /// A target that answers, if with the wrong words, is running. What is wrong with its certificate
  /// is told by whoever judged it.
  private static String advice(String why) {
    if (why.equals(Errors.text(Linux.EMFILE))) {
      return "; " + FEWER_FILES;
    }
    return why.startsWith("TLS: ") ? "" : "; is the target running, and is this its address?";
  }

  @Override
  public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
    Connection connection = connections[slot];
    connection.operation = operation;
    connection.number = n;
    connection.busy = true;
    connection.repeated = false;
    connection.answerBegun = false;
    connection.step = 0;
    Outcome failure = encode(connection);
    failure = failure == null ? transmit(connection) : failure;
    if (failure != null) {
      failOrRepeat(connection, failure, completions);
    }
  }

  /// @return why there is no request: it is too large, or whoever makes it up could not
  private static @Nullable Outcome encode(Connection connection) {
    if (connection.state == Connection.State.CLOSED) {
      connection.codec.reset();
    }
    while (true) {
      try {
        connection.out.clear();
        encodeOnce(connection);
        connection.out.flip();
        return null;
      } catch (BufferOverflowException e) {
        if (!connection.growOut()) {
          return Errors.REQUEST_TOO_LARGE;
        }
      } catch (RuntimeException e) {
        return Outcome.failedBy(e);
      }
    }
  }

  private static void encodeOnce(Connection connection) {
    if (connection.state == Connection.State.GREETING) {
      connection.codec.encodeGreeting(connection.out);
    } else if (connection.step == 0) {
      connection.codec.encode(connection.operation, connection.number, connection.out);
    } else {
      connection.codec.encodeNext(connection.out);
    }
  }

  /// Sends the request now if the connection is open, else begins to open it.
  ///
  /// @return the failure, or null if all is well so far
  private @Nullable Outcome transmit(Connection connection) {
    return switch (connection.state) {
      case OPEN -> flush(connection);
      case CLOSED -> dial(connection);
      case CONNECTING, HANDSHAKING, GREETING -> null;
    };
  }

  private @Nullable Outcome dial(Connection connection) {
    int fd = dialler.dial(connection.slot);
    if (fd < 0) {
      return Errors.outcome(-fd);
    }
    connection.fd = fd;
    connection.in.clear();
    connection.state = Connection.State.CONNECTING;
    boolean atOnce = dialler.isConnectedAtOnce();
    connection.wantsWrite = !atOnce;
    int watched = poll.add(fd, atOnce ? Linux.EPOLLIN : Linux.EPOLLOUT, connection.slot);
    if (watched < 0) {
      return Errors.outcome(-watched);
    }
    return atOnce ? opened(connection) : null;
  }

  private @Nullable Outcome opened(Connection connection) {
    WireDriver.Tls tls = dialler.tls();
    if (tls != null && connection.state == Connection.State.CONNECTING) {
      connection.state = Connection.State.HANDSHAKING;
      connection.tls = new TlsLayer(tls, callState, connection.fd);
      return handshake(connection);
    }
    return connection.codec.hasGreeting() && dialler.wantsGreeting()
        ? greet(connection)
        : ready(connection);
  }

  private @Nullable Outcome ready(Connection connection) {
    connection.state = Connection.State.OPEN;
    return connection.busy ? flush(connection) : awaitReadable(connection);
  }

  /// Where the request of an operation waits to be sent, it gives way to the greeting, and is
  /// written again after it.
  private @Nullable Outcome greet(Connection connection) {
    connection.state = Connection.State.GREETING;
    Outcome failure = encode(connection);
    return failure == null ? flush(connection) : failure;
  }

  private @Nullable Outcome readGreeting(Connection connection) {
    while (connection.hasRoom(connection.tls == null ? 1 : connection.tls.recordRoom())) {
      int received = receive(connection);
      if (received == -Linux.EAGAIN || received == -Linux.EINTR) {
        return null;
      }
      if (received <= 0) {
        return lossOf(connection, received);
      }
      ByteBuffer in = connection.in;
      in.flip();
      Outcome outcome = connection.codec.decodeGreeting(in);
      if (outcome != null) {
        return greeted(connection, outcome);
      }
      in.compact();
    }
    return Errors.ANSWER_TOO_LARGE;
  }

  private @Nullable Outcome greeted(Connection connection, Outcome outcome) {
    if (!outcome.isOk()) {
      return outcome;
    }
    if (connection.in.hasRemaining()) {
      return Errors.UNEXPECTED_BYTES;
    }
    connection.in.clear();
    connection.state = Connection.State.OPEN;
    Outcome failure = connection.busy ? encode(connection) : null;
    if (failure != null) {
      return failure;
    }
    return ready(connection);
  }

  private @Nullable Outcome handshake(Connection connection) {
    TlsLayer tls = connection.tls;
    if (tls == null) {
      return null;
    }
    Outcome failure = tls.handshake();
    if (failure != null) {
      return failure;
    }
    setInterest(connection, tls.wantsWrite());
    return tls.isEstablished() ? opened(connection) : null;
  }

  private @Nullable Outcome flush(Connection connection) {
    int result =
        connection.tls == null ? flushPlain(connection) : connection.tls.send(connection.out);
    if (result < 0) {
      return lossOf(connection, result);
    }
    boolean more =
        connection.out.hasRemaining() || (connection.tls != null && connection.tls.wantsWrite());
    setInterest(connection, more);
    return null;
  }

  /// 0, or a negative errno.
  private int flushPlain(Connection connection) {
    ByteBuffer out = connection.out;
    while (out.hasRemaining()) {
      int sent =
          Linux.send(
              callState,
              connection.fd,
              out.position() == 0
                  ? connection.outSegment
                  : connection.outSegment.asSlice(out.position()),
              out.remaining());
      if (sent < 0) {
        return sent == -Linux.EAGAIN ? 0 : sent == -Linux.EINTR ? flushPlain(connection) : sent;
      }
      out.position(out.position() + sent);
      dialler.sent(connection.slot, connection.operation, connection.step, out.hasRemaining());
    }
    return 0;
  }

  private @Nullable Outcome awaitReadable(Connection connection) {
    setInterest(connection, false);
    return null;
  }

  private void setInterest(Connection connection, boolean write) {
    if (write != connection.wantsWrite) {
      connection.wantsWrite = write;
      poll.modify(
          connection.fd, write ? Linux.EPOLLIN | Linux.EPOLLOUT : Linux.EPOLLIN, connection.slot);
    }
  }

  @Override
  public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
    int events = poll.await(deadlineNanos);
    for (int i = 0; i < events; i++) {
      if (poll.key(i) == Poll.TIMER) {
        continue;
      }
      Connection connection = connections[poll.key(i)];
      if (connection.state == Connection.State.OPEN && (poll.readiness(i) & Linux.EPOLLOUT) == 0) {
        read(connection, completions);
      } else {
        progressOrFail(connection, poll.readiness(i), completions);
      }
    }
  }

  private void progressOrFail(
      Connection connection, int readiness, AsyncDriver.Completions completions) {
    if (connection.state == Connection.State.CLOSED) {
      return;
    }
    boolean wasOpen = connection.state == Connection.State.OPEN;
    Outcome failure = progress(connection, readiness);
    if (failure != null) {
      failOrRepeat(connection, failure, completions);
    } else if (wasOpen && (readiness & ~Linux.EPOLLOUT) != 0) {
      read(connection, completions);
    }
  }

  /// Goes on with connecting, the handshake, the greeting, or a request that did not fit into the
  /// socket's buffer.
  private @Nullable Outcome progress(Connection connection, int readiness) {
    return switch (connection.state) {
      case CONNECTING -> {
        int error = Linux.pendingError(callState, connection.fd, scratch);
        yield error != 0 ? Errors.outcome(error) : opened(connection);
      }
      case HANDSHAKING -> handshake(connection);
      case GREETING -> {
        Outcome failure = (readiness & Linux.EPOLLOUT) != 0 ? flush(connection) : null;
        yield failure != null ? failure : readGreeting(connection);
      }
      case OPEN -> (readiness & Linux.EPOLLOUT) != 0 ? flush(connection) : null;
      case CLOSED -> null;
    };
  }

  /// The request could not be sent.
  private void failOrRepeat(
      Connection connection, Outcome failure, AsyncDriver.Completions completions) {
    if (connection.busy && isStale(connection)) {
      repeat(connection, completions);
    } else {
      fail(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  private void read(Connection connection, AsyncDriver.Completions completions) {
    do {
      if (!connection.hasRoom(connection.tls == null ? 1 : connection.tls.recordRoom())) {
        fail(connection, Errors.ANSWER_TOO_LARGE, NanoClock.SYSTEM.nanoTime(), completions);
        return;
      }
      int received = receive(connection);
      if (received == -Linux.EAGAIN || received == -Linux.EINTR) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      if (received > 0) {
        decode(connection, now, completions);
      } else {
        lost(connection, received, now, completions);
      }
      // Decrypted bytes that found no room give no further event; a plain socket is simply ready
      // again.
    } while (connection.tls != null
        && connection.state == Connection.State.OPEN
        && connection.busy);
  }

  /// Bytes received, 0 for the end of the stream, or a negative errno.
  private int receive(Connection connection) {
    if (connection.tls != null) {
      return connection.tls.receive(connection.in);
    }
    int position = connection.in.position();
    int received =
        Linux.receive(
            callState,
            connection.fd,
            position == 0 ? connection.inSegment : connection.inSegment.asSlice(position),
            connection.in.remaining());
    if (received > 0) {
      connection.in.position(position + received);
    }
    return received;
  }

  private void decode(Connection connection, long now, AsyncDriver.Completions completions) {
    if (!connection.busy) {
      close(connection);
      return;
    }
    connection.answerBegun = true;
    ByteBuffer in = connection.in;
    in.flip();
    Outcome outcome = connection.codec.decode(in);
    if (outcome == null) {
      if (connection.codec.hasNext()) {
        nextStep(connection, now, completions);
      } else {
        in.compact();
      }
      return;
    }
    boolean surplus = in.hasRemaining();
    in.clear();
    boolean keep = connection.codec.isReusable() && !surplus;
    finish(
        connection,
        surplus && outcome.isOk() ? Errors.UNEXPECTED_BYTES : outcome,
        now,
        keep,
        completions);
  }

  private void nextStep(Connection connection, long now, AsyncDriver.Completions completions) {
    boolean surplus = connection.in.hasRemaining();
    connection.in.clear();
    if (surplus) {
      fail(connection, Errors.UNEXPECTED_BYTES, now, completions);
      return;
    }
    connection.step++;
    Outcome failure = encode(connection);
    failure = failure == null ? flush(connection) : failure;
    if (failure != null) {
      fail(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// The peer has closed or reset the connection.
  private void lost(
      Connection connection, int received, long now, AsyncDriver.Completions completions) {
    if (!connection.busy) {
      close(connection);
    } else if (isStale(connection)) {
      repeat(connection, completions);
    } else {
      Outcome atEnd = received == 0 ? connection.codec.decodeEnd() : null;
      if (atEnd == null) {
        fail(connection, lossOf(connection, received), now, completions);
      } else {
        finish(connection, atEnd, now, false, completions);
      }
    }
  }

  private static Outcome lossOf(Connection connection, int received) {
    Outcome tlsFailure = connection.tls == null ? null : connection.tls.failure();
    if (tlsFailure != null) {
      return tlsFailure;
    }
    if (received < 0) {
      return Errors.outcome(-received);
    }
    return connection.answerBegun ? Errors.CLOSED_IN_ANSWER : Errors.CLOSED_BEFORE_ANSWER;
  }

  /// A kept connection that the peer closed while the request was on its way says nothing about the
  /// request: as any HTTP client does, it is sent once more on a fresh connection. Its intended
  /// start and its start stay.
  private boolean isStale(Connection connection) {
    return connection.usedBefore
        && !connection.answerBegun
        && !connection.repeated
        && driver.isRepeatable(connection.operation);
  }

  private void repeat(Connection connection, AsyncDriver.Completions completions) {
    close(connection);
    connection.busy = true;
    connection.repeated = true;
    connection.step = 0;
    Outcome failure = encode(connection);
    failure = failure == null ? dial(connection) : failure;
    if (failure != null) {
      fail(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Ends an operation for which its codec has no outcome.
  private void fail(
      Connection connection, Outcome failure, long now, AsyncDriver.Completions completions) {
    if (connection.busy) {
      connection.codec.abandoned();
    }
    finish(connection, failure, now, false, completions);
  }

  private void finish(
      Connection connection,
      Outcome outcome,
      long now,
      boolean keep,
      AsyncDriver.Completions completions) {
    boolean wasBusy = connection.busy;
    connection.busy = false;
    connection.usedBefore = true;
    if (!keep) {
      close(connection);
    }
    if (wasBusy) {
      completions.completed(connection.slot, outcome, now);
    }
  }

  @Override
  public void cancel(int slot) {
    if (connections[slot].busy) {
      connections[slot].codec.abandoned();
    }
    connections[slot].busy = false;
    close(connections[slot]);
  }

  private void close(Connection connection) {
    if (connection.state != Connection.State.CLOSED) {
      connection.state = Connection.State.CLOSED;
      connection.usedBefore = false;
      if (connection.tls != null) {
        connection.tls.close();
        connection.tls = null;
      }
      connection.in.clear();
      Linux.close(callState, connection.fd);
    }
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      close(connection);
    }
    dialler.close();
    poll.close();
    arena.close();
  }
}
