package dev.takt.fleet.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// The coordinator's end.
final class CoordinatorEngine extends RouterEngine {

  private final Hub hub;
  private final int port;

  private CoordinatorEngine(Hub hub) {
    this.hub = hub;
    port = hub.localPort();
  }

  static CoordinatorEngine open(
      InetSocketAddress at, Optional<FleetKey> key, Limits limits, Listener listener)
      throws IOException {
    try {
      Hub hub = new Hub(at, key, limits, listener);
      hub.start();
      return new CoordinatorEngine(hub);
    } catch (Exception e) {
      throw new IOException("cannot listen on " + text(at) + ": is another program there?", e);
    }
  }

  @Override
  public void send(String to, byte[] body) throws IOException {
    Member member = hub.members().get(to);
    if (member == null) {
      throw Member.absent(to);
    }
    if (!member.send(Frames.message(Frames.Kind.BODY, body))) {
      throw new IOException("the connection to agent \"" + to + "\" is lost");
    }
  }

  @Override
  public void broadcast(byte[] body) {
    byte[] frame = Frames.message(Frames.Kind.BODY, body);
    hub.members().values().forEach(member -> member.send(frame));
  }

  @Override
  public Set<String> members() {
    return Set.copyOf(hub.members().keySet());
  }

  @Override
  public void rejoin() {
    throw new UnsupportedOperationException("the coordinator does not join");
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void close() {
    hub.stop();
  }
}
