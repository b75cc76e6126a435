package dev.takt.cli.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.report.explore.Explorer;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Shows a run in a browser while it goes on, and afterwards until the user ends it.
final class RunExplorer implements AutoCloseable {

  /// Shows nothing.
  static final RunExplorer NONE = new RunExplorer(null, null);

  private final @Nullable CliContext context;
  private final @Nullable Explorer explorer;

  private RunExplorer(@Nullable CliContext context, @Nullable Explorer explorer) {
    this.context = context;
    this.explorer = explorer;
  }

  /// Starts the server, and prints its address.
  private static RunExplorer start(CliContext context, RunDirectory directory) throws IOException {
    Explorer explorer = Explorer.ofRun(directory.path(), IndexDirectory.ofProcess());
    context.message("explore this run at " + explorer.url());
    return new RunExplorer(context, explorer);
  }

  /// Starts the server of a run that has not begun.
  ///
  /// @param isNewDirectory whether the directory was created for this run, and goes if it cannot
  ///   start
  /// @throws IOException if it cannot listen; the message is for the user
  static RunExplorer start(CliContext context, RunDirectory directory, boolean isNewDirectory)
      throws IOException {
    try {
      return start(context, directory);
    } catch (IOException e) {
      if (isNewDirectory) {
        directory.removeIfNothingIsRecorded();
      }
      throw e;
    }
  }

  /// Serves until Enter or a signal. Returns at once if no user can give one.
  void stay() throws InterruptedException {
    if (explorer == null || context == null || !context.isInTerminal()) {
      return;
    }
    context.out().flush();
    context.message("still at " + explorer.url() + "; Enter or Ctrl-C ends it");
    CountDownLatch ended = new CountDownLatch(1);
    CliContext heard = context;
    Thread keys = new Thread(() -> awaitKey(heard, ended), "takt-keys");
    keys.setDaemon(true);
    keys.start();
    try (var _ = context.interrupts().onInterrupt(ended::countDown)) {
      ended.await();
    }
  }

  private static void awaitKey(CliContext context, CountDownLatch ended) {
    try {
      var _ = context.in().read();
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
