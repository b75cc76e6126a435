package dev.takt.cli;

import java.util.concurrent.atomic.AtomicBoolean;

/// The action of a signal: the first one stops gracefully, the second one ends the process.
final class StopSignal implements Runnable {

  private final Runnable stop;
  private final AtomicBoolean received = new AtomicBoolean();

  /// @param stop called at the first signal
  StopSignal(Runnable stop) {
    this.stop = stop;
  }

  @Override
  public void run() {
    if (received.getAndSet(true)) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    stop.run();
  }
}
