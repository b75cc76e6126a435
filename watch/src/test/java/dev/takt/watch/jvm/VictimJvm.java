package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;

/// A JVM of a given version that runs the workload `Victim.java` and reports the times of its
/// steps.
public final class VictimJvm implements AutoCloseable {

  private final SpawnedJvm jvm;
  private final Path directory;
  private final long pid;

  private VictimJvm(SpawnedJvm jvm, Path directory, long pid) {
    this.jvm = jvm;
    this.directory = directory;
    this.pid = pid;
  }

  /// A step of the workload, and when it ran.
  record Deed(String what, long begin, long end) {}

  /// Starts a JVM, which waits for [#go]. Skips the test if that JDK is not installed.
  public static VictimJvm start(int version, Path directory, List<String> options, String... deeds)
      throws Exception {
    Optional<Path> home = Jdks.home(version);
    assumeTrue(home.isPresent(), "there is no JDK " + version + " on this machine");
    List<String> words = new ArrayList<>();
    words.add(home.orElseThrow().resolve("bin/java").toString());
    words.addAll(options);
    words.addAll(List.of("-cp", Compiled.CLASSES.toString(), "Victim"));
    words.addAll(List.of("live", "400000", "await", directory.resolve("go").toString()));
    words.addAll(List.of(deeds));
    words.addAll(List.of("say", "done", "sleep", "60000"));
    SpawnedJvm jvm = SpawnedJvm.start(words, directory.resolve("victim.out"));
    return new VictimJvm(jvm, directory, jvm.awaitJvm(Duration.ofSeconds(20)));
  }

  /// Compiled once for all tests of this JVM, since that takes longer than to start it. Another JVM
  /// that runs tests at the same time has a directory of its own.
  private static final class Compiled {
    static final Path CLASSES =
        compile(
            Path.of("target", "victim", Long.toString(ProcessHandle.current().pid()))
                .toAbsolutePath());
  }

  private static Path compile(Path directory) {
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-nowarn",
                "-d",
                directory.toString(),
                source().toString());
    assertThat(result).isZero();
    return directory;
  }

  public static Path source() {
    URL source = Objects.requireNonNull(VictimJvm.class.getResource("Victim.java"));
    return Path.of(URI.create(source.toString()));
  }

  public long pid() {
    return pid;
  }

  /// Starts its workload.
  void go() throws IOException {
    Files.createFile(directory.resolve("go"));
  }

  /// Starts its workload, and waits for its end.
  public List<Deed> goAndAwait() throws Exception {
    go();
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!output().contains("done")) {
      assertThat(jvm.isRunning()).as(output()).isTrue();
      assertThat(System.nanoTime() - deadline).as(output()).isNegative();
      Thread.sleep(20);
    }
    return deeds();
  }

  /// Blocks its attach thread for a time, while the application goes on, and waits for the end of
  /// that. Needs `-XX:+EnableDynamicAgentLoading`.
  void holdAttached(Duration length) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Agent-Class", "Victim");
    Path jar = directory.resolve("holder.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    machine.loadAgent(jar.toString(), Long.toString(length.toMillis()));
    machine.detach();
  }

  /// The steps so far.
  List<Deed> deeds() throws IOException {
    return output()
        .lines()
        .map(line -> line.split(" ", -1))
        .filter(words -> words.length == 3 && words[1].matches("[0-9]+"))
        .map(words -> new Deed(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])))
        .toList();
  }

  private String output() throws IOException {
    return Files.readString(directory.resolve("victim.out"));
  }

  @Override
  public void close() {
    jvm.close();
  }
}
