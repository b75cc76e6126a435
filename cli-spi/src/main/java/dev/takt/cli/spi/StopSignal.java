package dev.takt.cli.spi;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The action of a signal: the first one stops gracefully, and says so; the second one ends the
/// process.
public final class StopSignal implements Runnable {

  /// Printed when a signal comes before there is anything to summarise.
  public static final String TOO_EARLY = "interrupted before the run had begun";

  /// Printed at the first signal.
  public static final String STOPPING = "stopping; press Ctrl-C again to leave at once";

  private static final String TWICE = "interrupted twice: ended at once";

  private static final long MESSAGE_TIMEOUT_MILLIS = 100;
  private static final long SAVE_TIMEOUT_MILLIS = 1_000;

  private final Consumer<String> messages;
  private final @Nullable Path kept;
  private final Runnable stop;
  private final Runnable save;
  private final AtomicBoolean received = new AtomicBoolean();

  private StopSignal(Consumer<String> messages, @Nullable Path kept, Runnable stop, Runnable save) {
    this.messages = messages;
    this.kept = kept;
    this.stop = stop;
    this.save = save;
  }

  /// Lets signals stop a measurement, and keeps its files readable if other code ends the process,
  /// until the registration is closed.
  ///
  /// @param kept where its files are; null if it has none
  /// @param stop called at the first signal
  /// @param save called at the second signal, before the process ends; it gets one second
  /// @param abort see [UnexpectedExitDetector#unless]
  public static CliContext.Interrupts.Registration register(
      CliContext context, @Nullable Path kept, Runnable stop, Runnable save, Runnable abort) {
    return register(context, new StopSignal(context::message, kept, stop, save), abort);
  }

  private static CliContext.Interrupts.Registration register(
      CliContext context, StopSignal signal, Runnable abort) {
    var interrupts = context.interrupts().onInterrupt(signal);
    var unfinished = UnexpectedExitDetector.unless(abort);
    return () -> {
      unfinished.close();
      interrupts.close();
    };
  }

  /// Same as [#register], for a run. A signal before it has begun ends the process.
  ///
  /// @param messages prints a message
  /// @param stop stops the run; false if it has not begun
  public static CliContext.Interrupts.Registration registerRun(
      CliContext context,
      Consumer<String> messages,
      Path kept,
      BooleanSupplier stop,
      Runnable save,
      Runnable abort) {
    Runnable stopOrExit =
        () -> {
          if (!stop.getAsBoolean()) {
            messages.accept(TOO_EARLY);
            System.exit(ExitCode.INTERRUPTED);
          }
        };
    return register(context, new StopSignal(messages, kept, stopOrExit, save), abort);
  }

  @Override
  public void run() {
    if (received.getAndSet(true)) {
      within(
          SAVE_TIMEOUT_MILLIS,
          () -> {
            save.run();
            messages.accept(
                kept == null ? TWICE : TWICE + "; what was recorded so far is in " + kept);
          });
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    within(MESSAGE_TIMEOUT_MILLIS, () -> messages.accept(STOPPING));
    stop.run();
  }

  /// A disk or a terminal that does not answer must not keep the process.
  private static void within(long millis, Runnable action) {
    Thread thread = Thread.ofPlatform().daemon().start(action);
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
