package dev.takt.load.engine.once;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;

/// A driver with blocking calls, whose operations are seen as they begin and end.
record TracedSessions(BlockingDriver driver, Exchanges exchanges) implements BlockingDriver {

  @Override
  public String describe() {
    return driver.describe();
  }

  @Override
  public Session open(int worker) throws DriverException {
    Session session = driver.open(worker);
    return new Session() {
      @Override
      public void prepare(int operation, long n) {
        session.prepare(operation, n);
      }

      @Override
      public Outcome execute(int operation, long n) throws Exception {
        exchanges.sent(operation, System.nanoTime());
        try {
          Outcome outcome = session.execute(operation, n);
          exchanges.ended(outcome, System.nanoTime());
          return outcome;
        } catch (Exception e) {
          exchanges.ended(Outcome.failedBy(e), System.nanoTime());
          throw e;
        }
      }

      @Override
      public void close() throws Exception {
        session.close();
      }
    };
  }

  @Override
  public void close() {
    driver.close();
  }
}
