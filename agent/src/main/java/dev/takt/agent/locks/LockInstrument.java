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

/// Makes the locks of `java.util.concurrent` tell flight recordings of each wait as
/// `takt.LockWait`: which lock, where it was made, who had it, and whether the thread got it; also
/// of virtual threads.
///
/// It needs JDK 24 or later, JFR, and an agent that may retransform classes
/// (`Can-Retransform-Classes` in its manifest). Where something of that is missing, nothing is
/// changed, and [#problems] says so. A thread that gets a lock at once runs the same code as
/// before; one that waits, some hundred nanoseconds more; and to make a lock takes some
/// microseconds more, for the place where it is made.
///
/// No method throws. For one thread at a time.
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

  /// Installs it, as far as this JVM allows.
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

  /// What could not be done, and why, a sentence each; empty if all is well.
  public List<String> problems() {
    synchronized (problems) {
      return List.copyOf(problems);
    }
  }

  /// Whether there is anything that could be recorded.
  public boolean isInstalled() {
    return transformer != null;
  }

  private void install() throws IOException, ReflectiveOperationException {
    ClassFileTransformer made = LockClasses.transformer(problems);
    if (made == null) {
      problems.add(
          "waits for locks can be instrumented in JDK 24 or later; this is "
              + System.getProperty("java.version"));
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

  /// Makes the locks what they were before.
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
      problems.add("the hooks of locks cannot be turned off: " + e);
    }
  }

  private void retransform() {
    for (Class<?> lock : LOCKS) {
      try {
        instrumentation.retransformClasses(lock);
      } catch (Throwable e) {
        problems.add(lock.getName() + " stays as it is: " + e);
      }
    }
  }

  /// The hooks as the JDK's classes see them.
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
      throw new ClassNotFoundException(HOOKS + " is not seen by the bootstrap class loader");
    }
    hooks.getMethod(method).invoke(null);
  }
}
