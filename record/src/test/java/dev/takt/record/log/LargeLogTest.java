package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Memory does not grow with a log: each test runs in a JVM with a small heap.
@Timeout(600)
class LargeLogTest {

  private static final long MEGABYTE = 1 << 20;

  @TempDir Path dir;

  /// The number of values and of lines.
  private static List<Long> run(int heapMegabytes, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(EndlessLog.class.getName());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).endsWith("[]\n");
    Scanner numbers = new Scanner(output);
    return List.of(numbers.nextLong(), numbers.nextLong());
  }

  private static void assertAllFound(List<Long> valuesAndLines) {
    assertThat(valuesAndLines.get(1)).isPositive();
    assertThat(valuesAndLines.get(0)).isEqualTo(valuesAndLines.get(1) * EndlessLog.VALUES);
  }

  private String file(String name, long size) throws IOException {
    Path file = dir.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16)) {
      new EndlessLog(size).transferTo(out);
    }
    return file.toString();
  }

  @Test
  void aStreamIsSummedUpInLittleMemory() throws Exception {
    assertAllFound(run(96, "summarize", "" + 200 * MEGABYTE));
  }

  @Test
  @Tag("slow")
  void aStreamOfGigabytesIsSummedUpInLittleMemory() throws Exception {
    assertAllFound(run(96, "summarize", "" + 2048 * MEGABYTE));
  }

  @Test
  @Tag("slow")
  void windowsOfAStreamTakeLittleMemory() throws Exception {
    assertAllFound(run(96, "windows", "" + 500 * MEGABYTE));
  }

  @Test
  @Tag("slow")
  void aStreamIsUnitedInLittleMemory() throws Exception {
    assertAllFound(run(96, "union", "" + 500 * MEGABYTE));
  }

  @Test
  @Tag("slow")
  void filesAreUnitedAndPutInWindowsInLittleMemory() throws Exception {
    String first = file("first.hlog.gz", 150 * MEGABYTE);
    String second = file("second.hlog.gz", 150 * MEGABYTE);
    long values = run(160, "summarize", first, second).get(0);
    assertThat(values).isGreaterThan(100_000_000L);
    assertThat(run(160, "union", first, second).get(0)).isEqualTo(values);
    assertThat(run(160, "windows", first, second).get(0)).isEqualTo(values);
  }
}
