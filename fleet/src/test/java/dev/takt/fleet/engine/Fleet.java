package dev.takt.fleet.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A coordinator on a free loopback port, with agents of this JVM.
final class Fleet implements AutoCloseable {

  static final Limits LIMITS = new Limits(Duration.ofSeconds(4), Duration.ofSeconds(20));

  final RecordingListener heard = new RecordingListener();
  final RouterEngine coordinator;
  private final Optional<FleetKey> key;
  private final Limits limits;
  private final List<Engine> agents = new ArrayList<>();

  Fleet() throws IOException {
    this(Optional.empty(), LIMITS);
  }

  Fleet(Optional<FleetKey> key, Limits limits) throws IOException {
    this.key = key;
    this.limits = limits;
    coordinator = RouterEngine.listen(at(0), key, limits, heard);
  }

  static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  int port() {
    return coordinator.port();
  }

  RouterEngine join(String name, Engine.Listener listener) throws Exception {
    return join(name, key, listener);
  }

  RouterEngine join(String name, Optional<FleetKey> with, Engine.Listener listener)
      throws Exception {
    return join(name, with, Duration.ofSeconds(5), listener);
  }

  RouterEngine join(String name, Optional<FleetKey> with, Duration wait, Engine.Listener listener)
      throws Exception {
    RouterEngine agent = RouterEngine.join(at(port()), name, with, wait, limits, listener);
    synchronized (agents) {
      agents.add(agent);
    }
    return agent;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    agents.forEach(Engine::close);
    coordinator.close();
  }
}
