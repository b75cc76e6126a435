package dev.takt.fleet.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/// The engine over the lower floor of JGroups: its `GossipRouter` in the coordinator's process, and
/// a `RouterStub` in each agent. Its cost grows linearly with the number of agents. Without a key
/// it works between processes of one machine only.
///
/// Between members heartbeats are exchanged; one that is silent for four seconds is lost.
public abstract sealed class RouterEngine implements Engine permits CoordinatorEngine, AgentEngine {

  static {
    SilentLog.install();
  }

  RouterEngine() {}

  /// Opens the coordinator's port.
  ///
  /// @param at where to listen; port 0 stands for any free port
  /// @param key the fleet's key; required except on a loopback address
  /// @throws IOException if the key is missing, or the port cannot be opened; the message is for
  ///   people
  public static RouterEngine listen(InetSocketAddress at, Optional<FleetKey> key, Listener listener)
      throws IOException {
    return listen(at, key, Limits.DEFAULT, listener);
  }

  static RouterEngine listen(
      InetSocketAddress at, Optional<FleetKey> key, Limits limits, Listener listener)
      throws IOException {
    requireSafe(at, key);
    return CoordinatorEngine.open(at, key, limits, listener);
  }

  /// Connects an agent to the coordinator. The listener may be called before this returns.
  ///
  /// @param at where the coordinator listens
  /// @param name the agent's name, unique in the fleet: up to 64 of A-Z a-z 0-9 . _ -
  /// @param key the fleet's key; required except on a loopback address
  /// @param wait how long to try while the coordinator is not there; it is tried once at least
  /// @throws IOException if the coordinator is not there, has another key, or does not admit this
  ///   agent; the message is for people
  /// @throws IllegalArgumentException if the name is not valid
  public static RouterEngine join(
      InetSocketAddress at, String name, Optional<FleetKey> key, Duration wait, Listener listener)
      throws IOException, InterruptedException {
    return join(at, name, key, wait, Limits.DEFAULT, listener);
  }

  static RouterEngine join(
      InetSocketAddress at,
      String name,
      Optional<FleetKey> key,
      Duration wait,
      Limits limits,
      Listener listener)
      throws IOException, InterruptedException {
    if (!MemberNames.isValid(name)) {
      throw new IllegalArgumentException(
          "\"" + name + "\" cannot be an agent's name: " + MemberNames.RULE);
    }
    requireSafe(at, key);
    AgentEngine engine = new AgentEngine(new AgentSettings(at, name, key, limits), listener);
    engine.join(wait);
    return engine;
  }

  private static void requireSafe(InetSocketAddress at, Optional<FleetKey> key) throws IOException {
    if (at.isUnresolved()) {
      throw new IOException("cannot find the host \"" + at.getHostString() + "\"");
    }
    if (key.isEmpty() && !at.getAddress().isLoopbackAddress()) {
      throw new IOException(
          "a fleet at "
              + text(at)
              + " needs a key, as others could drive it. All machines have a copy of the same one,"
              + " which takt fleet key FILE makes once");
    }
  }

  /// An address as `HOST:PORT`.
  public static String text(InetSocketAddress at) {
    String host = at.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + at.getPort();
  }

  /// The port at which the coordinator listens.
  public abstract int port();

  @Override
  public int maxBody() {
    return Frames.MAX_BODY;
  }
}
