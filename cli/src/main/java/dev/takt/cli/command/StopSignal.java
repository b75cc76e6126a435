package dev.takt.cli.command;

import dev.takt.cli.spi.ExitCode;
import java.util.concurrent.atomic.AtomicBoolean;

/// The action of a signal: the first one stops gracefully, the second one ends the process.
final class StopSignal implements Runnable {

  private static final long SAVE_TIMEOUT_MILLIS = 1_000;

  private final Runnable stop;
  private final Runnable save;
  private final AtomicBoolean received = new AtomicBoolean();

  /// @param stop called at the first signal
  /// @param save called at the second signal, before the process ends; it gets one second
  StopSignal(Runnable stop, Runnable save) {
    this.stop = stop;
    this.save = save;
  }

  @Override
  public void run() {
    if (received.getAndSet(true)) {
      saveSoon();
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    stop.run();
  }

  /// A disk that does not answer must not keep the process.
  private void saveSoon() {
    Thread saving = Thread.ofPlatform().daemon().start(save);
    try {
      saving.join(SAVE_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
