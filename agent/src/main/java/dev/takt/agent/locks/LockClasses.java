package dev.takt.agent.locks;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Instruments the JDK's lock classes. This is the version for JDK 17 to 23. The version for JDK 24
/// and later has the same name, in the multi-release jar: it uses the class-file API, which these
/// do not have. They have ASM in `java.base` instead, for their own use.
///
/// The inserted calls are the same as those of the other version.
final class LockClasses implements ClassFileTransformer {

  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String STAMPED = LOCKS + "StampedLock";
  private static final Set<String> QUEUED =
      Set.of(LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer");
  private static final String OWNED = LOCKS + "AbstractOwnableSynchronizer";

  private static final String HOOKS = "dev/takt/agent/locks/boot/LockHooks";

  private static final String BEGIN = "(Ljava/lang/Object;Ljava/lang/Thread;)Ljava/lang/Object;";
  private static final String END_QUEUED = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
  private static final String END_STAMPED = "(Ljava/lang/Object;Ljava/lang/Object;J)V";
  private static final String CREATED = "(Ljava/lang/Object;)V";

  private final List<String> failures;

  private LockClasses(List<String> failures) {
    this.failures = failures;
  }

  /// Returns the transformer; null if this JVM does not support it.
  ///
  /// @param instrumentation lets the agent call the JDK's ASM
  /// @param failures receives failures of the transformation, one sentence each
  static @Nullable ClassFileTransformer transformer(
      Instrumentation instrumentation, List<String> failures) {
    Module base = Object.class.getModule();
    if (!base.getPackages().containsAll(InternalAsm.PACKAGES)) {
      return null;
    }
    Set<Module> agent = Set.of(LockClasses.class.getModule());
    instrumentation.redefineModule(
        base,
        Set.of(),
        Map.of(InternalAsm.PACKAGES.get(0), agent, InternalAsm.PACKAGES.get(1), agent),
        Map.of(),
        Set.of(),
        Map.of());
    return new LockClasses(failures);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> before,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader != null || name == null || !(QUEUED.contains(name) || name.equals(STAMPED))) {
      return null;
    }
    try {
      return instrumented(QUEUED.contains(name), bytes);
    } catch (InvocationTargetException e) {
      failures.add(name.replace('/', '.') + " cannot be instrumented: " + e.getCause());
      return null;
    } catch (Throwable e) {
      failures.add(name.replace('/', '.') + " cannot be instrumented: " + e);
      return null;
    }
  }

  private static byte[] instrumented(boolean queued, byte[] bytes)
      throws ReflectiveOperationException {
    InternalAsm lock = new InternalAsm(bytes);
    int slowPaths = 0;
    for (InternalAsm.Method method : lock.methods()) {
      if (isSlowPath(method, queued)) {
        slowPaths++;
        traceWait(method, queued);
      } else if (method.name().equals("<init>")) {
        for (Object end : method.with(InternalAsm.RETURN)) {
          method.insertBefore(end, method.guarded(List.of(self(), hook("created", CREATED))));
        }
      }
    }
    if (slowPaths == 0) {
      throw new IllegalStateException("its methods differ from those of JDK 17");
    }
    return lock.write();
  }

  private static boolean isSlowPath(InternalAsm.Method method, boolean queued)
      throws ReflectiveOperationException {
    String name = method.name();
    String type = method.type();
    return queued
        ? name.equals("acquire") && type.endsWith("ZZZJ)I")
        : (name.equals("acquireWrite") || name.equals("acquireRead")) && type.equals("(ZZJ)J");
  }

  private static void traceWait(InternalAsm.Method method, boolean queued)
      throws ReflectiveOperationException {
    int begun = method.newLocal();
    int result = method.newLocal();
    int load = queued ? InternalAsm.ILOAD : InternalAsm.LLOAD;
    int store = queued ? InternalAsm.ISTORE : InternalAsm.LSTORE;
    for (Object end : method.with(queued ? InternalAsm.IRETURN : InternalAsm.LRETURN)) {
      List<Object> call =
          List.of(
              InternalAsm.local(InternalAsm.ALOAD, begun),
              self(),
              InternalAsm.local(load, result),
              queued ? hook("endQueued", END_QUEUED) : hook("endStamped", END_STAMPED));
      method.insertBefore(end, List.of(InternalAsm.local(store, result)));
      method.insertBefore(end, method.guarded(call));
      method.insertBefore(end, List.of(InternalAsm.local(load, result)));
    }
    List<Object> begin = new ArrayList<>(List.of(self()));
    begin.addAll(queued ? owner() : List.of(InternalAsm.simple(InternalAsm.ACONST_NULL)));
    begin.add(hook("begin", BEGIN));
    begin.add(InternalAsm.local(InternalAsm.ASTORE, begun));
    List<Object> all = new ArrayList<>();
    all.add(InternalAsm.simple(InternalAsm.ACONST_NULL));
    all.add(InternalAsm.local(InternalAsm.ASTORE, begun));
    all.addAll(method.guarded(begin));
    method.insertFirst(all);
  }

  private static Object self() throws ReflectiveOperationException {
    return InternalAsm.local(InternalAsm.ALOAD, 0);
  }

  private static List<Object> owner() throws ReflectiveOperationException {
    return List.of(
        self(),
        InternalAsm.call(
            InternalAsm.INVOKEVIRTUAL, OWNED, "getExclusiveOwnerThread", "()Ljava/lang/Thread;"));
  }

  private static Object hook(String method, String type) throws ReflectiveOperationException {
    return InternalAsm.call(InternalAsm.INVOKESTATIC, HOOKS, method, type);
  }
}
