package dev.takt.agent.locks;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Instruments the JDK's lock classes: it inserts calls of the hooks at the start and at the
/// returns of the methods in which threads wait, and at the returns of constructors.
///
/// Each call is in an exception handler that drops any throwable. Otherwise a stack overflow in a
/// hook would leave the lock held by a thread that does not know it. If a class cannot be
/// transformed, it stays unchanged.
final class LockClasses implements ClassFileTransformer {

  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String STAMPED = LOCKS + "StampedLock";
  private static final Set<String> QUEUED =
      Set.of(LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer");

  private static final ClassDesc HOOKS = ClassDesc.of("dev.takt.agent.locks.boot.LockHooks");
  private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");
  private static final MethodTypeDesc OWNER = MethodTypeDesc.of(THREAD);
  private static final MethodTypeDesc BEGIN =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, THREAD);
  private static final MethodTypeDesc CREATED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

  private final List<String> failures;

  private LockClasses(List<String> failures) {
    this.failures = failures;
  }

  static @Nullable ClassFileTransformer transformer(
      Instrumentation instrumentation, List<String> failures) {
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
      return instrumented(name, bytes);
    } catch (Throwable e) {
      failures.add(name.replace('/', '.') + " cannot be instrumented: " + e);
      return null;
    }
  }

  private static byte[] instrumented(String name, byte[] bytes) {
    boolean queued = QUEUED.contains(name);
    ClassFile file = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
    ClassModel lock = file.parse(bytes);
    if (lock.methods().stream().noneMatch(method -> isSlowPath(method, queued))) {
      throw new IllegalStateException("its methods differ from those of JDK 24 and 25");
    }
    return file.transformClass(
        lock,
        (builder, element) -> {
          if (element instanceof MethodModel method && isSlowPath(method, queued)) {
            builder.transformMethod(method, MethodTransform.transformingCode(new Wait(queued)));
          } else if (element instanceof MethodModel method && isConstructor(method)) {
            builder.transformMethod(method, MethodTransform.transformingCode(LockClasses::made));
          } else {
            builder.with(element);
          }
        });
  }

  private static boolean isConstructor(MethodModel method) {
    return method.methodName().equalsString(ConstantDescs.INIT_NAME);
  }

  private static void made(CodeBuilder code, CodeElement element) {
    if (element instanceof ReturnInstruction) {
      guarded(code, hook -> hook.aload(0).invokestatic(HOOKS, "created", CREATED));
    }
    code.with(element);
  }

  private static boolean isSlowPath(MethodModel method, boolean queued) {
    String name = method.methodName().stringValue();
    String type = method.methodType().stringValue();
    return queued
        ? name.equals("acquire") && type.endsWith("ZZZJ)I")
        : (name.equals("acquireWrite") || name.equals("acquireRead")) && type.equals("(ZZJ)J");
  }

  /// Generates a call whose exceptions are dropped.
  private static void guarded(CodeBuilder code, Consumer<CodeBuilder> call) {
    code.trying(call::accept, handlers -> handlers.catchingAll(CodeBuilder::pop));
  }

  /// Transforms a method in which threads wait.
  private static final class Wait implements CodeTransform {

    private final boolean queued;
    private int begun;

    Wait(boolean queued) {
      this.queued = queued;
    }

    @Override
    public void atStart(CodeBuilder code) {
      begun = code.allocateLocal(TypeKind.REFERENCE);
      code.aconst_null().astore(begun);
      guarded(
          code,
          hook -> {
            hook.aload(0);
            if (queued) {
              ClassDesc owned =
                  ClassDesc.of("java.util.concurrent.locks.AbstractOwnableSynchronizer");
              hook.aload(0).invokevirtual(owned, "getExclusiveOwnerThread", OWNER);
            } else {
              hook.aconst_null();
            }
            hook.invokestatic(HOOKS, "begin", BEGIN).astore(begun);
          });
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof ReturnInstruction) {
        TypeKind kind = queued ? TypeKind.INT : TypeKind.LONG;
        MethodTypeDesc end =
            MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_Object,
                ConstantDescs.CD_Object,
                kind.upperBound());
        int result = code.allocateLocal(kind);
        code.storeLocal(kind, result);
        guarded(
            code,
            hook ->
                hook.aload(begun)
                    .aload(0)
                    .loadLocal(kind, result)
                    .invokestatic(HOOKS, queued ? "endQueued" : "endStamped", end));
        code.loadLocal(kind, result);
      }
      code.with(element);
    }
  }
}
