package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.record.NanoClock;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The connections of one event loop to one target. A slot is room for one operation under way; a
/// connection has one of them, or as many as the driver says that it can carry at once. Slots in
/// turn are on connections in turn.
///
/// A connection that was lost is dialled again when one of its slots is next used, and the time
/// that takes is part of that operation's service time. One thread; nothing is allocated per
/// operation on plain connections.
public final class WireTransport implements AsyncDriver.Transport {

  private static final long CONNECT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// How much of an attachment is sent before the other connections have their turn.
  private static final long MAX_ATTACHED_BYTES = 1 << 20;

  private static final String NO_ANSWER = "no answer to the connect within 10 s";
  private static final String IS_IT_RUNNING = "; is the target running, and is this its address?";

  private static final String FEWER_FILES =
      "raise the limit (ulimit -n), or use fewer --connections";

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment callState = arena.allocate(Linux.CALL_STATE);
  private final MemorySegment scratch = arena.allocate(16, 8);
  private final WireDriver driver;
  private final Dialler dialler;
  private final Poll poll;

  /// The connections to the target.
  private final Connection[] connections;

  /// By number: first those to the target, then those to other endpoints.
  private final List<Connection> all = new ArrayList<>();

  /// By number of the connection to the target, those that its operations use to other endpoints.
  private final List<List<Elsewhere>> elsewhere = new ArrayList<>();

  /// By slot; null while a slot is free.
  private final @Nullable Exchange[] underWay;

  /// How many connections are [Connection#hopeless].
  private int hopeless;

  /// Whether a connection may be waiting for an address that does not answer, while there are
  /// others to try.
  private boolean mayBeSilent;

  private record Elsewhere(Endpoint endpoint, Connection connection) {}

  private WireTransport(WireDriver driver, int count, boolean toItself) {
    this.driver = driver;
    this.poll = new Poll(arena, callState);
    this.dialler =
        toItself
            ? new EchoDialler(driver, arena, callState, count)
            : new SocketDialler(driver.endpoint(), arena, callState);
    this.connections = new Connection[count];
    for (int i = 0; i < count; i++) {
      connections[i] = new Connection(i, driver, dialler, arena);
      all.add(connections[i]);
      elsewhere.add(new ArrayList<>());
    }
    this.underWay = new Exchange[count * driver.pipelining()];
    Linux.setTimerSlack(callState, 1);
  }

  /// Connects to the driver's target. To be called by the thread that will use the transport.
  ///
  /// @param count how many connections; there are [WireDriver#pipelining] slots on each
  /// @throws DriverException if the target cannot be reached
  public static WireTransport connect(WireDriver driver, int count) throws DriverException {
    if (!isSupported()) {
      throw new DriverException(
          "cannot drive "
              + driver.describe()
              + " from this machine: it takes Linux on x86-64 or AArch64");
    }
    choose(driver);
    WireTransport transport = make(driver, count);
    try {
      transport.connectAll();
      return transport;
    } catch (DriverException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  /// Finds an address that answers, unless another loop has found one.
  private static void choose(WireDriver driver) throws DriverException {
    Endpoint endpoint = driver.endpoint();
    if (endpoint.address() instanceof InetSocketAddress internet && internet.isUnresolved()) {
      throw new DriverException(
          "cannot resolve the host name " + internet.getHostString() + "; is it right?");
    }
    try {
      endpoint.choose(Duration.ofNanos(CONNECT_TIMEOUT_NANOS));
    } catch (IOException e) {
      String addresses =
          endpoint.addresses().stream().map(Endpoint::text).collect(Collectors.joining(", "));
      throw new DriverException(
          "cannot connect to "
              + driver.describe()
              + ": "
              + (e instanceof SocketTimeoutException
                  ? NO_ANSWER
                  : String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT))
              + " (tried "
              + addresses
              + ")"
              + IS_IT_RUNNING,
          e);
    }
  }

  private static WireTransport make(WireDriver driver, int count) throws DriverException {
    try {
      return new WireTransport(driver, count, false);
    } catch (IllegalStateException e) {
      throw new DriverException(
          "cannot connect to " + driver.describe() + ": " + e.getMessage() + "; " + FEWER_FILES, e);
    }
  }

  /// A transport whose peer is itself: each request is taken from the far end of a socket pair and
  /// answered with the driver's sample, so that the generator can be warmed without a target.
  ///
  /// @param slots how many slots are needed
  public static WireTransport toItself(WireDriver driver, int slots) {
    return new WireTransport(driver, Math.ceilDiv(slots, driver.pipelining()), true);
  }

  /// Whether this machine has what the transport is built on.
  public static boolean isSupported() {
    return Platform.isSupported();
  }

  private void connectAll() throws DriverException {
    Establishing establishing = new Establishing();
    long deadline = System.nanoTime() + CONNECT_TIMEOUT_NANOS;
    for (Connection connection : connections) {
      establishing.failIf(connection, dialUntil(deadline, connection));
    }
    while (!areAllOpen()) {
      if (System.nanoTime() - deadline > 0) {
        throw establishing.failure(NO_ANSWER, true);
      }
      int events = poll.await(deadline);
      for (int i = 0; i < events; i++) {
        if (poll.key(i) != Poll.TIMER) {
          Connection connection = all.get(poll.key(i));
          establishing.failIf(connection, progress(connection, poll.readiness(i)));
        }
      }
    }
  }

  /// The server of a Unix domain socket may need some time for many connections at once.
  private @Nullable Outcome dialUntil(long deadline, Connection connection) {
    Outcome failure = dial(connection);
    while (failure == Errors.outcome(Linux.EAGAIN) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000);
      failure = dial(connection);
    }
    return failure;
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
    return why.startsWith("TLS: ") ? "" : IS_IT_RUNNING;
  }

  private Connection connectionOf(int slot) {
    return connections[slot % connections.length];
  }

  @Override
  public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
    Connection connection = connectionOf(slot);
    if (connection.hopeless) {
      lose(connection, Errors.CLOSED_WITH_OTHERS, NanoClock.SYSTEM.nanoTime(), completions);
    }
    Exchange exchange = connection.pipeline.take();
    exchange.begin(slot, operation, n);
    exchange.moveTo(connection);
    underWay[slot] = exchange;
    if (connection.pipeline.isEmpty()) {
      connection.answerBegun = false;
    }
    Outcome failure = encode(connection, exchange);
    if (failure != null) {
      abandon(exchange, failure, NanoClock.SYSTEM.nanoTime(), completions);
      return;
    }
    connection.pipeline.add(exchange);
    failure = transmit(connection);
    if (failure != null) {
      lose(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Appends the exchange's next request to what is to be sent.
  ///
  /// @return why there is no request: it is too large, or whoever makes it up could not
  private @Nullable Outcome encode(Connection connection, Exchange exchange) {
    if (exchange.epoch != connection.epoch) {
      exchange.epoch = connection.epoch;
      exchange.codec.reset();
    }
    Outgoing out = connection.requests;
    while (true) {
      int mark = out.append();
      try {
        encodeOnce(exchange, out.buffer);
        out.appended();
        connection.attachment =
            connection.dialler.wantsAttachments() ? exchange.codec.attachment() : null;
        connection.attachmentSent = 0;
        return null;
      } catch (BufferOverflowException e) {
        out.undo(mark);
        if (!out.grow()) {
          return Errors.REQUEST_TOO_LARGE;
        }
      } catch (RuntimeException e) {
        out.undo(mark);
        return Outcome.failedBy(e);
      }
    }
  }

  private static void encodeOnce(Exchange exchange, ByteBuffer out) {
    if (exchange.step == 0) {
      exchange.codec.encode(exchange.operation, exchange.number, out);
    } else {
      exchange.codec.encodeNext(out);
    }
  }

  /// Sends what is to be sent if the connection is open, else begins to open it.
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
    connection.attempts = 0;
    return dialNext(connection);
  }

  /// Begins to open the connection to the address that is current; where that fails at once, to the
  /// next one.
  private @Nullable Outcome dialNext(Connection connection) {
    while (true) {
      Outcome failure = dialOnce(connection);
      if (failure == null || !canTryNext(connection, failure)) {
        return failure;
      }
    }
  }

  private boolean canTryNext(Connection connection, Outcome failure) {
    if (!connection.dialler.hasSeveralAddresses() || failure == Errors.outcome(Linux.EMFILE)) {
      return false;
    }
    connection.dialler.failed(connection);
    return connection.dialler.hasUntried(connection);
  }

  private @Nullable Outcome dialOnce(Connection connection) {
    int fd = connection.dialler.dial(connection);
    connection.attempts++;
    if (fd < 0) {
      return Errors.outcome(-fd);
    }
    if (connection.dialler.hasSeveralAddresses()) {
      connection.silentAt =
          NanoClock.SYSTEM.nanoTime() + connection.dialler.silenceNanos(connection);
      mayBeSilent = true;
    }
    connection.fd = fd;
    connection.in.clear();
    connection.state = Connection.State.CONNECTING;
    boolean atOnce = connection.dialler.isConnectedAtOnce();
    connection.wantsWrite = !atOnce;
    int interest = atOnce ? Linux.EPOLLIN : Linux.EPOLLIN | Linux.EPOLLOUT;
    int watched = poll.add(fd, interest, connection.number);
    if (watched < 0) {
      return Errors.outcome(-watched);
    }
    return atOnce ? opened(connection) : null;
  }

  private @Nullable Outcome opened(Connection connection) {
    WireDriver.Tls tls = connection.dialler.tls();
    if (tls != null && connection.state == Connection.State.CONNECTING) {
      connection.state = Connection.State.HANDSHAKING;
      connection.tls = new TlsLayer(tls, callState, connection.fd);
      return handshake(connection);
    }
    return connection.greeter.hasGreeting() && connection.dialler.wantsGreeting()
        ? greet(connection)
        : ready(connection);
  }

  private @Nullable Outcome ready(Connection connection) {
    connection.state = Connection.State.OPEN;
    connection.dialler.opened(connection);
    return flush(connection);
  }

  /// What waits to be sent waits until the greeting is answered.
  private @Nullable Outcome greet(Connection connection) {
    connection.state = Connection.State.GREETING;
    connection.greeter.reset();
    Outgoing out = connection.greeting;
    out.clear();
    while (true) {
      int mark = out.append();
      try {
        connection.greeter.encodeGreeting(out.buffer);
        out.appended();
        return flush(connection);
      } catch (BufferOverflowException e) {
        out.undo(mark);
        if (!out.grow()) {
          return Errors.REQUEST_TOO_LARGE;
        }
      }
    }
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
      Outcome outcome = connection.greeter.decodeGreeting(in);
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
    Outgoing out = connection.outgoing();
    int result =
        connection.tls == null ? flushPlain(connection, out) : connection.tls.send(out.buffer);
    boolean attached = connection.state == Connection.State.OPEN;
    if (attached && result == 0 && !out.buffer.hasRemaining() && connection.hasUnsentAttachment()) {
      result = flushAttachment(connection);
    }
    if (result < 0) {
      return lossOf(connection, result);
    }
    boolean more =
        out.buffer.hasRemaining()
            || (attached && connection.hasUnsentAttachment())
            || (connection.tls != null && connection.tls.wantsWrite());
    setInterest(connection, more);
    return null;
  }

  /// 0, or a negative errno.
  private int flushPlain(Connection connection, Outgoing out) {
    ByteBuffer buffer = out.buffer;
    while (buffer.hasRemaining()) {
      int sent =
          Linux.send(
              callState,
              connection.fd,
              buffer.position() == 0 ? out.segment : out.segment.asSlice(buffer.position()),
              buffer.remaining(),
              connection.attachment != null);
      if (sent == -Linux.EAGAIN) {
        return 0;
      }
      if (sent < 0 && sent != -Linux.EINTR) {
        return sent;
      }
      buffer.position(buffer.position() + Math.max(0, sent));
      Exchange last = connection.pipeline.last();
      if (last != null && sent > 0) {
        connection.dialler.sent(
            connection.number, last.operation, last.step, buffer.hasRemaining());
      }
    }
    return 0;
  }

  /// Sends some of what is attached: the other connections have their turn before the rest.
  ///
  /// @return 0, or a negative errno
  private int flushAttachment(Connection connection) {
    MemorySegment all = Objects.requireNonNull(connection.attachment);
    long end = Math.min(all.byteSize(), connection.attachmentSent + MAX_ATTACHED_BYTES);
    while (connection.attachmentSent < end) {
      MemorySegment rest = all.asSlice(connection.attachmentSent, end - connection.attachmentSent);
      long sent =
          connection.tls == null
              ? Linux.send(callState, connection.fd, rest, rest.byteSize())
              : connection.tls.send(rest);
      if (sent == -Linux.EAGAIN) {
        return 0;
      }
      if (sent < 0 && sent != -Linux.EINTR) {
        return (int) sent;
      }
      connection.attachmentSent += Math.max(0, sent);
    }
    return 0;
  }

  private void setInterest(Connection connection, boolean write) {
    if (write != connection.wantsWrite) {
      connection.wantsWrite = write;
      poll.modify(
          connection.fd, write ? Linux.EPOLLIN | Linux.EPOLLOUT : Linux.EPOLLIN, connection.number);
    }
  }

  @Override
  public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
    boolean told = hopeless > 0;
    if (told) {
      loseHopeless(completions);
    }
    long wake = mayBeSilent ? leaveSilentAddresses(deadlineNanos, completions) : deadlineNanos;
    int events = poll.await(told ? NanoClock.SYSTEM.nanoTime() : wake);
    for (int i = 0; i < events; i++) {
      if (poll.key(i) == Poll.TIMER) {
        continue;
      }
      Connection connection = all.get(poll.key(i));
      if (connection.state == Connection.State.OPEN && (poll.readiness(i) & Linux.EPOLLOUT) == 0) {
        read(connection, completions);
      } else {
        progressOrFail(connection, poll.readiness(i), completions);
      }
    }
  }

  /// Tries the next address for connections whose address has not answered for too long.
  ///
  /// @return when to look again, at the latest
  private long leaveSilentAddresses(long deadline, AsyncDriver.Completions completions) {
    mayBeSilent = false;
    long wake = deadline;
    for (Connection connection : all) {
      if (connection.state != Connection.State.CONNECTING) {
        continue;
      }
      if (NanoClock.SYSTEM.nanoTime() - connection.silentAt >= 0) {
        closeSocket(connection);
        connection.dialler.failed(connection);
        Outcome failure = dialNext(connection);
        if (failure != null) {
          lose(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
        }
      }
      if (connection.state == Connection.State.CONNECTING) {
        mayBeSilent = true;
        wake = wake - connection.silentAt < 0 ? wake : connection.silentAt;
      }
    }
    return wake;
  }

  private void loseHopeless(AsyncDriver.Completions completions) {
    long now = NanoClock.SYSTEM.nanoTime();
    for (Connection connection : all) {
      if (connection.hopeless) {
        lose(connection, Errors.CLOSED_WITH_OTHERS, now, completions);
      }
    }
  }

  private void progressOrFail(
      Connection connection, int readiness, AsyncDriver.Completions completions) {
    if (connection.state == Connection.State.CLOSED) {
      return;
    }
    boolean wasOpen = connection.state == Connection.State.OPEN;
    int epoch = connection.epoch;
    Outcome failure = progress(connection, readiness);
    if (wasOpen && (failure != null || (readiness & ~Linux.EPOLLOUT) != 0)) {
      // The target may have answered before it stopped to read.
      read(connection, completions);
    }
    if (failure != null && connection.epoch == epoch) {
      lose(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Goes on with connecting, the handshake, the greeting, or a request that did not fit into the
  /// socket's buffer.
  private @Nullable Outcome progress(Connection connection, int readiness) {
    return switch (connection.state) {
      case CONNECTING -> {
        int error = Linux.pendingError(callState, connection.fd, scratch);
        yield error != 0 ? refused(connection, Errors.outcome(error)) : opened(connection);
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

  private @Nullable Outcome refused(Connection connection, Outcome failure) {
    if (!canTryNext(connection, failure)) {
      return failure;
    }
    closeSocket(connection);
    return dialNext(connection);
  }

  private void read(Connection connection, AsyncDriver.Completions completions) {
    do {
      if (!connection.hasRoom(connection.tls == null ? 1 : connection.tls.recordRoom())) {
        lose(connection, Errors.ANSWER_TOO_LARGE, NanoClock.SYSTEM.nanoTime(), completions);
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
        ended(connection, received, now, completions);
      }
      // Decrypted bytes that found no room give no further event; a plain socket is simply ready
      // again.
    } while (connection.tls != null
        && connection.state == Connection.State.OPEN
        && !connection.pipeline.isEmpty());
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

  /// Hands what has come to those who wait for it, in their order.
  private void decode(Connection connection, long now, AsyncDriver.Completions completions) {
    if (connection.pipeline.isEmpty()) {
      close(connection);
      return;
    }
    connection.answerBegun = true;
    int epoch = connection.epoch;
    ByteBuffer in = connection.in;
    in.flip();
    do {
      Exchange exchange = connection.pipeline.first();
      Outcome outcome = exchange.codec.decode(in);
      connection.inAnswer = outcome == null && !exchange.codec.hasNext();
      if (connection.inAnswer) {
        break;
      }
      boolean wanted = exchange.isWanted();
      connection.pipeline.remove();
      if (outcome == null && wanted && hasSurplus(connection)) {
        close(connection);
        abandon(exchange, Errors.UNEXPECTED_BYTES, now, completions);
      } else if (outcome == null && wanted) {
        nextStep(connection, exchange, now, completions);
      } else {
        answered(connection, exchange, outcome, now, completions);
      }
    } while (connection.epoch == epoch && in.hasRemaining());
    if (connection.epoch == epoch) {
      in.compact();
    }
  }

  /// Bytes that nobody waits for: the target and the codec do not speak of the same.
  private static boolean hasSurplus(Connection connection) {
    return connection.pipeline.isEmpty() && connection.in.hasRemaining();
  }

  private void nextStep(
      Connection connection, Exchange exchange, long now, AsyncDriver.Completions completions) {
    connection.usedBefore = true;
    if (!exchange.codec.isReusable() || connection.hasUnsentAttachment()) {
      lose(connection, Errors.CLOSED_WITH_OTHERS, now, completions);
    }
    exchange.step++;
    Connection next = connectionOfNextStep(exchange);
    if (next != connection || next.state == Connection.State.CLOSED) {
      next.answerBegun &= !next.pipeline.isEmpty();
    }
    exchange.moveTo(next);
    Outcome failure = encode(next, exchange);
    if (failure != null) {
      abandon(exchange, failure, now, completions);
      return;
    }
    next.pipeline.add(exchange);
    failure = transmit(next);
    if (failure != null) {
      lose(next, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  private Connection connectionOfNextStep(Exchange exchange) {
    Connection home = connectionOf(exchange.slot());
    Endpoint endpoint = exchange.codec.nextEndpoint();
    if (endpoint == null || endpoint == driver.endpoint()) {
      return home;
    }
    List<Elsewhere> known = elsewhere.get(home.number);
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).endpoint == endpoint) {
        return known.get(i).connection;
      }
    }
    Dialler other = new SocketDialler(endpoint, arena, callState);
    Connection connection = new Connection(all.size(), driver, other, arena);
    all.add(connection);
    known.add(new Elsewhere(endpoint, connection));
    return connection;
  }

  /// @param outcome null if the operation was given up between two of its requests
  private void answered(
      Connection connection,
      Exchange exchange,
      @Nullable Outcome outcome,
      long now,
      AsyncDriver.Completions completions) {
    boolean surplus = hasSurplus(connection);
    Outcome end =
        outcome == null || (surplus && outcome.isOk()) ? Errors.UNEXPECTED_BYTES : outcome;
    if (end.equals(Errors.UNEXPECTED_BYTES) && exchange.isWanted()) {
      exchange.codec.failed(end, connection.in);
    }
    connection.usedBefore = true;
    if (surplus || !exchange.codec.isReusable() || connection.hasUnsentAttachment()) {
      lose(connection, Errors.CLOSED_WITH_OTHERS, now, completions);
    }
    tell(exchange, end, now, completions);
  }

  /// The peer has closed or reset the connection.
  private void ended(
      Connection connection, int received, long now, AsyncDriver.Completions completions) {
    Pipeline pipeline = connection.pipeline;
    Outcome loss = lossOf(connection, received);
    boolean mayComplete = received == 0 && !pipeline.isEmpty() && !isStale(connection);
    Outcome atEnd = mayComplete ? pipeline.first().codec.decodeEnd() : null;
    boolean hasNext = mayComplete && atEnd == null && pipeline.first().codec.hasNext();
    if (atEnd == null && !hasNext) {
      lose(connection, loss, now, completions);
      return;
    }
    Exchange first = pipeline.remove();
    connection.inAnswer = false;
    lose(connection, loss, now, completions);
    if (hasNext && first.isWanted()) {
      nextStep(connection, first, now, completions);
    } else {
      tell(first, atEnd == null ? loss : atEnd, now, completions);
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
    return Errors.CLOSED_BEFORE_ANSWER;
  }

  /// A kept connection that the peer closed while the first request after a pause was on its way
  /// says nothing about that request, nor about those behind it: as any HTTP client does, they are
  /// sent once more on a fresh connection. Their intended starts and their starts stay.
  private boolean isStale(Connection connection) {
    if (!connection.usedBefore || connection.answerBegun || connection.pipeline.isEmpty()) {
      return false;
    }
    Exchange first = connection.pipeline.first();
    return isRepeatable(first);
  }

  private boolean isRepeatable(Exchange exchange) {
    return exchange.isWanted() && !exchange.repeated && driver.isRepeatable(exchange.operation);
  }

  /// The connection is no more. What was under way on it fails, or is sent again.
  private void lose(
      Connection connection, Outcome loss, long now, AsyncDriver.Completions completions) {
    boolean repeats = connection.usedBefore && !connection.answerBegun;
    boolean inAnswer = connection.inAnswer;
    if (inAnswer) {
      showFailure(connection, isClose(loss) ? Errors.CLOSED_IN_ANSWER : loss);
    }
    close(connection);
    for (int left = connection.pipeline.size();
        left > 0 && !connection.pipeline.isEmpty();
        left--) {
      Exchange exchange = connection.pipeline.remove();
      if (repeats && isRepeatable(exchange)) {
        repeat(connection, exchange, completions);
      } else {
        boolean begun = inAnswer || exchange.step > 0;
        boolean cut = begun && isClose(loss);
        abandon(exchange, cut ? Errors.CLOSED_IN_ANSWER : loss, now, completions);
      }
      inAnswer = false;
    }
    Outcome failure = connection.pipeline.isEmpty() ? null : transmit(connection);
    if (failure != null) {
      lose(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  private static boolean isClose(Outcome loss) {
    return loss.equals(Errors.CLOSED_BEFORE_ANSWER);
  }

  /// Lets the codec of the answer that has come in part see what it fails with.
  private static void showFailure(Connection connection, Outcome failure) {
    Exchange first = connection.pipeline.isEmpty() ? null : connection.pipeline.first();
    if (first != null && first.isWanted()) {
      connection.in.flip();
      first.codec.failed(failure, connection.in);
      connection.in.compact();
    }
  }

  /// Puts an exchange behind those that wait for the connection to be opened anew.
  private void repeat(
      Connection connection, Exchange exchange, AsyncDriver.Completions completions) {
    exchange.repeated = true;
    Outcome failure = encode(connection, exchange);
    if (failure == null) {
      connection.pipeline.add(exchange);
    } else {
      abandon(exchange, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Ends an operation for which its codec has no outcome.
  private void abandon(
      Exchange exchange, Outcome failure, long now, AsyncDriver.Completions completions) {
    if (exchange.isWanted()) {
      exchange.codec.abandoned();
    }
    tell(exchange, failure, now, completions);
  }

  /// The exchange is over, and not in the pipeline any more.
  private void tell(
      Exchange exchange, Outcome outcome, long now, AsyncDriver.Completions completions) {
    boolean wanted = exchange.isWanted();
    int slot = exchange.release();
    exchange.free();
    if (wanted) {
      underWay[slot] = null;
      completions.completed(slot, outcome, now);
    }
  }

  /// Where others are under way on the connection it goes on, and the answer that may still come is
  /// read for nobody.
  @Override
  public void cancel(int slot) {
    Exchange exchange = underWay[slot];
    if (exchange == null || exchange.connection == null) {
      return;
    }
    Connection connection = exchange.connection;
    if (connection.state == Connection.State.CONNECTING) {
      connection.dialler.failed(connection);
    }
    underWay[slot] = null;
    if (connection.inAnswer && connection.pipeline.first() == exchange) {
      showFailure(connection, Outcome.TIMED_OUT);
    }
    exchange.codec.abandoned();
    connection.pipeline.giveUp(exchange);
    if (connection.pipeline.wanted() == 0) {
      close(connection);
      while (!connection.pipeline.isEmpty()) {
        connection.pipeline.remove().free();
      }
    } else if (connection.pipeline.isHopeless() && !connection.hopeless) {
      connection.hopeless = true;
      hopeless++;
    }
  }

  private void close(Connection connection) {
    connection.epoch++;
    connection.usedBefore = false;
    connection.inAnswer = false;
    connection.requests.clear();
    connection.attachment = null;
    if (connection.hopeless) {
      connection.hopeless = false;
      hopeless--;
    }
    closeSocket(connection);
  }

  private void closeSocket(Connection connection) {
    if (connection.state != Connection.State.CLOSED) {
      connection.state = Connection.State.CLOSED;
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
    for (Connection connection : all) {
      close(connection);
    }
    dialler.close();
    poll.close();
    arena.close();
  }
}
