package dev.takt.cli.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.report.explore.Explorer;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Shows a run in a browser while it goes on, and afterwards until the user ends it.
final class RunExplorer implements AutoCloseable {

  /// Shows nothing.
  static final RunExplorer NONE = new RunExplorer(null, null);

  private final @Nullable CliContext surroundings;
  private final @Nullable Explorer explorer;

  private RunExplorer(@Nullable CliContext surroundings, @Nullable Explorer explorer) {
    this.surroundings = surroundings;
    this.explorer = explorer;
  }

  /// Starts the server, and prints its address.
  ///
  /// @throws IOException if it cannot listen; the message is for the user
  static RunExplorer start(CliContext surroundings, RunDirectory directory) throws IOException {
    Explorer explorer =
        Explorer.start(
            List.of(directory.path()), InetAddress.getLoopbackAddress(), 0, IndexPlace.ofProcess());
    surroundings.err().println("takt: explore this run at " + explorer.url());
    surroundings.err().flush();
    return new RunExplorer(surroundings, explorer);
  }

  /// Serves until Enter or a signal. Returns at once if no user can give one.
  void stay() throws InterruptedException {
    if (explorer == null || surroundings == null || !surroundings.isInTerminal()) {
      return;
    }
    surroundings.out().flush();
    surroundings.err().println("takt: still at " + explorer.url() + "; Enter or Ctrl-C ends it");
    surroundings.err().flush();
    CountDownLatch ended = new CountDownLatch(1);
    CliContext heard = surroundings;
    Thread keys = new Thread(() -> awaitKey(heard, ended), "takt-keys");
    keys.setDaemon(true);
    keys.start();
    try (var _ = surroundings.interrupts().onInterrupt(ended::countDown)) {
      ended.await();
    }
  }

  private static void awaitKey(CliContext surroundings, CountDownLatch ended) {
    try {
      var _ = surroundings.in().read();
    } catch (IOException e) {
      // Standard input was closed.
    }
    ended.countDown();
  }

  @Override
  public void close() throws IOException {
    if (explorer != null) {
      explorer.close();
    }
  }
}
