package dev.takt.agent.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the instrument in unsupported cases. Its function is tested with the reader of its events.
class LockInstrumentTest {

  private static final String STAMPED = "java/util/concurrent/locks/StampedLock";

  /// The tests run from a directory of classes, where a JVM ignores versioned classes, and on a JDK
  /// that has no ASM.
  @Test
  void oldJvmIsReportedAndNotChanged() {
    List<String> calls = new ArrayList<>();
    LockInstrument instrument = LockInstrument.install(instrumentation(calls));

    assertThat(instrument.isInstalled()).isFalse();
    assertThat(instrument.problems())
        .singleElement()
        .asString()
        .contains("neither the class-file API nor ASM")
        .contains(System.getProperty("java.version"));
    instrument.uninstall();
    assertThat(calls).isEmpty();
  }

  @Test
  void unexpectedClassIsReportedAndNotChanged() throws Exception {
    List<String> failures = new ArrayList<>();
    ClassFileTransformer transformer = transformer(failures);
    byte[] real;
    try (var in = ClassLoader.getSystemResourceAsStream(STAMPED + ".class")) {
      real = in.readAllBytes();
    }
    byte[] torn = new byte[100];
    System.arraycopy(real, 0, torn, 0, torn.length);
    byte[] other;
    try (var in = ClassLoader.getSystemResourceAsStream("java/lang/Object.class")) {
      other = in.readAllBytes();
    }

    assertThat(transformer.transform(null, STAMPED, null, null, real)).isNotEqualTo(real);
    assertThat(failures).isEmpty();
    assertThat(transformer.transform(null, STAMPED, null, null, torn)).isNull();
    assertThat(transformer.transform(null, STAMPED, null, null, other)).isNull();
    assertThat(failures)
        .hasSize(2)
        .allMatch(each -> each.startsWith("java.util.concurrent.locks.StampedLock cannot be"));
    assertThat(transformer.transform(null, "java/lang/Object", null, null, other)).isNull();
    assertThat(failures).hasSize(2);
  }

  /// The transformer for later JVMs.
  private static ClassFileTransformer transformer(List<String> failures) throws Exception {
    Path classes =
        Path.of(LockInstrument.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    URL[] later = {classes.resolve("META-INF/versions/24").toUri().toURL()};
    // Not closed: it loads more classes when it transforms.
    Class<?> type = new URLClassLoader(later, null).loadClass("dev.takt.agent.locks.LockClasses");
    Method method = type.getDeclaredMethod("transformer", Instrumentation.class, List.class);
    method.setAccessible(true);
    return (ClassFileTransformer) method.invoke(null, instrumentation(new ArrayList<>()), failures);
  }

  private static Instrumentation instrumentation(List<String> calls) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LockInstrumentTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              return null;
            });
  }
}
