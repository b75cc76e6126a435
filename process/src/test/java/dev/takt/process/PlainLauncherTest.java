package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How the launcher over [ProcessBuilder] differs from the native one, and when it is chosen.
@Timeout(60)
class PlainLauncherTest {

  private final Launcher launcher = Launcher.builder().plain().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  @Test
  void refusesWhatItCannotDoAndSaysWhat() {
    assertRefused(Command.builder("true").leadGroup(), "leadGroup");
    assertRefused(Command.builder("true").endWithParent(), "endWithParent");
    assertRefused(Command.builder("true").pipeBytes(1 << 16), "pipeBytes");
    assertRefused(Command.builder("true").descriptor(3, Redirect.discard()), "above 2 (3)");
    assertRefused(Command.builder("true").stdout(Redirect.inherit(7)), "descriptor 7");
  }

  private void assertRefused(Command.Builder command, String what) {
    assertThatThrownBy(() -> launcher.start(command.build()))
        .isInstanceOfSatisfying(StartException.class, e -> assertThat(e.path()).isEqualTo("true"))
        .hasMessageContaining(what)
        .hasMessageContaining("not available here");
  }

  @Test
  void inheritsTheSameDescriptor() throws Exception {
    Command command = Command.builder("true").stderr(Redirect.inherit(2)).build();
    assertThat(launcher.run(command, Duration.ofSeconds(30)).isSuccess()).isTrue();
  }

  @Test
  void sendsTwoSignalsOnly() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      assertThatThrownBy(() -> child.signal(Signal.HUP))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("SIGHUP");
      assertThatThrownBy(() -> child.signal(65)).isInstanceOf(IllegalArgumentException.class);
      assertThat(child.signal(Signal.KILL)).isTrue();
      assertThat(child.awaitExit()).isEqualTo(new Exit.Code(128 + 9, null));
    }
  }

  @Test
  void isChosenWhereTheSystemIsAnother() throws Exception {
    assertThat(kind("-Dos.name=Mac OS X", "--enable-native-access=ALL-UNNAMED"))
        .contains("native false", "ran true")
        .noneMatch(line -> line.contains("dev.takt.process.linux.Libc"));
    assertThat(kind("-Dos.arch=riscv64", "--enable-native-access=ALL-UNNAMED"))
        .contains("native false", "ran true")
        .noneMatch(line -> line.contains("dev.takt.process.linux.Libc"));
  }

  @Test
  void isChosenWhereNativeAccessIsDenied() throws Exception {
    assertThat(kind("--illegal-native-access=deny")).contains("native false", "ran true");
    assertThat(kind("--enable-native-access=ALL-UNNAMED")).contains("native true", "ran true");
  }

  @Test
  void nativeIsNotTouchedWherePlainIsAskedFor() throws Exception {
    assertThat(kind("-Dplain=true", "--enable-native-access=ALL-UNNAMED"))
        .contains("native false", "ran true")
        .noneMatch(line -> line.contains("dev.takt.process.linux.Libc"));
  }

  /// What another JVM prints about its launcher, and the classes that it loads.
  private List<String> kind(String... options) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(options));
    words.add("-Xlog:class+load");
    words.add("-cp");
    words.add(folderOf(Launcher.class) + ":" + folderOf(Main.class));
    words.add(Main.class.getName());
    RunResult result = launcher.run(Command.builder(words).build(), Duration.ofSeconds(50));
    assertThat(result.stderr().text()).doesNotContain("Exception");
    return result.stdout().text().lines().toList();
  }

  private static Path folderOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// Prints which launcher there is, and uses it.
  static final class Main {
    public static void main(String[] arguments) throws Exception {
      Launcher.Builder builder = Launcher.builder();
      if (Boolean.getBoolean("plain")) {
        builder.plain();
      }
      try (Launcher launcher = builder.build()) {
        System.out.println("native " + launcher.isNative());
        RunResult result = launcher.run(Command.of("true"), Duration.ofSeconds(30));
        System.out.println("ran " + result.isSuccess());
      }
    }

    private Main() {}
  }

  @Test
  void theSharedLauncherStaysOpen() throws Exception {
    Launcher.shared().close();
    assertThat(Launcher.shared().run(Command.of("true"), Duration.ofSeconds(30)).isSuccess())
        .isTrue();
  }
}
