package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetClassPathTest {

  private static final String PROGRAM =
      "public class Sleeper { public static void main(String[] a) throws Exception {"
          + " Thread.sleep(200); } }";

  @TempDir Path folder;

  private Path record(Path java, String... options) throws Exception {
    Path recording = folder.resolve("target.jfr");
    Path settings =
        Files.writeString(
            folder.resolve("settings.jfc"),
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0"><event name="jdk.InitialSystemProperty">
              <setting name="enabled">true</setting><setting name="period">beginChunk</setting>
            </event></configuration>
            """);
    Path source = Files.writeString(folder.resolve("Sleeper.java"), PROGRAM);
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording);
    command.addAll(List.of(options));
    command.add(source.toString());
    Process child =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out.txt").toFile())
            .start();
    assertThat(child.waitFor()).as(Files.readString(folder.resolve("out.txt"))).isZero();
    return recording;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/usr/lib/jvm/java-17-openjdk-amd64"})
  void pathsAreThoseOfTheRecordedJvm(String home) throws Exception {
    Path java = Path.of(home.isEmpty() ? System.getProperty("java.home") : home, "bin", "java");
    assumeThat(java).exists();
    Path relative = Files.createDirectories(folder.resolve("classes"));
    Path jar = Files.copy(emptyJar(), folder.resolve("a b.jar"));
    Files.copy(jar, relative.resolve("not on the path.jar"));
    Path modules = Files.createDirectories(folder.resolve("modules"));
    Path module = Files.copy(jar, modules.resolve("m.jar"));

    Path recording =
        record(java, "-cp", "classes:" + jar + ":absent.jar", "-p", modules.toString());

    assertThat(TargetClassPath.of(recording, folder).files())
        .containsExactly(relative, jar, modules, module);
    assertThat(TargetClassPath.of(recording, Path.of("/nowhere")))
        .isEqualTo(new TargetClassPath.Found(List.of(jar, modules, module), true));
  }

  @Test
  void onlyRelativePathsCanBeElsewhere() throws Exception {
    TargetClassPath paths = new TargetClassPath(folder);
    paths.property("java.class.path", folder.resolve("absent.jar") + "::");
    assertThat(paths.found()).isEqualTo(new TargetClassPath.Found(List.of(), false));

    TargetClassPath relative = new TargetClassPath(folder);
    relative.property("java.class.path", "absent.jar");
    assertThat(relative.found()).isEqualTo(new TargetClassPath.Found(List.of(), true));
  }

  /// Without a module path, there is no such property, and a recording can be long.
  @Test
  void searchEndsAfterTheProperties() throws Exception {
    TargetClassPath paths = new TargetClassPath(folder);
    for (int i = 0; i < 2 * TargetClassPath.MAX_OTHERS; i++) {
      paths.other();
    }
    assertThat(paths.isComplete()).as("before they begin").isFalse();

    for (String key : List.of("java.class.path", "user.dir")) {
      paths.property(key, "");
      for (int i = 0; i < TargetClassPath.MAX_OTHERS - 1; i++) {
        paths.other();
      }
      assertThat(paths.isComplete()).as(key).isFalse();
    }
    paths.other();
    assertThat(paths.isComplete()).isTrue();

    TargetClassPath both = new TargetClassPath(folder);
    both.property("java.class.path", "");
    both.property("jdk.module.path", "");
    assertThat(both.isComplete()).isTrue();
  }

  private Path emptyJar() throws Exception {
    Path jar = folder.resolve("empty.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("x"));
    }
    return jar;
  }

  @Test
  void whatIsNotRecordedIsEmpty() throws Exception {
    assertThat(TargetClassPath.of(folder.resolve("absent.jfr"), folder).files()).isEmpty();
    Path damaged = Files.writeString(folder.resolve("damaged.jfr"), "FLR\0 and no more");
    assertThat(TargetClassPath.of(damaged, folder).files()).isEmpty();
  }
}
