package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WireDriver.Session;
import dev.takt.load.journey.User;
import dev.takt.record.NanoClock;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The connections of one event loop to one target. A slot is room for one operation in flight. A
/// connection has one slot, or as many as the driver declares that it can carry at once.
/// Consecutive slots are on consecutive connections.
///
/// A lost connection is dialled again when one of its slots is next used, and the time that takes
/// is part of that operation's service time. With several endpoints, operations use other
/// connections meanwhile: see [LostConnections].
///
/// A connection whose peer takes no new operations is replaced by another one, and closed when
/// nothing is in flight on it. Operations that it has not processed are sent once more.
///
/// Confined to one thread. Allocates nothing per operation on plain connections.
public final class WireTransport implements AsyncDriver.Transport {

  /// How much of a session's own output is sent before the other connections are served.
  private static final long MAX_OUTPUT_BYTES = 1 << 20;

  /// How much of a connection with TLS and streams is decrypted before the others are served.
  private static final int MAX_RECEIVED_BYTES = 256 * 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Arena arena = Arena.ofConfined();
  private final WireDriver driver;

  /// How many slots each connection has.
  private final int slotsEach;

  private final Sockets sockets;
  private final SocketIo io;
  private final ConnectionOpener opener;

  /// The connections to the target's endpoints, in turn.
  private final Connection[] connections;

  /// By endpoint.
  private final List<Connector> connectors;

  /// The endpoint of the first connection.
  private final int firstEndpoint;

  /// By key: first those to the target, then those to other endpoints and those that have replaced
  /// one.
  private final List<Connection> all = new ArrayList<>();

  /// Those that have been replaced, and can replace another one.
  private final Queue<Connection> spares = new ArrayDeque<>();

  /// Those to continue with at the next poll, though their sockets may not be ready: what was
  /// received is not decrypted, or the output could not be sent.
  private final Queue<Connection> continued = new ArrayDeque<>();

  private final OtherConnections others;

  /// By slot; null while a slot is free.
  private final @Nullable InFlightRequest[] inFlight;

  /// By slot: whose step is sent next. Only in runs with journeys.
  private final @Nullable User[] users;

  /// How many connections are [Connection#draining].
  private int draining;

  /// Before this time, no operation in flight ends by its own deadline.
  private long nextExpiry = Long.MAX_VALUE;

  /// Null if there is only one endpoint: then an operation opens the connection that it needs.
  private final @Nullable LostConnections lost;

  private WireTransport(
      WireDriver driver,
      int first,
      int count,
      int slotsEach,
      TransportKind kind,
      boolean toItself) {
    this.driver = driver;
    this.slotsEach = slotsEach;
    this.sockets = kind.open(arena);
    this.io = new SocketIo(sockets);
    this.opener = new ConnectionOpener(sockets, io);
    this.others = new OtherConnections(count, this::newOther);
    this.connectors =
        toItself
            ? List.of(new EchoConnector(driver, arena, sockets, count))
            : driver.endpoints().stream()
                .<Connector>map(endpoint -> new SocketConnector(endpoint, sockets, false))
                .toList();
    this.firstEndpoint = first % connectors.size();
    this.connections = new Connection[count];
    for (int i = 0; i < count; i++) {
      connections[i] =
          connection(
              i,
              toItself ? driver.warmupSession() : driver.newSession(),
              connectors.get(endpointOf(i)));
      all.add(connections[i]);
    }
    this.inFlight = new InFlightRequest[count * slotsEach];
    this.users = new User[inFlight.length];
    this.lost = connectors.size() == 1 ? null : lostConnections();
  }

  private Connection connection(int key, Session session, Connector connector) {
    Pipeline pipeline = new Pipeline(session, slotsEach, driver.pipelining());
    return new Connection(key, session, pipeline, connector, arena);
  }

  private LostConnections lostConnections() {
    List<Endpoint> endpoints = driver.endpoints();
    List<Endpoint> ofConnections = new ArrayList<>();
    for (int i = 0; i < connections.length; i++) {
      ofConnections.add(endpoints.get(endpointOf(i)));
    }
    return new LostConnections(connections, ofConnections, opener, slotsEach);
  }

  /// Loads the classes and links the functions that a transport needs. That takes a new JVM some 40
  /// ms.
  public static void load() {
    try (Arena arena = Arena.ofConfined()) {
      TransportKind.AUTO.open(arena).close();
    }
  }

  /// The same as [#connect(WireDriver, int, int, TransportKind)], with sockets of this machine's
  /// best kind.
  public static WireTransport connect(WireDriver driver, int count) throws DriverException {
    return connect(driver, 0, count, TransportKind.AUTO);
  }

  /// Connects to the driver's target. Must be called by the thread that will use the transport.
  ///
  /// @param first how many connections the run's other transports have before those of this one, so
  ///   that all of them together are distributed evenly over the endpoints
  /// @param count how many connections; there are [WireDriver#pipelining] slots on each
  /// @param kind one that this machine supports
  /// @throws DriverException if the target cannot be reached
  public static WireTransport connect(WireDriver driver, int first, int count, TransportKind kind)
      throws DriverException {
    InitialConnections.choose(driver);
    WireTransport transport = make(driver, first, count, driver.pipelining(), kind);
    try {
      new InitialConnections(
              driver, transport.connections, transport.sockets, transport.opener, transport.lost)
          .open();
      return transport;
    } catch (DriverException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  /// The same for users with a connection each, which is opened when it is first used, and has one
  /// slot. Only one is opened and closed now, by the first transport of the run, to see whether the
  /// target answers.
  ///
  /// @throws DriverException if the target cannot be reached
  public static WireTransport unconnected(
      WireDriver driver, int first, int count, TransportKind kind) throws DriverException {
    if (first == 0) {
      connect(driver, 0, 1, kind).close();
    } else {
      InitialConnections.choose(driver);
    }
    return make(driver, first, count, 1, kind);
  }

  private static WireTransport make(
      WireDriver driver, int first, int count, int slotsEach, TransportKind kind)
      throws DriverException {
    try {
      return new WireTransport(driver, first, count, slotsEach, kind, false);
    } catch (IllegalStateException e) {
      throw new DriverException(
          "cannot connect to "
              + driver.describe()
              + ": "
              + e.getMessage()
              + "; "
              + InitialConnections.FEWER_FILES,
          e);
    }
  }

  /// A transport that connects to itself: each request is read from the far end of a socket pair
  /// and answered with the driver's sample, so that the generator can be warmed up without a
  /// target.
  ///
  /// @param slots how many slots are needed
  /// @param kind one that this machine supports
  public static WireTransport toItself(WireDriver driver, int slots, TransportKind kind) {
    int each = driver.pipelining();
    return new WireTransport(driver, 0, Math.ceilDiv(slots, each), each, kind, true);
  }

  private Connection connectionOf(int slot) {
    return connections[slot % connections.length];
  }

  private int endpointOf(int connection) {
    return (firstEndpoint + connection) % connectors.size();
  }

  @Override
  public int groups() {
    return connectors.size();
  }

  @Override
  public int groupOf(int slot) {
    return endpointOf(slot % connections.length);
  }

  @Override
  public int preferredGroup(int operation, long n) {
    return connectors.size() == 1 ? AsyncDriver.ANY_GROUP : driver.preferredEndpoint(operation, n);
  }

  @Override
  public void begin(AsyncDriver.Completions completions) {
    for (Connection connection : connections.clone()) {
      if (connection.hasStreams && connection.state == Connection.State.OPEN) {
        readAfterSetup(connection, completions);
      }
    }
    reportLost(completions);
  }

  private void reportLost(AsyncDriver.Completions completions) {
    if (lost != null) {
      lost.report(completions);
    }
  }

  @Override
  public void actFor(int slot, User user) {
    users[slot] = user;
  }

  @Override
  public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
    Connection connection = connectionOf(slot);
    if (connection.draining) {
      failConnection(
          connection, SocketErrors.CLOSED_WITH_OTHERS, NanoClock.SYSTEM.nanoTime(), completions);
      connection = connectionOf(slot);
    }
    if (hasEnded(connection)) {
      retire(connection, completions);
      connection = connectionOf(slot);
    }
    InFlightRequest exchange = connection.pipeline.take();
    exchange.begin(slot, operation, n);
    User user = users[slot];
    if (user != null) {
      exchange.codec.actFor(user);
      users[slot] = null;
    }
    exchange.moveTo(connection);
    inFlight[slot] = exchange;
    if (connection.pipeline.isEmpty()) {
      connection.answerBegun = false;
    }
    Outcome failure = encode(connection, exchange);
    if (failure != null) {
      abandon(exchange, failure, NanoClock.SYSTEM.nanoTime(), completions);
      return;
    }
    connection.pipeline.add(exchange);
    nextExpiry = Math.min(nextExpiry, exchange.codec.expiry());
    failure = opener.transmit(connection);
    if (failure != null) {
      failSending(connection, failure, completions);
      reportLost(completions);
    } else if (connection.hasStreams) {
      sendOutput(connection);
    }
  }

  /// Whether the peer takes no new operations on a connection.
  private static boolean hasEnded(Connection connection) {
    return connection.hasStreams && !connection.session.takesOperations();
  }

  /// The target may have answered before it stopped reading, so what it sent is read first.
  private void failSending(
      Connection connection, Outcome failure, AsyncDriver.Completions completions) {
    int epoch = connection.epoch;
    if (connection.state == Connection.State.OPEN) {
      connection.hasError = true;
      connection.sendFailure = connection.hasStreams ? failure : null;
      read(connection, completions);
    }
    if (connection.epoch == epoch && !connection.isContinued) {
      failConnection(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Appends the next request of the exchange to the pending bytes.
  ///
  /// @return why there is no request: it is too large, or the codec could not encode it
  private @Nullable Outcome encode(Connection connection, InFlightRequest exchange) {
    if (exchange.epoch != connection.epoch) {
      exchange.epoch = connection.epoch;
      exchange.codec.reset();
    }
    try {
      if (!connection.requests.append(exchange.encoder)) {
        return SocketErrors.REQUEST_TOO_LARGE;
      }
    } catch (RuntimeException e) {
      return Outcome.failedBy(e);
    }
    connection.attachment =
        connection.connector.wantsAttachments() ? exchange.codec.attachment() : null;
    connection.attachmentSent = 0;
    return null;
  }

  @Override
  public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
    boolean hasDraining = draining > 0;
    if (hasDraining) {
      closeDraining(completions);
    }
    long wake = opener.isWaiting() ? checkWaiting(deadlineNanos, completions) : deadlineNanos;
    if (lost != null && !lost.isEmpty()) {
      wake = openLost(wake, lost, completions);
    }
    wake = Math.min(wake, nextExpiry);
    int toContinue = continued.size();
    boolean isUrgent = hasDraining || toContinue > 0;
    int events = sockets.await(isUrgent ? NanoClock.SYSTEM.nanoTime() : wake);
    for (int i = 0; i < events; i++) {
      if (sockets.key(i) == Sockets.NONE) {
        continue;
      }
      Connection connection = all.get(sockets.key(i));
      connection.hasError |= (sockets.readiness(i) & Sockets.FAILED) != 0;
      if (connection.state == Connection.State.OPEN
          && (sockets.readiness(i) & Sockets.WRITABLE) == 0) {
        read(connection, completions);
      } else {
        progressOrFail(connection, sockets.readiness(i), completions);
      }
    }
    for (int i = 0; i < toContinue; i++) {
      proceed(continued.remove(), completions);
    }
    reportLost(completions);
    if (nextExpiry != Long.MAX_VALUE) {
      expire(NanoClock.SYSTEM.nanoTime(), completions);
    }
  }

  /// Ends the operations whose own deadline is over. Answers that have arrived were read before.
  private void expire(long now, AsyncDriver.Completions completions) {
    if (now < nextExpiry) {
      return;
    }
    nextExpiry = Long.MAX_VALUE;
    for (int slot = 0; slot < inFlight.length; slot++) {
      InFlightRequest exchange = inFlight[slot];
      long expiry = exchange == null ? Long.MAX_VALUE : exchange.codec.expiry();
      if (exchange != null && expiry <= now) {
        Outcome outcome = exchange.codec.expired();
        cancel(slot, outcome);
        completions.completed(slot, outcome, now);
      } else {
        nextExpiry = Math.min(nextExpiry, expiry);
      }
    }
  }

  private void continueLater(Connection connection) {
    if (!connection.isContinued) {
      connection.isContinued = true;
      continued.add(connection);
    }
  }

  private void proceed(Connection connection, AsyncDriver.Completions completions) {
    connection.isContinued = false;
    Outcome failure = connection.sendFailure;
    if (failure != null) {
      failSending(connection, failure, completions);
    } else if (connection.state == Connection.State.OPEN) {
      read(connection, completions);
    }
  }

  /// Opens lost connections again.
  ///
  /// @return when to continue, at the latest
  private long openLost(long deadline, LostConnections all, AsyncDriver.Completions completions) {
    long now = NanoClock.SYSTEM.nanoTime();
    for (Connection connection : connections) {
      Outcome failure = all.attempt(connection, now);
      if (failure != null) {
        failConnection(connection, failure, now, completions);
      }
    }
    all.report(completions);
    return all.nextAttempt(deadline);
  }

  /// Continues with the connections that wait for an address or an endpoint.
  ///
  /// @return when to check again, at the latest
  private long checkWaiting(long deadline, AsyncDriver.Completions completions) {
    opener.setWaiting(false);
    long wake = deadline;
    for (Connection connection : all) {
      Outcome failure = opener.checkWaiting(connection);
      if (failure != null) {
        failConnection(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
      }
      if (connection.isWaiting()) {
        opener.setWaiting(true);
        wake = wake - connection.waitsUntil < 0 ? wake : connection.waitsUntil;
      }
    }
    return wake;
  }

  private void closeDraining(AsyncDriver.Completions completions) {
    long now = NanoClock.SYSTEM.nanoTime();
    for (Connection connection : all) {
      if (connection.draining) {
        failConnection(connection, SocketErrors.CLOSED_WITH_OTHERS, now, completions);
      }
    }
  }

  private void progressOrFail(
      Connection connection, int readiness, AsyncDriver.Completions completions) {
    if (connection.state == Connection.State.CLOSED) {
      return;
    }
    boolean wasOpen = connection.state == Connection.State.OPEN;
    Outcome failure = opener.progress(connection, readiness);
    if (failure != null) {
      failSending(connection, failure, completions);
      return;
    }
    boolean isOpen = connection.state == Connection.State.OPEN;
    if (isOpen && connection.hasStreams) {
      sendOutput(connection);
    }
    if (isOpen && wasOpen && (readiness & ~Sockets.WRITABLE) != 0) {
      read(connection, completions);
    } else if (isOpen && !wasOpen && connection.hasStreams) {
      readAfterSetup(connection, completions);
    }
  }

  /// Frames may have arrived with the end of the setup, which make no socket ready. The session may
  /// have read them already.
  private void readAfterSetup(Connection connection, AsyncDriver.Completions completions) {
    if (connection.in.position() > 0) {
      decodeFrames(connection, NanoClock.SYSTEM.nanoTime(), completions);
    } else if (hasEnded(connection)) {
      retire(connection, completions);
    }
    if (connection.tls != null && connection.state == Connection.State.OPEN) {
      read(connection, completions);
    }
  }

  private void read(Connection connection, AsyncDriver.Completions completions) {
    int left = MAX_RECEIVED_BYTES;
    do {
      if (left <= 0) {
        continueLater(connection);
        return;
      }
      if (!connection.hasRoomToReceive()) {
        failConnection(
            connection, SocketErrors.ANSWER_TOO_LARGE, NanoClock.SYSTEM.nanoTime(), completions);
        return;
      }
      int received = io.receive(connection);
      if (received == -SocketErrors.EAGAIN || received == -SocketErrors.EINTR) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      if (received > 0 && connection.hasStreams) {
        left -= received;
        decodeFrames(connection, now, completions);
      } else if (received > 0) {
        decode(connection, now, completions);
      } else {
        ended(connection, received, now, completions);
      }
      // Decrypted bytes that found no room trigger no further event. A plain socket simply becomes
      // ready again.
      // After a failure to send, all that has arrived is read.
    } while ((connection.tls != null || connection.sendFailure != null)
        && connection.state == Connection.State.OPEN
        && (connection.hasStreams || !connection.pipeline.isEmpty()));
  }

  /// Passes each whole frame to the operation on its stream.
  private void decodeFrames(Connection connection, long now, AsyncDriver.Completions completions) {
    connection.answerBegun = true;
    connection.pipeline.resetCancelled();
    int epoch = connection.epoch;
    ByteBuffer in = connection.in;
    in.flip();
    int stream = connection.session.nextStream(in);
    while (stream >= 0 || stream == Session.OWN) {
      if (stream >= 0) {
        decodeFrame(connection, stream, now, completions);
        if (connection.epoch != epoch) {
          return;
        }
      }
      stream = connection.session.nextStream(in);
    }
    if (stream == Session.BROKEN) {
      failConnection(connection, connection.session.failure(), now, completions);
      return;
    }
    in.compact();
    sendOutput(connection);
    if (connection.isRetired || hasEnded(connection)) {
      retire(connection, completions);
    }
  }

  private void decodeFrame(
      Connection connection, int stream, long now, AsyncDriver.Completions completions) {
    InFlightRequest exchange = connection.pipeline.onStream(stream);
    if (exchange == null) {
      failConnection(connection, SocketErrors.UNEXPECTED_STREAM, now, completions);
      return;
    }
    Outcome outcome = exchange.codec.decode(connection.session.frame());
    boolean hasNext = outcome == null && exchange.codec.hasNext();
    if (outcome == null && !hasNext) {
      exchange.inAnswer = true;
      return;
    }
    boolean wanted = exchange.hasWaitingSlot();
    connection.pipeline.remove(exchange);
    if (outcome == null && wanted) {
      nextStep(connection, exchange, now, completions);
    } else {
      answered(connection, exchange, outcome, now, completions);
    }
  }

  /// Sends what the session has of its own, as far as the socket takes it. What is not sent before
  /// the other connections are served is sent when the socket is next found writable. A failure
  /// ends the connection at the next poll, after what has been received is read.
  private void sendOutput(Connection connection) {
    long left = MAX_OUTPUT_BYTES;
    while (connection.state == Connection.State.OPEN
        && connection.sendFailure == null
        && !connection.requests.buffer.hasRemaining()
        && connection.session.hasOutput()) {
      if (left <= 0) {
        io.setInterest(connection, true);
        return;
      }
      boolean fits = connection.requests.append(connection.output);
      left -= Math.max(1, connection.requests.buffer.remaining());
      Outcome failure = fits ? io.flush(connection) : SocketErrors.REQUEST_TOO_LARGE;
      if (failure != null) {
        failLater(connection, failure);
      }
    }
  }

  private void failLater(Connection connection, Outcome failure) {
    connection.sendFailure = failure;
    continueLater(connection);
  }

  /// The peer takes no new operations on the connection: another one has its place from now on, on
  /// which operations are sent that the peer has not processed. The connection is closed when
  /// nothing is in flight on it.
  private void retire(Connection connection, AsyncDriver.Completions completions) {
    if (!connection.isRetired) {
      connection.isRetired = true;
      replace(connection);
    }
    int epoch = connection.epoch;
    for (int left = connection.pipeline.size();
        left > 0 && connection.epoch == epoch && !connection.pipeline.isEmpty();
        left--) {
      InFlightRequest exchange = connection.pipeline.remove();
      if (connection.session.isUnprocessed(exchange.stream)) {
        repeatElsewhere(connection, exchange, completions);
      } else {
        connection.pipeline.add(exchange);
      }
    }
    releaseRetired(connection);
  }

  private void replace(Connection connection) {
    Connection spare = spares.poll();
    if (spare == null) {
      spare = connection(all.size(), driver.newSession(), connection.connector);
      all.add(spare);
    }
    spare.isRetired = false;
    spare.number = connection.number;
    spare.connector = connection.connector;
    if (connection.number < connections.length) {
      connections[connection.number] = spare;
    } else {
      others.replace(connection, spare);
    }
  }

  /// Sends a request that the peer of a retired connection has not processed once more.
  private void repeatElsewhere(
      Connection retired, InFlightRequest exchange, AsyncDriver.Completions completions) {
    long now = NanoClock.SYSTEM.nanoTime();
    if (!exchange.hasWaitingSlot()) {
      exchange.free();
      return;
    }
    if (exchange.unprocessed) {
      abandon(exchange, SocketErrors.UNPROCESSED, now, completions);
      return;
    }
    exchange.unprocessed = true;
    if (retired.session.isSent(exchange.stream)) {
      driver.repeated(exchange.operation);
    }
    write(exchange, retired, connectionOfNextStep(exchange, completions), now, completions);
  }

  /// Closes a retired connection if nothing is in flight on it.
  private void releaseRetired(Connection connection) {
    if (connection.isRetired && connection.pipeline.isEmpty() && !spares.contains(connection)) {
      close(connection);
      spares.add(connection);
    }
  }

  /// Decodes received bytes for the operations in flight, in their order.
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
      InFlightRequest exchange = connection.pipeline.first();
      Outcome outcome = exchange.codec.decode(in);
      connection.inAnswer = outcome == null && !exchange.codec.hasNext();
      if (connection.inAnswer) {
        break;
      }
      boolean wanted = exchange.hasWaitingSlot();
      connection.pipeline.remove();
      if (outcome == null && wanted && hasSurplus(connection)) {
        exchange.codec.failed(SocketErrors.UNEXPECTED_BYTES, in);
        close(connection);
        abandon(exchange, SocketErrors.UNEXPECTED_BYTES, now, completions);
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

  /// Whether there are bytes that belong to no operation. Then the target and the codec disagree
  /// about the protocol.
  private static boolean hasSurplus(Connection connection) {
    return !connection.hasStreams && connection.pipeline.isEmpty() && connection.in.hasRemaining();
  }

  private void nextStep(
      Connection connection,
      InFlightRequest exchange,
      long now,
      AsyncDriver.Completions completions) {
    connection.usedBefore = true;
    if (!exchange.codec.isReusable() || connection.hasUnsentAttachment()) {
      failConnection(connection, SocketErrors.CLOSED_WITH_OTHERS, now, completions);
    }
    exchange.nextStep();
    if (hasEnded(connection)) {
      retire(connection, completions);
    }
    write(exchange, connection, connectionOfNextStep(exchange, completions), now, completions);
  }

  /// Sends the next request of an operation, which has left the pipeline.
  ///
  /// @param connection of the request before
  private void write(
      InFlightRequest last,
      Connection connection,
      Connection next,
      long now,
      AsyncDriver.Completions completions) {
    InFlightRequest exchange = next.hasStreams && next != connection ? takenOver(last, next) : last;
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
    failure = next.sendFailure == null ? opener.transmit(next) : null;
    if (failure != null && next.hasStreams && next.state == Connection.State.OPEN) {
      failLater(next, failure); // its frames may be being read
    } else if (failure != null && next != connection) {
      failSending(next, failure, completions);
    } else if (failure != null) {
      failConnection(next, failure, NanoClock.SYSTEM.nanoTime(), completions);
    } else if (next.hasStreams) {
      sendOutput(next);
    }
  }

  /// Codecs of sessions with streams belong to their connection, so that one of the next connection
  /// takes over.
  private InFlightRequest takenOver(InFlightRequest last, Connection next) {
    InFlightRequest exchange = next.pipeline.take();
    exchange.takeOver(last);
    inFlight[exchange.slot()] = exchange;
    return exchange;
  }

  private Connection connectionOfNextStep(
      InFlightRequest exchange, AsyncDriver.Completions completions) {
    Connection next = connectionOfNextStep(exchange);
    if (!hasEnded(next)) {
      return next;
    }
    retire(next, completions);
    return connectionOfNextStep(exchange);
  }

  private Connection connectionOfNextStep(InFlightRequest exchange) {
    Connection home = connectionOf(exchange.slot());
    PendingEndpoint other = exchange.codec.nextEndpoint();
    return other == null ? home : others.get(home, other);
  }

  private Connection newOther(PendingEndpoint endpoint) {
    Connection connection =
        connection(all.size(), driver.newSession(), new PendingConnector(endpoint));
    all.add(connection);
    return connection;
  }

  /// @param outcome null if the operation timed out between two of its requests
  private void answered(
      Connection connection,
      InFlightRequest exchange,
      @Nullable Outcome outcome,
      long now,
      AsyncDriver.Completions completions) {
    boolean surplus = hasSurplus(connection);
    Outcome end =
        outcome == null || (surplus && outcome.isOk()) ? SocketErrors.UNEXPECTED_BYTES : outcome;
    if (end.equals(SocketErrors.UNEXPECTED_BYTES) && exchange.hasWaitingSlot()) {
      exchange.codec.failed(end, connection.in);
    }
    connection.usedBefore = true;
    if (surplus || !exchange.codec.isReusable() || connection.hasUnsentAttachment()) {
      failConnection(connection, SocketErrors.CLOSED_WITH_OTHERS, now, completions);
    }
    complete(exchange, end, now, completions);
  }

  /// The peer has closed or reset the connection.
  private void ended(
      Connection connection, int received, long now, AsyncDriver.Completions completions) {
    Pipeline pipeline = connection.pipeline;
    Outcome reason = connection.session.goAway();
    Outcome loss = reason == null ? SocketIo.outcomeOfLoss(connection, received) : reason;
    boolean mayComplete =
        received == 0 && !connection.hasStreams && !pipeline.isEmpty() && !isStale(connection);
    Outcome atEnd = mayComplete ? pipeline.first().codec.decodeEnd() : null;
    boolean hasNext = mayComplete && atEnd == null && pipeline.first().codec.hasNext();
    if (atEnd == null && !hasNext) {
      failConnection(connection, loss, now, completions);
      return;
    }
    InFlightRequest first = pipeline.remove();
    connection.inAnswer = false;
    failConnection(connection, loss, now, completions);
    if (hasNext && first.hasWaitingSlot()) {
      nextStep(connection, first, now, completions);
    } else {
      complete(first, atEnd == null ? loss : atEnd, now, completions);
    }
  }

  /// The peer may close an idle connection while the first request after a pause is on its way.
  /// That is no failure of this request, nor of those behind it. As in any HTTP client, they are
  /// sent once more on a fresh connection. Their intended and actual starts stay unchanged. Not
  /// with several endpoints, where idle connections are kept open, and a loss is the loss of a
  /// server.
  private boolean isStale(Connection connection) {
    if (lost != null
        || !connection.usedBefore
        || connection.answerBegun
        || connection.pipeline.isEmpty()) {
      return false;
    }
    InFlightRequest first = connection.pipeline.first();
    return isRepeatable(first);
  }

  private boolean isRepeatable(InFlightRequest exchange) {
    return exchange.hasWaitingSlot()
        && !exchange.repeated
        && driver.isRepeatable(exchange.operation);
  }

  /// The connection is lost. Requests in flight on it fail, or are sent again.
  private void failConnection(
      Connection connection, Outcome loss, long now, AsyncDriver.Completions completions) {
    if (hasEnded(connection)) {
      int epoch = connection.epoch;
      retire(connection, completions);
      if (connection.epoch != epoch) {
        return;
      }
    }
    boolean repeats =
        lost == null && connection.usedBefore && !connection.answerBegun && !connection.isRetired;
    boolean inAnswer = connection.inAnswer;
    if (inAnswer) {
      showFailure(connection, isClose(loss) ? SocketErrors.CLOSED_IN_ANSWER : loss);
    }
    close(connection, loss);
    for (int left = connection.pipeline.size();
        left > 0 && !connection.pipeline.isEmpty();
        left--) {
      InFlightRequest exchange = connection.pipeline.remove();
      if (repeats && isRepeatable(exchange)) {
        repeat(connection, exchange, completions);
      } else {
        boolean begun = inAnswer || exchange.inAnswer || exchange.step > 0;
        Outcome failure = begun && isClose(loss) ? SocketErrors.CLOSED_IN_ANSWER : loss;
        if (exchange.inAnswer && exchange.hasWaitingSlot()) {
          exchange.codec.failed(failure, NOTHING);
        }
        abandon(exchange, failure, now, completions);
      }
      inAnswer = false;
    }
    Outcome failure = connection.pipeline.isEmpty() ? null : opener.transmit(connection);
    if (failure != null) {
      failConnection(connection, failure, NanoClock.SYSTEM.nanoTime(), completions);
    }
    releaseRetired(connection);
  }

  private static boolean isClose(Outcome loss) {
    return loss.equals(SocketErrors.CLOSED_BEFORE_ANSWER);
  }

  /// Passes the failure to the codec of an answer that has arrived in part.
  private static void showFailure(Connection connection, Outcome failure) {
    InFlightRequest first = connection.pipeline.isEmpty() ? null : connection.pipeline.first();
    if (first != null && first.hasWaitingSlot()) {
      connection.in.flip();
      first.codec.failed(failure, connection.in);
      connection.in.compact();
    }
  }

  /// Appends a request to those that wait for the connection to be opened again.
  private void repeat(
      Connection connection, InFlightRequest exchange, AsyncDriver.Completions completions) {
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
      InFlightRequest exchange, Outcome failure, long now, AsyncDriver.Completions completions) {
    if (exchange.hasWaitingSlot()) {
      exchange.codec.abandoned();
    }
    complete(exchange, failure, now, completions);
  }

  /// Ends an exchange, which is not in the pipeline any more.
  private void complete(
      InFlightRequest exchange, Outcome outcome, long now, AsyncDriver.Completions completions) {
    boolean wanted = exchange.hasWaitingSlot();
    int slot = exchange.release();
    exchange.free();
    if (wanted) {
      inFlight[slot] = null;
      completions.completed(slot, outcome, now);
    }
  }

  @Override
  public void userEnded(int slot) {
    Connection home = connectionOf(slot);
    close(home);
    others.forEach(home, this::close);
  }

  /// If other operations are in flight on the connection, or it has streams, it stays open, and the
  /// answer that may still arrive is discarded.
  @Override
  public void cancel(int slot) {
    cancel(slot, Outcome.TIMED_OUT);
  }

  private void cancel(int slot, Outcome outcome) {
    InFlightRequest exchange = inFlight[slot];
    if (exchange == null || exchange.connection == null) {
      return;
    }
    Connection connection = exchange.connection;
    if (connection.state == Connection.State.CONNECTING) {
      connection.connector.failed(connection);
    }
    inFlight[slot] = null;
    if (connection.inAnswer && connection.pipeline.first() == exchange) {
      showFailure(connection, outcome);
    } else if (exchange.inAnswer) {
      exchange.codec.failed(outcome, NOTHING);
    }
    exchange.codec.abandoned();
    if (connection.session.cancelsAbandoned()) {
      connection.pipeline.cancel(exchange);
      var _ = exchange.release();
      exchange.free();
    } else {
      connection.pipeline.abandon(exchange);
    }
    if (connection.pipeline.awaitedCount() == 0 && !connection.canStayIdle()) {
      close(connection);
      while (!connection.pipeline.isEmpty()) {
        connection.pipeline.remove().free();
      }
      releaseRetired(connection);
    } else if (connection.pipeline.hasTooManyTimeouts() && !connection.draining) {
      connection.draining = true;
      draining++;
    } else if (connection.hasStreams) {
      sendOutput(connection);
    }
  }

  private void close(Connection connection) {
    close(connection, null);
  }

  /// @param reason null if nothing is wrong with its endpoint
  private void close(Connection connection, @Nullable Outcome reason) {
    if (lost != null && connection.number < connections.length && !connection.isRetired) {
      lost.closed(connection, reason, NanoClock.SYSTEM.nanoTime());
    }
    connection.epoch++;
    connection.usedBefore = false;
    connection.inAnswer = false;
    connection.sendFailure = null;
    connection.session.disconnected();
    connection.pipeline.resetCancelled();
    connection.setup.clear();
    connection.requests.clear();
    connection.attachment = null;
    if (connection.draining) {
      connection.draining = false;
      draining--;
    }
    io.close(connection);
  }

  @Override
  public void close() {
    if (lost != null) {
      lost.end();
    }
    for (Connection connection : all) {
      close(connection);
    }
    connectors.forEach(Connector::close);
    sockets.close();
    arena.close();
  }
}
