package dev.takt.fleet.engine;

import java.io.IOException;
import java.util.Set;

/// Carries messages between the coordinator and its agents. Messages between two members arrive in
/// the order in which they were sent, or the connection is reported as lost; nothing is sent again.
/// Thread-safe.
public interface Engine extends AutoCloseable {

  /// The name of the coordinator as a member.
  String COORDINATOR = "coordinator";

  /// What a member is told. Called by threads of the engine, which must not be blocked for long.
  interface Listener {

    /// A message has arrived.
    ///
    /// @param from the name of the sender
    /// @param receivedNanos when, on the monotonic clock
    void message(String from, byte[] body, long receivedNanos);

    /// A member can be reached. The coordinator is told of agents, an agent of the coordinator.
    void joined(String member);

    /// A member cannot be reached any more: it ended, or was silent for too long.
    void left(String member);
  }

  /// Sends a message.
  ///
  /// @throws IOException if the member is not there, or the connection is lost
  void send(String to, byte[] body) throws IOException;

  /// Sends a message to all other members that are there; failures are reported by [Listener#left].
  void broadcast(byte[] body);

  /// The names of the other members that are there.
  Set<String> members();

  /// Connects an agent again after its connection was lost.
  ///
  /// @throws IOException if the coordinator is not there
  void rejoin() throws IOException, InterruptedException;

  /// The largest body of a message in bytes.
  int maxBody();

  @Override
  void close();
}
