package dev.takt.cli.spi;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// The action of a signal: the first one stops gracefully, the second one ends the process.
public final class StopSignal implements Runnable {

  /// Printed when a signal comes before there is anything to summarise.
  public static final String TOO_EARLY = "interrupted before the run had begun";

  private static final String TWICE =
      "interrupted twice: ended at once; what was recorded so far is kept";

  private static final long SAVE_TIMEOUT_MILLIS = 1_000;

  private final CliContext context;
  private final Runnable stop;
  private final Runnable save;
  private final AtomicBoolean received = new AtomicBoolean();

  private StopSignal(CliContext context, Runnable stop, Runnable save) {
    this.context = context;
    this.stop = stop;
    this.save = save;
  }

  /// Lets signals stop a measurement, and keeps its files readable if other code ends the process,
  /// until the registration is closed.
  ///
  /// @param stop called at the first signal
  /// @param save called at the second signal, before the process ends; it gets one second
  /// @param abort see [UnexpectedExitDetector#unless]
  public static CliContext.Interrupts.Registration register(
      CliContext context, Runnable stop, Runnable save, Runnable abort) {
    var interrupts = context.interrupts().onInterrupt(new StopSignal(context, stop, save));
    var unfinished = UnexpectedExitDetector.unless(abort);
    return () -> {
      unfinished.close();
      interrupts.close();
    };
  }

  /// Same as [#register], for a run. A signal before it has begun ends the process.
  ///
  /// @param stop stops the run; false if it has not begun
  public static CliContext.Interrupts.Registration registerRun(
      CliContext context, BooleanSupplier stop, Runnable save, Runnable abort) {
    return register(
        context,
        () -> {
          if (!stop.getAsBoolean()) {
            context.message(TOO_EARLY);
            System.exit(ExitCode.INTERRUPTED);
          }
        },
        save,
        abort);
  }

  @Override
  public void run() {
    if (received.getAndSet(true)) {
      saveSoon();
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    stop.run();
  }

  /// A disk or a terminal that does not answer must not keep the process.
  private void saveSoon() {
    Thread saving =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              save.run();
              context.message(TWICE);
            });
    try {
      saving.join(SAVE_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
