package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;

/// A session for the warm-up: runs the code around a binding without a store. It uses the YCSB core
/// that the binding includes, whose exceptions are ignored here: the run reports them when they
/// first occur there.
final class WarmupSession implements BlockingDriver.Session {

  private final YcsbSession session;

  private WarmupSession(YcsbSession session) {
    this.session = session;
  }

  static WarmupSession of(BindingInstance db) {
    return new WarmupSession(
        new YcsbSession(
            db, Thread.currentThread().getContextClassLoader(), new FirstFailures(_ -> {})));
  }

  @Override
  public void prepare(int operation, long n) {
    try {
      session.prepare(operation, n);
    } catch (Throwable e) {
      // It occurs again when the operation is executed.
    }
  }

  @Override
  public Outcome execute(int operation, long n) {
    try {
      return session.execute(operation, n);
    } catch (Throwable e) {
      return Outcome.failed("rehearsal");
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (Throwable e) {
      // There is nothing to clean up.
    }
  }
}
