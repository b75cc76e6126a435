package dev.takt.runs.model;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Where a generator ran. Unknown values are `unknown`, or null for numbers.
///
/// @param takt the Takt that ran
/// @param jvm the JVM that it ran in
/// @param os the operating system
/// @param cpu the processors
/// @param container the limits of the process's control group; null if there are none
/// @param hostName the machine's host name
public record Environment(
    Takt takt, Jvm jvm, Os os, Cpu cpu, @Nullable Container container, String hostName) {

  static final String UNKNOWN = "unknown";

  /// The Takt that ran.
  ///
  /// @param version its version
  /// @param revision the git commit that it was built from, with `-dirty` if the sources were
  ///   changed since; `unknown` if neither git nor the archive of the sources had it
  public record Takt(String version, String revision) {

    /// For people: `0.1.0 (commit 1234abc)`.
    public String text() {
      return version + " (commit " + revision + ")";
    }

    /// The version and revision of the running Takt, as its build recorded them.
    public static Takt current() {
      Properties build = new Properties();
      try (InputStream in = Environment.class.getResourceAsStream("build.properties")) {
        if (in != null) {
          build.load(in);
        }
      } catch (IOException _) {
        build.clear();
      }
      return of(build);
    }

    /// @param build what the build recorded: the revision if it ran in a repository, the archived
    ///   one if the sources came from `git archive`
    static Takt of(Properties build) {
      String revision = build.getProperty("revision", UNKNOWN);
      String archived = build.getProperty("archived", "");
      boolean isFromArchive = revision.equals(UNKNOWN) && archived.matches("[0-9a-f]{4,40}");
      return new Takt(build.getProperty("version", UNKNOWN), isFromArchive ? archived : revision);
    }
  }

  /// A JVM.
  ///
  /// @param name such as `OpenJDK 64-Bit Server VM`
  /// @param vendor its vendor
  /// @param version with the build number
  /// @param flags its arguments, without values of system properties that may be secrets
  /// @param collectors the names of its garbage collectors
  /// @param maxHeapBytes the limit of its heap
  /// @param pid its process id
  public record Jvm(
      String name,
      String vendor,
      String version,
      List<String> flags,
      List<String> collectors,
      long maxHeapBytes,
      long pid) {}

  /// An operating system.
  ///
  /// @param name with its release
  /// @param kernel the kernel's release
  /// @param arch the architecture, as the JVM names it
  public record Os(String name, String kernel, String arch) {}

  /// The processors.
  ///
  /// @param model the processor's model name
  /// @param count how many the JVM may use
  public record Cpu(String model, int count) {}

  /// The limits of a control group.
  ///
  /// @param cpus the CPU limit in processors; null for no limit
  /// @param memoryBytes null for no limit
  public record Container(@Nullable Double cpus, @Nullable Long memoryBytes) {}

  /// Collects the environment in a few milliseconds. It reads some files, and starts no process and
  /// uses no network.
  public static Environment capture() {
    return capture(Path.of("/"));
  }

  static Environment capture(Path root) {
    LinuxHost host = new LinuxHost(root);
    return new Environment(
        Takt.current(),
        currentJvm(),
        new Os(
            host.distribution().orElse(System.getProperty("os.name", UNKNOWN)),
            System.getProperty("os.version", UNKNOWN),
            System.getProperty("os.arch", UNKNOWN)),
        new Cpu(host.cpuModel().orElse(UNKNOWN), Runtime.getRuntime().availableProcessors()),
        host.container(),
        host.hostName().orElse(UNKNOWN));
  }

  private static Jvm currentJvm() {
    return new Jvm(
        System.getProperty("java.vm.name", UNKNOWN),
        System.getProperty("java.vm.vendor", UNKNOWN),
        System.getProperty("java.vm.version", UNKNOWN),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(Environment::withoutSecret)
            .toList(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList(),
        Runtime.getRuntime().maxMemory(),
        ProcessHandle.current().pid());
  }

  /// Secrets are removed because a run directory is meant to be shared.
  static String withoutSecret(String flag) {
    int equals = flag.indexOf('=');
    boolean secret =
        equals > 0
            && flag.startsWith("-D")
            && flag.substring(0, equals).matches("(?i).*(password|passwd|secret|token|key).*");
    return secret ? flag.substring(0, equals + 1) + "(left out)" : flag;
  }
}
