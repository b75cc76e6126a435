package dev.takt.fleet.engine;

import java.io.IOException;
import java.util.Set;

/// Carries messages between the coordinator and its agents. Messages between two members arrive in
/// the order in which they were sent, or the connection is reported as lost; nothing is sent again.
/// A message that was sent just before the connection was lost may not have arrived. Thread-safe.
public interface Engine extends AutoCloseable {

  /// The name of the coordinator as a member.
  String COORDINATOR = "coordinator";

  /// What a member is notified of. Called by threads of the engine, one call at a time for each
  /// other member; no call begins after [Engine#close] has returned. While a call blocks, that
  /// member's messages wait. A call that throws an exception loses the connection.
  interface Listener {

    /// A message has arrived.
    ///
    /// @param from the name of the sender
    /// @param receivedNanos when, on the monotonic clock
    void message(String from, byte[] body, long receivedNanos);

    /// A member can be reached. The coordinator is notified of agents, an agent of the coordinator.
    void joined(String member);

    /// An agent was not admitted. Only the coordinator is notified.
    ///
    /// @param name as the agent calls itself, a valid name of a member
    /// @param reason for the user
    default void refused(String name, String reason) {}

    /// A connection was ended that is not that of an agent of this fleet, or an agent's that broke
    /// the protocol. Only the coordinator is notified; of many only now and then.
    ///
    /// @param address from where it came
    /// @param reason for the user, with the number of times
    default void connectionRejected(String address, String reason) {}

    /// A member cannot be reached any more: it ended, was silent for too long, did not read its
    /// messages, or broke the protocol.
    void left(String member);
  }

  /// Sends a message.
  ///
  /// @throws IOException if the member is not there, or the connection is lost
  /// @throws IllegalArgumentException if the body is larger than [#maxBody]
  void send(String to, byte[] body) throws IOException;

  /// Sends a message to all other members that are there; failures are reported by [Listener#left].
  ///
  /// @throws IllegalArgumentException if the body is larger than [#maxBody]
  void broadcast(byte[] body);

  /// The names of the other members that are there.
  Set<String> members();

  /// Connects an agent again after its connection was lost. Tries once.
  ///
  /// @throws IOException if the coordinator is not there, or does not admit this agent
  /// @throws UnsupportedOperationException if this is the coordinator
  void rejoin() throws IOException, InterruptedException;

  /// The largest body of a message in bytes.
  int maxBody();

  /// Ends all connections, within a second. Sends what was given to [#send] before, as far as the
  /// others read it within that time.
  @Override
  void close();
}
