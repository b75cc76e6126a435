package dev.takt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is in the jar that applications get onto their class path.
class AgentJarTest {

  private static final int JAVA_17 = 61;
  private static final String VERSIONED = "^META-INF/versions/\\d+/";

  @Test
  void itIsSmall() throws IOException {
    assertThat(Files.size(Jvms.JAR)).isLessThan(300 * 1024);
  }

  @Test
  void itHasNothingUnderNamesOfOthers() throws IOException {
    try (JarFile jar = new JarFile(Jvms.JAR.toFile())) {
      assertThat(jar.stream().filter(each -> !each.isDirectory()).map(JarEntry::getName))
          .allMatch(name -> name.startsWith("dev/takt/agent/") || name.startsWith("META-INF/"))
          .filteredOn(name -> name.endsWith(".class"))
          .allMatch(name -> name.replaceFirst(VERSIONED, "").startsWith("dev/takt/agent/"));
    }
  }

  /// What later JDKs find in a place of their own, a JDK 17 does not look at.
  @Test
  void itRunsOnJava17() throws IOException {
    try (JarFile jar = new JarFile(Jvms.JAR.toFile())) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry each = all.nextElement();
        if (each.getName().startsWith("dev/") && each.getName().endsWith(".class")) {
          try (DataInputStream in = new DataInputStream(jar.getInputStream(each))) {
            assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
            assertThat(in.readInt()).as(each.getName()).isEqualTo(JAVA_17);
          }
        }
      }
    }
  }

  @Test
  void itsManifestLetsItInAtTheStartAndLater() throws IOException {
    try (JarFile jar = new JarFile(Jvms.JAR.toFile())) {
      var attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Premain-Class")).isEqualTo("dev.takt.agent.Agent");
      assertThat(attributes.getValue("Agent-Class")).isEqualTo("dev.takt.agent.Agent");
      assertThat(attributes.getValue("Can-Retransform-Classes")).isEqualTo("true");
    }
  }

  /// Annotations are the only thing that may be missing: nobody looks for them at run time.
  @ParameterizedTest
  @ValueSource(strings = {"base", "25"})
  void itNeedsNothingButTheJdk(String release) {
    StringWriter out = new StringWriter();
    ToolProvider.findFirst("jdeps")
        .orElseThrow()
        .run(
            new PrintWriter(out),
            new PrintWriter(out),
            "--multi-release",
            release,
            "-verbose:class",
            "-filter:none",
            Jvms.JAR.toString());

    List<String> lines = out.toString().lines().filter(line -> line.contains("->")).toList();

    assertThat(lines).hasSizeGreaterThan(100);
    assertThat(lines)
        .filteredOn(line -> line.contains("not found"))
        .allMatch(
            line -> line.contains("org.jspecify.annotations.") || line.contains("takt-agent"));
    assertThat(lines).noneMatch(line -> line.contains("zstd"));
    // A JVM without management has nothing of what it is needed for.
    assertThat(lines)
        .filteredOn(line -> line.contains("java.management") && line.startsWith(" "))
        .allMatch(line -> line.strip().startsWith("dev.takt.agent.Leftovers"));
  }
}
