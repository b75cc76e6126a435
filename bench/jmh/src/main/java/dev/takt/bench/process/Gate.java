package dev.takt.bench.process;

/// Lets one thread wait for another without an allocation, which a semaphore makes when it waits.
final class Gate {

  private boolean open;

  synchronized void open() {
    open = true;
    notifyAll();
  }

  /// Waits until it is open, and closes it.
  synchronized void pass() throws InterruptedException {
    while (!open) {
      wait();
    }
    open = false;
  }
}
