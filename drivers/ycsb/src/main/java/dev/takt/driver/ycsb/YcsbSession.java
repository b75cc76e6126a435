package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingExit;
import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One worker's instance of a binding. An exception fails only its operation: unlike in YCSB, the
/// instance stays in use.
final class YcsbSession implements BlockingDriver.Session {

  private final BindingInstance db;
  private final @Nullable ClassLoader previousLoader;
  private final FirstFailures firstFailures;
  private final Map<String, Outcome> failures = new HashMap<>();

  /// Exceptions to log later: logging must not count towards the operation that threw them.
  private final List<Throwable> unlogged = new ArrayList<>();

  /// @param previousLoader the thread's previous context class loader, restored by [#close]
  /// @param firstFailures logs the binding's exceptions
  YcsbSession(
      BindingInstance db, @Nullable ClassLoader previousLoader, FirstFailures firstFailures) {
    this.db = db;
    this.previousLoader = previousLoader;
    this.firstFailures = firstFailures;
  }

  @Override
  public void prepare(int operation, long n) {
    logPending();
    db.prepare(operation, n);
  }

  /// Catches everything: a binding can also throw errors, such as that of a class that is missing
  /// only now. They fail the operation, not the run.
  @Override
  public Outcome execute(int operation, long n) {
    db.prepare(operation, n);
    try {
      return db.execute();
    } catch (Throwable e) {
      return failures.computeIfAbsent(label(e), label -> firstFailure(label, e));
    }
  }

  private Outcome firstFailure(String label, Throwable thrown) {
    if (firstFailures.isFirst(label)) {
      unlogged.add(thrown);
    }
    return Outcome.failed(label);
  }

  private void logPending() {
    while (!unlogged.isEmpty()) {
      Throwable next = unlogged.removeFirst();
      try {
        firstFailures.logFailure(next);
      } catch (Throwable e) {
        // An exception of a binding may itself throw from its methods.
      }
    }
  }

  /// Calls the binding's cleanup. The engine times it, as YCSB's CLEANUP.
  @Override
  public void close() throws Exception {
    logPending();
    try {
      db.cleanup();
    } catch (Error e) {
      throw new InvocationTargetException(e, "cleanup");
    } finally {
      Thread.currentThread().setContextClassLoader(previousLoader);
    }
  }

  private static String label(Throwable thrown) {
    String missing = BindingErrors.missingClass(thrown);
    if (missing != null) {
      return "missing class " + missing;
    }
    return thrown instanceof BindingExit exit
        ? String.valueOf(exit.getMessage())
        : thrown.getClass().getName();
  }
}
