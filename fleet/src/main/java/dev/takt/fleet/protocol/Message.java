package dev.takt.fleet.protocol;

import java.util.List;

/// A message between the coordinator and an agent. All moments are readings of a monotonic clock in
/// nanoseconds: which machine's, the message says.
public sealed interface Message {

  /// The version of the protocol. Machines of other versions are refused.
  int VERSION = 1;

  /// An agent is there.
  ///
  /// @param version of the protocol
  /// @param takt the version of Takt
  /// @param host the name of its machine
  /// @param cores the number of processors
  /// @param weight how large its share is in relation to those of the other machines; 0 if it only
  ///   watches
  /// @param instance a random number, by which agents of the same name differ
  record Hello(int version, String takt, String host, int cores, int weight, long instance)
      implements Message {}

  /// The sender refuses to take part.
  ///
  /// @param reason for the user
  record Refusal(String reason) implements Message {}

  /// Asks for the agent's clock.
  ///
  /// @param sent on the coordinator's clock
  record Ping(long sent) implements Message {}

  /// Answers a [Ping].
  ///
  /// @param sent that of the ping
  /// @param received on the agent's clock
  /// @param answered on the agent's clock
  record Pong(long sent, long received, long answered) implements Message {}

  /// Comes after a [Pong] now and then, if the kernel of the agent's machine states an error of its
  /// wall clock.
  ///
  /// @param sent that of the ping
  /// @param nanoTime on the agent's clock
  /// @param epochNanos its wall clock at that moment, in nanoseconds since 1970
  /// @param errorNanos that the kernel states
  record WallClock(long sent, long nanoTime, long epochNanos, long errorNanos) implements Message {}

  /// Asks an agent to make its generator ready, or to begin to watch.
  ///
  /// @param plan of the run, in YAML; empty for a machine that only watches
  /// @param share the machine's part of it, such as `2/4`; empty for a machine that only watches
  /// @param orphanNanos how long the generator or the watch goes on without the coordinator
  /// @param run a random number, by which runs of the same plan differ
  record Prepare(String plan, String share, long orphanNanos, long run) implements Message {}

  /// The generator is ready to start, or the watch has begun.
  record Ready() implements Message {}

  /// The start of the generator.
  ///
  /// @param nanoTime on the agent's clock
  record Start(long nanoTime) implements Message {}

  /// Asks an agent to end its generator or its watch in good order.
  record Stop() implements Message {}

  /// The generator or the watch has ended.
  ///
  /// @param exitCode of its process
  /// @param text its last lines of standard error
  record Ended(int exitCode, String text) implements Message {}

  /// Asks for a part of a file of the run directory.
  ///
  /// @param file its name, relative to the run directory, with `/`
  /// @param offset in the file, in bytes
  /// @param length the maximum number of bytes
  record Pull(String file, long offset, int length) implements Message {}

  /// Answers a [Pull].
  ///
  /// @param file its name
  /// @param offset in the file, in bytes
  /// @param bytes empty if there are none yet
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared or changed
  record Piece(String file, long offset, byte[] bytes) implements Message {}

  /// Asks for the names of all files of the run directory.
  record ListFiles() implements Message {}

  /// Answers [ListFiles], once the generator has ended.
  record Files(List<FileFacts> files) implements Message {
    /// Copies the list, so that the record is immutable.
    public Files {
      files = List.copyOf(files);
    }
  }

  /// The coordinator has everything: the agent may end.
  record Done() implements Message {}

  /// The machine has been checked, and there is no run.
  ///
  /// @param stays whether the agent waits for one
  record Checked(boolean stays) implements Message {}

  /// A file of the run directory.
  ///
  /// @param name relative to the run directory, with `/`
  /// @param size in bytes
  /// @param sha256 of its content, in hexadecimal digits
  record FileFacts(String name, long size, String sha256) {}
}
