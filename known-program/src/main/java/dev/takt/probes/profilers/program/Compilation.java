package dev.takt.probes.profilers.program;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.function.LongUnaryOperator;

/// Workloads that keep the compilers busy.
final class Compilation {

  private Compilation() {}

  /// Code that is new, runs until it is compiled, and is thrown away.
  static final class NewCode implements Workload {
    private static final int RUNS = 6;
    private static final int LOOPS = 3_000;

    private final byte[] template;
    private int runs;
    private LongUnaryOperator code = value -> value;

    NewCode() {
      try (InputStream in = NewCode.class.getResourceAsStream("Compilation$Template.class")) {
        template = in.readAllBytes();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private void define() {
      try {
        Class<?> type = MethodHandles.lookup().defineHiddenClass(template, true).lookupClass();
        code = (LongUnaryOperator) type.getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private void run() {
      if (runs++ % RUNS == 0) {
        define();
      }
      long value = Loops.sink;
      for (int i = 0; i < LOOPS; i++) {
        value = code.applyAsLong(value);
      }
      Loops.sink = value;
    }

    @Override
    public void phaseA() {
      run();
    }

    @Override
    public void phaseB() {
      run();
    }
  }

  /// Is loaded again and again, each time as another class.
  static final class Template implements LongUnaryOperator {
    Template() {}

    private static long mix(long value, int by) {
      long v = value * 0x9e37_79b9_7f4a_7c15L + by;
      return (v ^ (v >>> 29)) % 0x7fff_ffffL + by;
    }

    @Override
    public long applyAsLong(long value) {
      long v = mix(mix(mix(value, 1), 2), 3);
      v = v % 2 == 0 ? mix(mix(v, 4), 5) : mix(mix(v, 6), 7);
      v = v % 3 == 0 ? mix(mix(v, 8), 9) : mix(mix(v, 10), 11);
      return v % 5 == 0 ? mix(mix(v, 12), 13) : mix(mix(v, 14), 15);
    }
  }

  /// A call site whose target changes, which throws away the code that was compiled for it.
  static final class Deoptimised implements Workload {
    private static final int RUNS = 16;
    private static final int LOOPS = 20_000;
    private static final MutableCallSite SITE = new MutableCallSite(target(0));
    private static final MethodHandle CALL = SITE.dynamicInvoker();

    private int runs;

    private static MethodHandle target(int number) {
      try {
        return MethodHandles.lookup()
            .findStatic(
                Deoptimised.class,
                number % 2 == 0 ? "even" : "odd",
                MethodType.methodType(long.class, long.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    static long even(long value) {
      return value * 31 + 1;
    }

    static long odd(long value) {
      return value * 37 + 1;
    }

    private void change() {
      if (runs++ % RUNS == 0) {
        SITE.setTarget(target(runs / RUNS));
        MutableCallSite.syncAll(new MutableCallSite[] {SITE});
      }
    }

    private static long call(long value) {
      try {
        return (long) CALL.invokeExact(value);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void phaseA() {
      change();
      long value = Loops.sink;
      for (int i = 0; i < LOOPS; i++) {
        value = call(value);
      }
      Loops.sink = value;
    }

    @Override
    public void phaseB() {
      change();
      long value = Loops.sink;
      for (int i = LOOPS; i > 0; i--) {
        value = call(value);
      }
      Loops.sink = value;
    }
  }
}
