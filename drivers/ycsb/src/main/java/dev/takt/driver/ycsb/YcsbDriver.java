package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Drives a store through a binding. Each worker has an instance of its own, like each thread of
/// YCSB.
final class YcsbDriver implements BlockingDriver {

  private final Binding binding;
  private final InitWatchdog inits;

  YcsbDriver(Binding binding, InitWatchdog inits) {
    this.binding = binding;
    this.inits = inits;
  }

  @Override
  public Session open(int worker) throws DriverException {
    inits.begin(worker);
    Thread thread = Thread.currentThread();
    @Nullable ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(binding.loader());
    YcsbSession session = null;
    try {
      BindingInstance db = binding.newInstance();
      db.init();
      session = new YcsbSession(db, before, binding.failures());
      return session;
    } catch (DriverException e) {
      throw e;
    } catch (Throwable e) {
      // Errors of a binding, of any type, are reported as failures of the binding.
      throw binding.errors().toException("started", e);
    } finally {
      if (session == null) {
        thread.setContextClassLoader(before);
      }
      inits.end();
    }
  }

  /// A session without a store; none if that fails, which does not mean that the run will fail: if
  /// it does, the run reports it.
  @Override
  public Session warmupSession() {
    try {
      return WarmupSession.of(binding.newNoOpInstance());
    } catch (Throwable e) {
      return BlockingDriver.super.warmupSession();
    }
  }

  @Override
  public @Nullable DriverException openingProblem() {
    return inits.checkTimeout(System.nanoTime());
  }

  @Override
  public List<DriverPart> parts() {
    return binding.parts();
  }

  @Override
  public String describe() {
    return "YCSB binding " + binding.name();
  }

  @Override
  public void close() {
    binding.close();
  }
}
