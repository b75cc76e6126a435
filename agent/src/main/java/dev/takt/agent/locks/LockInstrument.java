package dev.takt.agent.locks;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.StampedLock;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/// Instruments the locks of `java.util.concurrent` so that each wait is a JFR event
/// `takt.LockWait`: the lock, where it was created, its owner, and whether the thread got it.
/// Virtual threads are included.
///
/// It needs JFR, and an agent that may retransform classes (`Can-Retransform-Classes` in its
/// manifest). If one is missing, nothing is changed, and [#problems] gives the reason. Taking an
/// uncontended lock costs nothing; a wait costs some hundred nanoseconds, and creating a lock some
/// microseconds, for its creation site.
///
/// No method throws. Not thread-safe.
public final class LockInstrument {

  private static final String HOOKS = "dev.takt.agent.locks.boot.LockHooks";

  private static final Class<?>[] LOCKS = {
    AbstractQueuedSynchronizer.class, AbstractQueuedLongSynchronizer.class, StampedLock.class
  };

  private final Instrumentation instrumentation;
  private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
  private @Nullable ClassFileTransformer transformer;

  private LockInstrument(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /// Installs the instrumentation if this JVM supports it.
  public static LockInstrument install(Instrumentation instrumentation) {
    LockInstrument instrument = new LockInstrument(instrumentation);
    try {
      instrument.install();
    } catch (Throwable e) {
      instrument.problems.add("waits for locks cannot be instrumented: " + e);
      instrument.uninstall();
    }
    return instrument;
  }

  /// What failed, and why, one sentence each; empty if nothing did.
  public List<String> problems() {
    synchronized (problems) {
      return List.copyOf(problems);
    }
  }

  /// Whether the instrumentation is installed.
  public boolean isInstalled() {
    return transformer != null;
  }

  private void install() throws IOException, ReflectiveOperationException {
    ClassFileTransformer made = LockClasses.transformer(instrumentation, problems);
    if (made == null) {
      problems.add(
          "waits for locks cannot be instrumented: JDK "
              + System.getProperty("java.version")
              + " has neither the class-file API nor ASM");
    } else if (!instrumentation.isRetransformClassesSupported()) {
      problems.add("waits for locks cannot be instrumented: the agent may not retransform classes");
    } else if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      problems.add("waits for locks cannot be recorded: this JVM has no module jdk.jfr");
    } else {
      install(made);
    }
  }

  private void install(ClassFileTransformer made) throws IOException, ReflectiveOperationException {
    if (hooks() == null) {
      try (JarFile jar = new JarFile(BootJar.write().toFile())) {
        instrumentation.appendToBootstrapClassLoaderSearch(jar);
      }
    }
    call("on");
    instrumentation.addTransformer(made, true);
    transformer = made;
    retransform();
  }

  /// Removes the instrumentation.
  public void uninstall() {
    ClassFileTransformer installed = transformer;
    if (installed == null) {
      return;
    }
    transformer = null;
    instrumentation.removeTransformer(installed);
    retransform();
    try {
      call("off");
    } catch (ReflectiveOperationException e) {
      problems.add("the hooks of locks cannot be disabled: " + e);
    }
  }

  private void retransform() {
    for (Class<?> lock : LOCKS) {
      try {
        instrumentation.retransformClasses(lock);
      } catch (Throwable e) {
        problems.add(lock.getName() + " is not changed: " + e);
      }
    }
  }

  /// The hooks in the bootstrap class loader; null if they are not there yet.
  private static @Nullable Class<?> hooks() {
    try {
      return Class.forName(HOOKS, true, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static void call(String method) throws ReflectiveOperationException {
    Class<?> hooks = hooks();
    if (hooks == null) {
      throw new ClassNotFoundException(HOOKS + " is not in the bootstrap class loader");
    }
    hooks.getMethod(method).invoke(null);
  }
}
