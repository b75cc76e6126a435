package dev.takt.runs.classpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathEntryTest {

  /// A class to load from elsewhere.
  static final class Moved {}

  private static final String NAME = Moved.class.getName().replace('.', '/') + ".class";

  @TempDir Path folder;

  @Test
  void classInAFolderHasThatFolder() throws Exception {
    Path entry = folder.resolve("a folder! %41");
    Path file = entry.resolve(NAME);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, bytes());

    assertThat(found(entry)).isEqualTo(entry);
  }

  @Test
  void classInAJarHasThatJar() throws Exception {
    Path entry = folder.resolve("a jar %41.jar");
    try (OutputStream out = Files.newOutputStream(entry);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry(NAME));
      jar.write(bytes());
    }

    assertThat(found(entry)).isEqualTo(entry);
  }

  @Test
  void classOfTheJdkHasNone() {
    assertThatThrownBy(() -> ClassPathEntry.of(String.class))
        .isInstanceOf(IOException.class)
        .hasMessage("not in a jar or folder: jrt:/java.base/java/lang/String.class");
  }

  private static Path found(Path entry) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {entry.toUri().toURL()}, null)) {
      return ClassPathEntry.of(loader.loadClass(Moved.class.getName()));
    }
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = Moved.class.getResourceAsStream("/" + NAME)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }
}
