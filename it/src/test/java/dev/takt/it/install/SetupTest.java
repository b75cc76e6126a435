package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `bin/setup.sh` on a machine without a JDK and Maven. The `PATH` has only a few tools, and a
/// package manager that records how it is called. No JDK is new enough but the one that it
/// installs.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SetupTest {

  private static final String SCRIPT =
      """
      set -e
      source HERE/bin/jdk.sh
      oldest_jdk=99
      find_jdk HERE && has_maven || set_up HERE
      echo "ready $JAVA_HOME"
      """;

  private static final String APT_CACHE =
      """
      #!/bin/bash
      echo "${0##*/} $*" >> "$LOG"
      found="(none)"
      for each in $PACKAGES; do
        [[ $each == "$2" ]] && found=1.0
      done
      printf '%s:\\n  Installed: (none)\\n  Candidate: %s\\n  Version table:\\n' "$2" "$found"
      """;

  private static final String APT_GET =
      """
      #!/bin/bash
      echo "${0##*/} $*" >> "$LOG"
      echo "of the package manager"
      [[ $* != *"${FAILS-nothing}"* ]] || exit 100
      case $* in
        *install*jdk*)
          mkdir -p "$HOME/.jdks/new/bin"
          cp "$0" "$HOME/.jdks/new/bin/javac"
          echo 'JAVA_VERSION="99.0.1"' > "$HOME/.jdks/new/release" ;;
        *install*maven*) cp "$0" "${0%/*}/mvn" ;;
      esac
      """;

  @TempDir Path folder;
  private Path tools;
  private Path log;

  @BeforeEach
  void makeMachine() throws IOException {
    tools = Files.createDirectories(folder.resolve("tools"));
    log = Files.createFile(folder.resolve("log"));
    Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(folder.resolve("bin"));
    for (String each : List.of("jdk.sh", "setup.sh")) {
      Files.copy(Script.ROOT.resolve("bin").resolve(each), folder.resolve("bin").resolve(each));
    }
    for (String each : List.of("bash", "env", "cat", "cp", "mkdir", "readlink")) {
      Path tool =
          Stream.of("/bin", "/usr/bin")
              .map(bin -> Path.of(bin, each))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      Files.copy(tool, tools.resolve(each));
    }
  }

  private void addPackageManager() throws IOException {
    for (var each :
        Map.of("apt-get", APT_GET, "apt-cache", APT_CACHE, "sudo", "#!/bin/bash\n\"$@\"\n")
            .entrySet()) {
      Path file = Files.writeString(tools.resolve(each.getKey()), each.getValue());
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
  }

  private Script setUp(String... environment) {
    return Script.run(folder, Map.of(), command(environment));
  }

  private List<String> command(String... environment) {
    List<String> command = new ArrayList<>(List.of("/usr/bin/env", "-i"));
    command.addAll(List.of("PATH=" + tools, "HOME=" + folder.resolve("home"), "LOG=" + log));
    command.addAll(List.of(environment));
    String script = SCRIPT.replace("HERE", folder.toString());
    command.addAll(List.of("bash", "-c", script));
    return command;
  }

  private List<String> installed() throws IOException {
    return Files.readAllLines(log).stream().filter(each -> each.startsWith("apt-get")).toList();
  }

  @Test
  void installsNothingWithoutAYesAndSaysWhatToDo() throws IOException {
    addPackageManager();

    Script script = setUp("PACKAGES=openjdk-25-jdk-headless maven");

    assertThat(script.code()).isEqualTo(2);
    assertThat(script.out()).isEmpty();
    assertThat(script.err())
        .startsWith("takt: to build Takt, this machine lacks a JDK 99 or later and Maven (mvn)\n")
        .contains(
            "apt-get install openjdk-25-jdk-headless\n",
            "apt-get install maven\n",
            "With TAKT_SETUP=yes, Takt installs what the package sources have.\n");
    assertThat(installed()).isEmpty();
  }

  @Test
  void installsWhatIsMissingWithTaktSetup() throws IOException {
    addPackageManager();

    Script script = setUp("TAKT_SETUP=yes", "PACKAGES=openjdk-25-jdk-headless maven");

    assertThat(script.code()).as(script.err()).isZero();
    assertThat(script.out()).isEqualTo("ready " + folder.resolve("home/.jdks/new") + "\n");
    assertThat(script.err()).contains("of the package manager");
    assertThat(installed())
        .containsExactly(
            "apt-get -qq update",
            "apt-get -qq install -y openjdk-25-jdk-headless",
            "apt-get -qq install -y maven");
  }

  @Test
  void anyOtherValueOfTaktSetupIsNoYes() throws IOException {
    addPackageManager();

    assertThat(setUp("TAKT_SETUP=no", "PACKAGES=maven").code()).isEqualTo(2);
    assertThat(installed()).isEmpty();
  }

  /// Debian 12 has Maven, but no JDK 25.
  @Test
  void installsMavenAndExplainsAJdkThatTheSourcesDoNotHave() throws IOException {
    addPackageManager();

    Script script = setUp("TAKT_SETUP=yes", "PACKAGES=maven");

    assertThat(script.code()).isEqualTo(2);
    assertThat(installed()).containsExactly("apt-get -qq update", "apt-get -qq install -y maven");
    assertThat(script.err())
        .contains("the package sources of this machine have none", "JAVA_HOME", "unpack it in /opt")
        .doesNotContain("  Maven:");
  }

  @Test
  void installsAllTheSameIfASourceCannotBeReached() throws IOException {
    addPackageManager();

    Script script = setUp("TAKT_SETUP=yes", "FAILS=update", "PACKAGES=temurin-25-jdk maven");

    assertThat(script.code()).as(script.err()).isZero();
    assertThat(installed()).contains("apt-get -qq install -y temurin-25-jdk");
  }

  @Test
  void failedInstallationEndsWithTheCommandToRepeat() throws IOException {
    addPackageManager();

    Script script = setUp("TAKT_SETUP=yes", "FAILS=maven", "PACKAGES=temurin-25-jdk maven");

    assertThat(script.code()).isEqualTo(2);
    assertThat(script.err()).endsWith("apt-get install maven\n").doesNotContain("  JDK 99");
  }

  @Test
  void withoutAKnownPackageManagerItSaysWhereToGetBoth() {
    Script script = setUp("TAKT_SETUP=yes");

    assertThat(script.code()).isEqualTo(2);
    assertThat(script.err())
        .contains("https://adoptium.net/", "https://maven.apache.org/download.cgi");
  }

  @Test
  void asksOnATerminal() throws IOException {
    assumeTrue(Files.exists(Path.of("/usr/bin/script")), "no program makes a terminal here");
    addPackageManager();

    Script refused = typed("n", "PACKAGES=temurin-25-jdk maven");
    assertThat(refused.out()).contains("Install it with apt-get now? [Y/n] ");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(installed()).isEmpty();

    Script accepted = typed("", "PACKAGES=temurin-25-jdk maven");
    assertThat(accepted.out()).contains("ready ");
    assertThat(accepted.code()).isZero();
    assertThat(installed()).hasSize(3);
  }

  private Script typed(String answer, String... environment) throws IOException {
    List<String> quoted =
        command(environment).stream().map(each -> "'" + each.replace("'", "'\\''") + "'").toList();
    Path command = Files.writeString(folder.resolve("command"), String.join(" ", quoted));
    return Script.run(
        folder,
        Map.of(),
        "bash",
        "-c",
        "echo '" + answer + "' | /usr/bin/script -qec 'bash " + command + "' /dev/null");
  }
}
