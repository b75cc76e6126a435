package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The root of a system that has glibc and a few programs, and nothing else: no Java, and no
/// package manager.
record EmptyRoot(Path root) {

  /// What the launcher, the demo and a Containerfile need.
  private static final List<String> PROGRAMS =
      List.of("bash", "sh", "env", "readlink", "nice", "true", "ln", "mkdir", "rm", "sleep");

  private static final Pattern LIBRARY = Pattern.compile("(/\\S+)");

  /// Further libraries of glibc that a JVM loads.
  private static final List<String> OF_GLIBC =
      List.of("libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libresolv.so.2");

  /// Runs a script in the root, with `/proc`, `/dev` and `/sys`.
  private static final String ENTER =
      """
      mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" &&
        exec chroot "$0" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin HOME=/root "$@"
      """;

  /// A minimal Debian. Skips the test where it cannot be installed: without debootstrap, the
  /// privileges for it, or a mirror.
  static EmptyRoot debian(String suite, Path root) throws IOException {
    Files.createDirectories(root);
    assumeTrue(Files.exists(Path.of("/usr/sbin/debootstrap")), "debootstrap is not installed");
    Script script =
        Script.run(
            root,
            Map.of(),
            "unshare",
            "--mount",
            "debootstrap",
            "--variant=minbase",
            suite,
            root.toString());
    assumeTrue(script.code() == 0, "Debian cannot be installed here: " + script.out());
    Files.createDirectories(root.resolve("work"));
    return new EmptyRoot(root);
  }

  static EmptyRoot create(Path root) throws IOException {
    for (String each :
        List.of("proc", "dev", "sys", "tmp", "root", "opt", "work", "usr/local/bin")) {
      Files.createDirectories(root.resolve(each));
    }
    Files.createDirectories(root.resolve("usr/bin"));
    Files.createSymbolicLink(root.resolve("bin"), Path.of("usr/bin"));
    for (String each : PROGRAMS) {
      Path program = Path.of("/usr/bin", each).toRealPath();
      Files.copy(program, root.resolve("usr/bin").resolve(each));
      Script libraries = Script.run(root, Map.of(), "ldd", program.toString());
      Matcher library = LIBRARY.matcher(libraries.succeeded());
      while (library.find()) {
        copy(root, Path.of(library.group(1)));
      }
    }
    Path glibc =
        Files.exists(Path.of("/lib/aarch64-linux-gnu"))
            ? Path.of("/lib/aarch64-linux-gnu")
            : Path.of("/lib/x86_64-linux-gnu");
    for (String each : OF_GLIBC) {
      copy(root, glibc.resolve(each));
    }
    return new EmptyRoot(root);
  }

  /// Copies a library to the same path.
  private static void copy(Path root, Path library) throws IOException {
    Path to = root.resolve(library.toString().substring(1));
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    Files.copy(library.toRealPath(), to, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Why no root can be entered on this machine; empty if it can.
  String problem() {
    Script script = bash("true");
    return script.code() == 0 ? "" : script.err().strip();
  }

  /// Runs a script of bash in the root's `/work`.
  Script bash(String script) {
    return enter("bash", "-c", "cd /work && " + script);
  }

  Script enter(String... command) {
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "bash", "-c", ENTER));
    all.add(root.toString());
    all.addAll(List.of(command));
    return Script.run(root, Map.of(), all);
  }

  /// Asserts that nothing of Java is in it, apart from what was unpacked.
  void hasNoJava() {
    Script script = bash("type -P java javac mvn; echo ${JAVA_HOME-none}");
    assertThat(script.out()).isEqualTo("none\n");
  }
}
