package dev.takt.cli.fleet;

import dev.takt.cli.spi.CliContext;
import dev.takt.load.driver.DriverException;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.share.StartTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// A start that another program gives, `--start-at -`: the run prints `ready`, and the program
/// writes the start as a line to the run's standard input. The run stops when its standard input
/// ends, so it cannot outlive the program that started it.
public final class StartOnInput {

  /// The line that the run prints when it is ready.
  private static final String READY = "ready";

  private final CliContext context;
  private final Runnable stop;
  private final CompletableFuture<String> line = new CompletableFuture<>();

  /// @param stop stops the run
  public StartOnInput(CliContext context, Runnable stop) {
    this.context = context;
    this.stop = stop;
  }

  /// Reads standard input from now on.
  public void listen() {
    Thread.ofPlatform().daemon().name("takt-start").start(this::readToEnd);
  }

  private void readToEnd() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(context.in(), StandardCharsets.UTF_8))) {
      for (String each = in.readLine(); each != null; each = in.readLine()) {
        line.complete(each);
      }
    } catch (IOException _) {
      // It is the end as well.
    }
    line.cancel(false);
    stop.run();
  }

  /// Says that the run is ready, and waits for the start.
  ///
  /// @throws DriverException if it is not a time
  public StartTime await() throws DriverException, InterruptedException {
    context.out().println(READY);
    context.out().flush();
    return parsed(line());
  }

  private String line() throws InterruptedException {
    try {
      return line.get();
    } catch (ExecutionException | CancellationException _) {
      throw new InterruptedException("standard input ended");
    }
  }

  private static StartTime parsed(@Nullable String text) throws DriverException {
    try {
      StartTime start = StartTime.parse(String.valueOf(text));
      if (!start.isOnInput()) {
        return start;
      }
    } catch (ScheduleException e) {
      throw new DriverException("the start on standard input: " + e.getMessage());
    }
    throw new DriverException("the start on standard input: expected a time, found '-'");
  }
}
