package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsyncProfilerLibraryTest {

  @TempDir Path folder;

  private Path jar(String version) throws IOException {
    Path versions = folder.resolve(Path.of("tools", "profiler", "async-profiler", version));
    return Files.createFile(
        Files.createDirectories(versions).resolve("async-profiler-" + version + ".jar"));
  }

  private static Path jarWith(Path jar, String entry, String content) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  @Test
  void newestVersionIsTaken() throws IOException {
    assertThat(AsyncProfilerLibrary.jarIn(folder)).isEmpty();
    jar("4.9");
    Path newest = jar("4.10");
    jar("3.0");
    assertThat(AsyncProfilerLibrary.jarIn(folder)).contains(newest);
  }

  @Test
  void libraryOfAJarHasTheSamePathEachTime() throws IOException {
    Path cache = folder.resolve("cache");
    String platform = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    String entry = "linux-" + platform + "/libasyncProfiler.so";
    Path jar = jarWith(folder.resolve("a.jar"), entry, "one");
    Path library = AsyncProfilerLibrary.find(jar.toString(), cache);
    assertThat(library).hasContent("one");
    assertThat(AsyncProfilerLibrary.find(jar.toString(), cache)).isEqualTo(library);
    Path other = AsyncProfilerLibrary.find(jarWith(jar, entry, "two").toString(), cache);
    assertThat(other).hasContent("two").isNotEqualTo(library);
  }

  @Test
  void libraryIsTakenAsItIs() throws IOException {
    Path library = Files.createFile(folder.resolve("libasyncProfiler.so"));
    assertThat(AsyncProfilerLibrary.find(library.toString(), folder)).isEqualTo(library);
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    Path none = folder.resolve("none.jar");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> AsyncProfilerLibrary.find(none.toString(), folder))
        .withMessageStartingWith("there is no file " + none)
        .withMessageContaining("tools.profiler:async-profiler");
    Path empty = jarWith(folder.resolve("b.jar"), "other", "");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> AsyncProfilerLibrary.find(empty.toString(), folder))
        .withMessageContaining(" has no library for linux-");
  }
}
