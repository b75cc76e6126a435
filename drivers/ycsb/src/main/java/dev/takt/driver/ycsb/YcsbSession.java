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

/// One worker's instance of a binding. What it throws is the failure of one operation; YCSB would
/// end there, here the instance is used on.
final class YcsbSession implements BlockingDriver.Session {

  private final BoundDb db;
  private final @Nullable ClassLoader before;
  private final FirstFailures first;
  private final Map<String, Outcome> failures = new HashMap<>();

  /// What is still to be written down. That is not the time of the operation that threw it.
  private final List<Throwable> unsaid = new ArrayList<>();

  /// @param before the thread's context class loader, to be given back at the end
  /// @param first for what the binding throws
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

  /// A binding can throw errors too, such as that of a class that it is missing only now. It is a
  /// guest: whatever it throws is the failure of its operation, and not of the run.
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
        // What a guest throws may throw when it is asked what it is.
      }
    }
  }

  /// The engine times this: it is what YCSB calls CLEANUP.
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
