package dev.takt.probes.profilers.program;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/// Native code that is called through the FFM API, which JVMs have from JDK 22 on: `memset` of the
/// C library. The API is used by reflection, since this program also runs in older JVMs.
final class ForeignCode implements Workload {

  private static final String PACKAGE = "java.lang.foreign.";
  private static final long LENGTH = 1 << 16;
  private static final int TIMES = 40;
  private static final MethodHandle MEMSET;
  private static final long BYTES;

  static {
    try {
      Object size = field("ValueLayout", "JAVA_LONG");
      MEMSET = function("memset", size, size, field("ValueLayout", "JAVA_INT"), size);
      BYTES = (long) function("malloc", size, size).invokeExact(LENGTH);
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name);
  }

  private static Object field(String type, String name) throws ReflectiveOperationException {
    return type(type).getField(name).get(null);
  }

  /// @param result its layout
  private static MethodHandle function(String name, Object result, Object... arguments)
      throws ReflectiveOperationException {
    Object linker = type("Linker").getMethod("nativeLinker").invoke(null);
    Object symbols = type("Linker").getMethod("defaultLookup").invoke(linker);
    Optional<?> address =
        (Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(symbols, name);
    Class<?> layout = type("MemoryLayout");
    Object[] layouts =
        Arrays.copyOf(arguments, arguments.length, layout.arrayType().asSubclass(Object[].class));
    Object signature =
        type("FunctionDescriptor")
            .getMethod("of", layout, layout.arrayType())
            .invoke(null, result, layouts);
    Class<?> option = type("Linker$Option");
    Method link =
        type("Linker")
            .getMethod(
                "downcallHandle",
                type("MemorySegment"),
                type("FunctionDescriptor"),
                option.arrayType());
    return (MethodHandle)
        link.invoke(linker, address.orElseThrow(), signature, Array.newInstance(option, 0));
  }

  private static void fill(int times) {
    try {
      for (int i = 0; i < times; i++) {
        Loops.sink = (long) MEMSET.invokeExact(BYTES, i, LENGTH);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void phaseA() {
    fill(TIMES);
  }

  @Override
  public void phaseB() {
    fill(TIMES - 1);
  }
}
