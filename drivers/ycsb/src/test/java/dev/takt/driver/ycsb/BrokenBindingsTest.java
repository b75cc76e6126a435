package dev.takt.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bindings that do not work, and the messages for them.
class BrokenBindingsTest {

  @TempDir Path folder;

  @Test
  void missingClassIsReported() {
    assertThatThrownBy(() -> Driven.open(folder, "org.example.Missing", Driven.records()))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "there is no class org.example.Missing in "
                + folder
                + " (0 jars); set --bindings to the folder or the jars that contain it");
  }

  @Test
  void missingClassWithoutBindingsIsReported() {
    assertThatThrownBy(
            () -> Driven.open(Driven.request(folder, "ycsb:redis", null, Driven.records(), null)))
        .isInstanceOf(DriverException.class)
        .hasMessageStartingWith("there is no class site.ycsb.db.RedisClient in the jars that Takt");
  }

  @Test
  void classThatIsNoBindingIsRefused() throws Exception {
    Compiled.into(folder, "public class Shape {}");

    assertThatThrownBy(() -> Driven.open(folder, "Shape", Driven.records()))
        .hasMessage("Shape is not a binding: it does not extend site.ycsb.DB");
  }

  @Test
  void abstractClassIsRefused() throws Exception {
    Compiled.into(folder, "public abstract class Half extends site.ycsb.DB {}");

    assertThatThrownBy(() -> Driven.open(folder, "Half", Driven.records()))
        .hasMessage("the binding Half is an abstract class: name a subclass of it");
  }

  @Test
  void classWithoutADefaultConstructorIsRefused() throws Exception {
    Compiled.into(folder, Compiled.binding("Wanting", "public Wanting(int n) {}"));

    assertThatThrownBy(() -> Driven.open(folder, "Wanting", Driven.records()))
        .hasMessageContaining("has no constructor without parameters");
  }

  @Test
  void missingSuperclassIsReported() throws Exception {
    Compiled.into(folder, Compiled.binding("Base", ""), "public class Derived extends Base {}");
    Files.delete(folder.resolve("Base.class"));

    assertThatThrownBy(() -> Driven.open(folder, "Derived", Driven.records()))
        .hasMessage(
            "the binding Derived cannot be loaded: it needs the class Base, which is not in "
                + folder
                + " (0 jars); add the jar that contains it");
  }

  @Test
  void classMissingInInitIsReported() throws Exception {
    Compiled.into(
        folder,
        "class Helper { static void help() {} }",
        Compiled.binding("Late", "public void init() { Helper.help(); }"));
    Files.delete(folder.resolve("Helper.class"));

    assertStarting("Late")
        .hasMessageStartingWith(
            "the binding Late cannot be started: it needs the class Helper, which is not in ");
  }

  @Test
  void unreachableServerIsReported() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Lonely",
            "public void init() throws DBException { System.err.println(\"trying\\nin vain\\n\"); throw new DBException(new java.io.IOException(\"connection refused\")); }"));

    assertStarting("Lonely")
        .hasMessage(
            "the binding Lonely cannot be started: IOException: connection refused, at Lonely.init (Lonely.java:1) (it printed: in vain)");
  }

  @Test
  void systemExitInInitIsReported() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Quitter",
            "public void init() { System.out.println(\"no host given\"); System.exit(1); }"));

    assertStarting("Quitter")
        .hasMessage(
            "the binding Quitter cannot be started: it called System.exit(1) (it printed: no host given)");
  }

  @Test
  void failingConstructorIsReported() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding("Early", "static final int N = Integer.parseInt(\"many\");"),
        Compiled.binding(
            "Unmade", "public Unmade() { throw new IllegalStateException(\"not today\"); }"));

    assertStarting("Early").hasMessageContaining("For input string: \"many\"");
    assertStarting("Unmade")
        .hasMessage(
            "the binding Unmade cannot be created: IllegalStateException: not today, at Unmade.<init> (Unmade.java:1)");
  }

  /// Errors of a binding are not errors of Takt.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Error|throw new Error(\"my own\")|Error: my own",
        "Memory|throw new OutOfMemoryError(\"no room\")|OutOfMemoryError: no room",
        "Deep|init()|java.lang.StackOverflowError",
        "Static|Static.Inner.go(); } static class Inner { static int n = Integer.parseInt(\"x\"); static void go() {}|"
            + "NumberFormatException: For input string: \"x\"",
        "Thrown|Thrown.<Error>sneak(new Throwable(\"odd\")); } static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t|Throwable: odd",
      })
  void errorInInitIsReported(String name, String body, String message) throws Exception {
    String type = "Binding" + name;
    String code = body.replace(name + ".", type + ".");
    Compiled.into(folder, Compiled.binding(type, "public void init() { " + code + "; }"));

    assertStarting(type)
        .hasMessageStartingWith("the binding " + type + " cannot be started: " + message + ", at ")
        .hasMessageContaining("at " + type);
  }

  @Test
  void errorInAnOperationFailsOnlyTheOperation() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Erring",
            "int n; public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {"
                + " switch (n++) { case 0: throw new Error(\"my own\"); case 1: throw new OutOfMemoryError(\"no room\");"
                + " case 2: throw new ThreadDeath(); case 3: throw new ExceptionInInitializerError(\"no\"); default: return Status.OK; } }"
                + " public void cleanup() { throw new Error(\"too late\"); }"));

    try (BlockingDriver driver = Driven.open(folder, "Erring", Driven.records())) {
      BlockingDriver.Session session = driver.open(0);
      List<String> labels = new ArrayList<>();
      for (int n = 0; n < 5; n++) {
        labels.add(session.execute(0, n).label());
      }
      assertThat(labels)
          .containsExactly(
              "java.lang.Error",
              "java.lang.OutOfMemoryError",
              "java.lang.ThreadDeath",
              "java.lang.ExceptionInInitializerError",
              "ok");
      assertThatThrownBy(session::close).isInstanceOf(Exception.class);
    }
    assertThat(Files.readString(folder.resolve("binding.log")))
        .contains("an operation failed: Error: my own, at Erring.read (Erring.java:1)")
        .contains("OutOfMemoryError: no room, at Erring.read");
  }

  /// Logging an exception is slow, and must not count for the operation that threw it.
  @Test
  void exceptionIsLoggedOnceAfterItsOperation() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Erring",
            "public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {"
                + " throw new Error(\"my own\"); }"));
    Path log = folder.resolve("binding.log");

    try (BlockingDriver driver = Driven.open(folder, "Erring", Driven.records())) {
      try (BlockingDriver.Session one = driver.open(0);
          BlockingDriver.Session other = driver.open(1)) {
        assertThat(one.execute(0, 0).label()).isEqualTo("java.lang.Error");
        assertThat(other.execute(0, 1).label()).isEqualTo("java.lang.Error");
        assertThat(log).doesNotExist();
        other.prepare(0, 2);
        one.prepare(0, 3);
        assertThat(one.execute(0, 3).label()).isEqualTo("java.lang.Error");
      }
    }
    assertThat(Files.readString(log)).containsOnlyOnce("an operation failed: Error: my own");
  }

  @Test
  void warmupDoesNotReachTheStore() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Erring",
            "public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {"
                + " throw new Error(\"reached\"); }"
                + " public void cleanup() { throw new Error(\"reached\"); }"));

    try (BlockingDriver driver = Driven.open(folder, "Erring", Driven.records());
        BlockingDriver.Session session = driver.warmupSession()) {
      session.prepare(0, 7);
      assertThat(session.execute(0, 7)).isEqualTo(Outcome.OK);
    }
  }

  /// Creates a core of the binding's own that throws where no binding created it.
  private void makeCore(String status, String constructor) throws Exception {
    Compiled.into(
        folder,
        """
        package site.ycsb;
        public class Status {
          public static final Status OK = new Status();
          public String getName() { return "OK"; }
          public boolean isOk() { %s return true; }
        }
        """
            .formatted(status),
        """
        package site.ycsb;
        import java.util.*;
        public abstract class DB {
          Properties properties;
          public DB() { %s }
          public void setProperties(Properties p) { properties = p; }
          public Properties getProperties() { return properties; }
          public void init() throws DBException {}
          public void cleanup() throws DBException {}
          public abstract Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r);
          public abstract Status scan(String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r);
          public abstract Status update(String t, String k, Map<String, ByteIterator> v);
          public abstract Status insert(String t, String k, Map<String, ByteIterator> v);
          public abstract Status delete(String t, String k);
        }
        """
            .formatted(constructor));
    Files.copy(Compiled.core(), Files.createDirectories(folder.resolve("lib")).resolve("core.jar"));
  }

  /// The first failure of a kind in the run is logged, even if the warm-up had one before.
  @Test
  void exceptionInTheWarmupIsNotTheFirstFailureOfTheRun() throws Exception {
    makeCore(
        "if (Thread.currentThread().getName().equals(\"rehearsing\")) throw new"
            + " IllegalStateException(\"nothing there\");",
        "");
    Compiled.into(
        folder,
        Compiled.binding(
            "Erring",
            "public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {"
                + " throw new IllegalStateException(\"busy\"); }"));
    Path log = folder.resolve("binding.log");

    try (BlockingDriver driver = Driven.open(folder, "Erring", Driven.records())) {
      List<String> labels = new ArrayList<>();
      Thread rehearsing =
          new Thread(
              () -> {
                try (BlockingDriver.Session session = driver.warmupSession()) {
                  labels.add(session.execute(0, 1).label());
                  session.prepare(0, 2);
                } catch (Exception e) {
                  labels.add(e.toString());
                }
              },
              "rehearsing");
      rehearsing.start();
      rehearsing.join();
      assertThat(labels).containsExactly("java.lang.IllegalStateException");
      assertThat(log).doesNotExist();
      try (BlockingDriver.Session session = driver.open(0)) {
        assertThat(session.execute(0, 1).label()).isEqualTo("java.lang.IllegalStateException");
      }
    }
    assertThat(Files.readString(log))
        .containsOnlyOnce("an operation failed: IllegalStateException: busy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throw new IllegalStateException();",
        "throw new OutOfMemoryError();",
        "throw new NoClassDefFoundError(\"Helper\");"
      })
  void failingWarmupIsSkipped(String thrown) throws Exception {
    makeCore("", "if (getClass().getName().endsWith(\"NoOpDb\")) { " + thrown + " }");
    Compiled.into(folder, Compiled.binding("Well", ""));

    try (BlockingDriver driver = Driven.open(folder, "Well", Driven.records())) {
      for (BlockingDriver.Session session : List.of(driver.warmupSession(), driver.open(0))) {
        session.prepare(0, 1);
        assertThat(session.execute(0, 1)).isEqualTo(Outcome.OK);
        session.close();
      }
    }
  }

  @Test
  void exceptionsInTheWarmupAreIgnored() throws Exception {
    BindingInstance hostile =
        new BindingInstance() {
          @Override
          public void init() {}

          @Override
          public void prepare(int operation, long n) {
            if (n == 0) {
              throw new NoClassDefFoundError("site/ycsb/ByteArrayByteIterator");
            }
          }

          @Override
          public Outcome execute() {
            throw new LinkageError("made for another core");
          }

          @Override
          public void cleanup() {
            throw new LinkageError("made for another core");
          }
        };
    WarmupSession rehearsal = WarmupSession.of(hostile);
    rehearsal.prepare(0, 0);
    assertThat(rehearsal.execute(0, 0).isOk()).isFalse();
    assertThat(rehearsal.execute(0, 1).isOk()).isFalse();
    rehearsal.close();
  }

  @Test
  void initTimeoutIsReported() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Stuck",
            "public void init() { java.util.concurrent.locks.LockSupport.park(); while (true) { java.util.concurrent.locks.LockSupport.parkNanos(1000000); } }"));
    BlockingDriver driver =
        Driven.open(
            Driven.request(
                folder, "ycsb:Stuck", folder.toString(), Driven.records(), Duration.ofMillis(50)));
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                driver.open(3);
              } catch (DriverException e) {
                throw new AssertionError(e);
              }
            });

    DriverException problem = problem(driver);

    assertThat(problem)
        .hasMessageStartingWith(
            "the init() of the binding Stuck has not returned within 0.05 s (worker 3): it is in Stuck.init (Stuck.java:1)");
    assertThat(worker.isAlive()).isTrue();
  }

  private static DriverException problem(BlockingDriver driver) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    DriverException problem = driver.openingProblem();
    while (problem == null && System.nanoTime() < deadline) {
      Thread.sleep(5);
      problem = driver.openingProblem();
    }
    if (problem == null) {
      throw new AssertionError("nobody noticed");
    }
    return problem;
  }

  @Test
  void invalidJarIsIgnored() throws Exception {
    Files.writeString(folder.resolve("broken.jar"), "no zip");
    Compiled.intoJar(folder.resolve("good.jar"), Compiled.binding("Good", ""));

    try (BlockingDriver driver = Driven.open(folder, "Good", Driven.records())) {
      assertThat(driver.describe()).isEqualTo("YCSB binding Good");
    }
    Files.delete(folder.resolve("good.jar"));
    assertThatThrownBy(() -> Driven.open(folder, "Good", Driven.records()))
        .hasMessageStartingWith("there is no class Good in ");
  }

  @Test
  void invalidClassFileIsReported() throws Exception {
    Files.writeString(folder.resolve("Broken.class"), "java/lang/System");

    assertThatThrownBy(() -> Driven.open(folder, "Broken", Driven.records()))
        .isInstanceOf(DriverException.class)
        .hasMessageStartingWith("the binding Broken cannot be loaded: ClassFormatError: ");
  }

  @Test
  void requestIsCheckedBeforeLoading() throws Exception {
    Path text = Files.writeString(folder.resolve("readme.txt"), "hello");

    assertThat(problems("ycsb:site.ycsb.BasicDB", null)).isEmpty();
    assertThat(problems("ycsb:Good", folder.toString())).isEmpty();
    assertThat(problems("ycsb:", null)).contains("target: expected ycsb: and the class or YCSB's");
    assertThat(problems("ycsb:rdis", null)).contains("found ycsb:rdis");
    assertThat(problems("ycsb:basic", folder + "/nowhere"))
        .isEqualTo("bindings: there is no " + folder + "/nowhere");
    assertThat(problems("ycsb:basic", text + File.pathSeparator + folder))
        .contains("readme.txt is neither a folder nor a jar");
    assertThat(Driven.messages(Driven.request(folder, "ycsb:basic", null, null, Duration.ZERO)))
        .containsExactly(
            "target: a YCSB binding needs a YCSB workload: set --workload FILE",
            "init-timeout: expected more than 0");
  }

  private String problems(String target, @Nullable String bindings) {
    return String.join(
        "\n", Driven.messages(Driven.request(folder, target, bindings, Driven.records(), null)));
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertStarting(
      String name) {
    return assertThatThrownBy(
            () -> {
              try (BlockingDriver driver = Driven.open(folder, name, Driven.records())) {
                driver.open(0);
              }
            })
        .isInstanceOf(DriverException.class);
  }
}
