package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingExit;
import dev.takt.driver.ycsb.boundary.BoundDb;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One worker's instance of a binding. What it throws is the failure of one operation; YCSB would
/// end there, here the instance is used on.
final class YcsbSession implements BlockingDriver.Session {

  private final BoundDb db;
  private final @Nullable ClassLoader before;
  private final Map<String, Outcome> failures = new HashMap<>();

  /// @param before the thread's context class loader, to be given back at the end
  YcsbSession(BoundDb db, @Nullable ClassLoader before) {
    this.db = db;
    this.before = before;
  }

  @Override
  public void prepare(int operation, long n) {
    db.prepare(operation, n);
  }

  /// A binding can throw errors too, such as that of a class that it is missing only now.
  @Override
  public Outcome execute(int operation, long n) {
    db.prepare(operation, n);
    try {
      return db.execute();
    } catch (Exception | BindingExit | LinkageError | AssertionError | StackOverflowError e) {
      return failures.computeIfAbsent(label(e), Outcome::failed);
    }
  }

  /// The engine times this: it is what YCSB calls CLEANUP.
  @Override
  public void close() throws Exception {
    try {
      db.cleanup();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static String label(Throwable thrown) {
    String missing = Words.missingClass(thrown);
    if (missing != null) {
      return "missing class " + missing;
    }
    return thrown instanceof BindingExit exit
        ? String.valueOf(exit.getMessage())
        : thrown.getClass().getName();
  }
}
