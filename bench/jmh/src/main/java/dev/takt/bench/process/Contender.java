package dev.takt.bench.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// One way to look after child processes. Each method starts children, waits for all of them and
/// fails if one of them failed; all three standard descriptors are pipes.
interface Contender {

  /// Starts a child and waits until its exit is known.
  void startAndWait(List<String> words) throws IOException, InterruptedException;

  /// As [#startAndWait] `total` times, with `atOnce` children under way.
  void startMany(List<String> words, int total, int atOnce)
      throws IOException, InterruptedException;

  /// Starts `children` at once.
  ///
  /// @return the CRC32 of the output of each
  long[] read(List<String> words, int children) throws IOException, InterruptedException;

  /// Starts `children` at once and writes `input` to each.
  ///
  /// @return the CRC32 of the output of each
  long[] feed(List<String> words, int children, ByteBuffer input)
      throws IOException, InterruptedException;

  /// Starts `children` that write nothing before their standard input ends, and is ready to read
  /// from all of them. They live until the result is closed, which waits for their ends.
  Held hold(List<String> words, int children) throws IOException, InterruptedException;

  /// Starts a child that gives back each byte at once.
  Trips trips(List<String> words) throws IOException, InterruptedException;

  /// Sends bytes to a child and back, one at a time.
  interface Trips {
    void go(int times) throws IOException, InterruptedException;

    void end() throws IOException, InterruptedException;
  }

  /// Children that live.
  interface Held {
    void end() throws IOException, InterruptedException;
  }

  /// By its name on the command line.
  static Contender of(String name) {
    return switch (name) {
      case "takt" -> new TaktCallbacks(builder -> builder, false);
      case "takt-1-loop" -> new TaktCallbacks(builder -> builder.eventLoops(1), false);
      case "takt-queue" -> new TaktCallbacks(builder -> builder, true);
      case "takt-vt-handlers" ->
          new TaktCallbacks(
              builder -> builder.handlers(task -> Thread.startVirtualThread(task)), false);
      case "takt-run" -> new TaktRun();
      case "takt-streams" -> new ThreadsForEach(Thread.ofPlatform().factory(), TaktStreams::start);
      case "takt-streams-vt" ->
          new ThreadsForEach(Thread.ofVirtual().factory(), TaktStreams::start);
      case "nuprocess3", "nuprocess4" -> new NuProcesses();
      case "jdk" -> new ThreadsForEach(Thread.ofPlatform().factory(), JdkStreams::start);
      case "jdk-vt" -> new ThreadsForEach(Thread.ofVirtual().factory(), JdkStreams::start);
      default -> throw new IllegalArgumentException("no contender " + name);
    };
  }
}
