package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingExit;
import dev.takt.driver.ycsb.boundary.BoundDb;
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

  private final BoundDb db;
  private final @Nullable ClassLoader before;
  private final FirstFailures first;
  private final Map<String, Outcome> failures = new HashMap<>();

  /// Exceptions to log later: logging must not count towards the operation that threw them.
  private final List<Throwable> unsaid = new ArrayList<>();

  /// @param before the thread's previous context class loader, restored by [#close]
  /// @param first logs the binding's exceptions
  YcsbSession(BoundDb db, @Nullable ClassLoader before, FirstFailures first) {
    this.db = db;
    this.before = before;
    this.first = first;
  }

  @Override
  public void prepare(int operation, long n) {
    sayUnsaid();
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
    if (first.isFirst(label)) {
      unsaid.add(thrown);
    }
    return Outcome.failed(label);
  }

  private void sayUnsaid() {
    while (!unsaid.isEmpty()) {
      Throwable next = unsaid.removeFirst();
      try {
        first.note(next);
      } catch (Throwable e) {
        // An exception of a binding may itself throw from its methods.
      }
    }
  }

  /// Calls the binding's cleanup. The engine times it, as YCSB's CLEANUP.
  @Override
  public void close() throws Exception {
    sayUnsaid();
    try {
      db.cleanup();
    } catch (Error e) {
      throw new InvocationTargetException(e, "cleanup");
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
