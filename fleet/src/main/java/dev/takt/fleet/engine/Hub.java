package dev.takt.fleet.engine;

import java.io.DataInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.blocks.cs.BaseServer;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipRouter;
import org.jgroups.stack.GossipType;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.UUID;

/// The router, in the coordinator's process: agents register with it, and it passes their messages
/// to the coordinator and the coordinator's to them. It does not route between agents.
final class Hub extends GossipRouter {

  private static final String THREADS = "fleet-router";

  private final Map<Address, Line> lines = new ConcurrentHashMap<>();
  private final Map<String, Member> members = new ConcurrentHashMap<>();
  private final Optional<FleetKey> key;
  private final Limits limits;
  private final Engine.Listener listener;
  private final RejectedConnections rejected;
  private volatile boolean closed;

  Hub(InetSocketAddress at, Optional<FleetKey> key, Limits limits, Engine.Listener listener)
      throws Exception {
    super(at.getAddress(), at.getPort());
    this.key = key;
    this.limits = limits;
    this.listener = listener;
    rejected = new RejectedConnections(listener);
  }

  /// Starts the server without the parts of the superclass that harm: a hook that closes all
  /// connections as soon as this JVM begins to shut down, a reaper that waits for peers that never
  /// speak, and sockets that delay small messages. Connections that end are reported to this class
  /// before the server, which closes them in a way that can block.
  @Override
  public GossipRouter start() throws Exception {
    Server made = new Server(this);
    made.receiver(this).tcpNodelay(true).addConnectionListener(this).addConnectionListener(made);
    server = made;
    running.set(true);
    made.start();
    Thread.ofVirtual().name("fleet-late-connections").start(this::closeLateConnections);
    return this;
  }

  /// The server of JGroups, which would keep a lock for each address that ever connected.
  private static final class Server extends TcpServer {

    Server(Hub hub) throws Exception {
      super(
          new DefaultThreadFactory(THREADS, true).useVirtualThreads(true),
          new Sockets(hub),
          hub.bind_addr,
          hub.port,
          hub.port,
          null,
          0,
          0,
          THREADS);
      removeConnectionListener(this);
    }

    @Override
    public void connectionClosed(Connection connection) {
      super.connectionClosed(connection);
      locks.remove(connection.peerAddress());
    }
  }

  /// Gives the server the socket that guards its connections.
  private static final class Sockets extends DefaultSocketFactory {

    private final Hub hub;

    Sockets(Hub hub) {
      this.hub = hub;
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
      return new GuardedServerSocket(hub.lines, hub.key, hub.limits, hub.rejected);
    }
  }

  int localPort() {
    return ((IpAddress) server.localAddress()).getPort();
  }

  Map<String, Member> members() {
    return members;
  }

  @Override
  public void connectionEstablished(Connection connection) {
    Line line = lines.get(connection.peerAddress());
    if (line != null) {
      line.start(connection);
    }
  }

  @Override
  public void connectionClosed(Connection connection) {
    Line line = lines.remove(connection.peerAddress());
    if (line == null) {
      return;
    }
    Member member = line.member();
    if (member != null) {
      line.close();
      leave(member);
    } else if (!closed) {
      if (line.isLate(limits.registration().toNanos() * 9 / 10)) { // reading has timed out
        line.refuse(rejected, RejectedConnections.Reason.SILENT);
      }
      line.ended(rejected);
    }
  }

  private void leave(Member member) {
    members.remove(member.name(), member);
    member.leave();
  }

  /// Receives a frame. An exception ends the connection.
  @Override
  public void receive(Address from, DataInput in, int length) throws Exception {
    long now = System.nanoTime();
    Line line = lines.get(from);
    if (line == null || closed) {
      throw new IOException("the connection is closed");
    }
    Member member = line.member();
    int limit = member == null ? Frames.MAX_REGISTRATION : Frames.MAX_FRAME;
    if (length < 1 || length > limit) {
      line.refuse(
          rejected,
          length < 1 ? RejectedConnections.Reason.MALFORMED : RejectedConnections.Reason.OVERSIZED);
      throw new IOException("a frame of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    GossipData frame;
    try {
      frame = Frames.parse(bytes);
      requireExpected(frame, member == null);
    } catch (IOException e) {
      line.refuse(rejected, RejectedConnections.Reason.MALFORMED);
      throw e;
    }
    if (member == null) {
      register(line, frame);
    } else if (frame.getType() == GossipType.HEARTBEAT) {
      member.send(Frames.HEARTBEAT);
    } else {
      member.receive(Frames.body(frame), now);
    }
  }

  private static void requireExpected(GossipData frame, boolean isFirst) throws IOException {
    boolean isExpected =
        switch (frame.getType()) {
          case REGISTER ->
              isFirst && frame.getAddress() instanceof UUID && frame.getLogicalName() != null;
          case HEARTBEAT -> !isFirst;
          case MESSAGE -> !isFirst && Frames.kind(frame) == Frames.Kind.BODY;
          default -> false;
        };
    if (!isExpected) {
      throw new IOException("unexpected frame: " + frame.getType());
    }
  }

  private void register(Line line, GossipData frame) throws Exception {
    String name = frame.getLogicalName();
    UUID address = (UUID) frame.getAddress();
    if (!Frames.GROUP.equals(frame.getGroup())) {
      refuse(
          line,
          RejectedConnections.Reason.OTHER_VERSION,
          "the coordinator has another version of Takt");
    }
    if (!MemberNames.isValid(name)) {
      refuse(
          line,
          RejectedConnections.Reason.BAD_NAME,
          "the name of an agent has up to 64 of A-Z a-z 0-9 . _ -");
    }
    Member made = new Member(name, address, line, listener);
    for (Member old = members.putIfAbsent(name, made);
        old != null;
        old = members.putIfAbsent(name, made)) {
      if (!old.hasAddress(address)) {
        String reason = "another agent is named \"" + name + "\"; choose another --name";
        if (rejected.isReported("agents named " + name, RejectedConnections.Reason.SAME_NAME)) {
          listener.refused(name, reason);
        }
        line.isCounted();
        refuse(line, RejectedConnections.Reason.SAME_NAME, reason);
      }
      leave(old);
    }
    line.admit(made, limits.silenceMillis());
    made.join();
  }

  /// Says why to the agent, and to the user.
  private void refuse(Line line, RejectedConnections.Reason why, String reason) throws Exception {
    line.count(rejected, why);
    line.send(Frames.message(Frames.Kind.REFUSAL, reason.getBytes(StandardCharsets.UTF_8)));
    throw new IOException(reason);
  }

  private void closeLateConnections() {
    long registrationNanos = limits.registration().toNanos();
    try {
      while (!closed) {
        Thread.sleep(limits.heartbeatMillis());
        lines.forEach((from, line) -> {
          if (line.isLate(registrationNanos)) {
            line.refuse(rejected, RejectedConnections.Reason.SILENT);
          }
        });
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends all connections, all at the same time: JGroups takes 100 ms for each.
  @Override
  public void stop() {
    long deadline = System.nanoTime() + 500_000_000;
    Background.all(members.values(), member -> member.finish(deadline), 600);
    closed = true;
    lines.values().forEach(Line::close);
    BaseServer stopped = server;
    if (stopped != null && running.compareAndSet(true, false)) {
      Background.all(List.of(stopped), BaseServer::stop, 300);
    }
  }
}
