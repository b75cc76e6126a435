package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NewerClassFilesTest {

  private static final Path PICOCLI =
      Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().getPath());

  @TempDir Path folder;

  private Path converted(String name) throws IOException {
    Path jar = Files.copy(PICOCLI, folder.resolve(name));
    NewerClassFiles.main(new String[] {jar.toString()});
    return jar;
  }

  /// The JVM verifies a class by its stack maps when the class is initialised.
  @Test
  void convertedClassesAreValid() throws Exception {
    Path jar = converted("converted.jar");
    try (JarFile file = new JarFile(jar.toFile());
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      List<JarEntry> classes =
          file.stream()
              .filter(each -> each.getName().startsWith("picocli/"))
              .filter(each -> each.getName().endsWith(".class"))
              .toList();
      assertThat(classes).hasSizeGreaterThan(200);
      for (JarEntry each : classes) {
        assertThat(version(file, each)).as(each.getName()).isEqualTo(ClassFile.JAVA_8_VERSION);
        String name = each.getName().replace('/', '.').replaceFirst("\\.class$", "");
        assertThat(Class.forName(name, true, loader).getClassLoader()).isEqualTo(loader);
      }
    }
  }

  private static int version(JarFile file, JarEntry entry) throws IOException {
    try (DataInputStream in = new DataInputStream(file.getInputStream(entry))) {
      assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }

  @Test
  void sameJarGivesSameResult() throws Exception {
    Path once = converted("once.jar");
    assertThat(converted("again.jar")).hasSameBinaryContentAs(once);
    NewerClassFiles.main(new String[] {once.toString()});
    assertThat(once).hasSameBinaryContentAs(folder.resolve("again.jar"));
  }
}
