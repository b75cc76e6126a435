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

/// Tests the contents of the agent's jar.
class AgentJarTest {

  private static final int JAVA_17 = 61;
  private static final String VERSIONED = "^META-INF/versions/\\d+/";

  @Test
  void jarIsSmallerThan300Kilobytes() throws IOException {
    assertThat(Files.size(Jvms.JAR)).isLessThan(300 * 1024);
  }

  @Test
  void jarHasOnlyClassesOfItsOwnPackage() throws IOException {
    try (JarFile jar = new JarFile(Jvms.JAR.toFile())) {
      assertThat(jar.stream().filter(each -> !each.isDirectory()).map(JarEntry::getName))
          .allMatch(name -> name.startsWith("dev/takt/agent/") || name.startsWith("META-INF/"))
          .filteredOn(name -> name.endsWith(".class"))
          .allMatch(name -> name.replaceFirst(VERSIONED, "").startsWith("dev/takt/agent/"));
    }
  }

  /// JDK 17 ignores the versioned classes for later JDKs.
  @Test
  void classesHaveTheVersionOfJava17() throws IOException {
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
  void manifestAllowsStartupAndAttach() throws IOException {
    try (JarFile jar = new JarFile(Jvms.JAR.toFile())) {
      var attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Premain-Class")).isEqualTo("dev.takt.agent.Agent");
      assertThat(attributes.getValue("Agent-Class")).isEqualTo("dev.takt.agent.Agent");
      assertThat(attributes.getValue("Can-Retransform-Classes")).isEqualTo("true");
    }
  }

  /// Only annotations may be missing, since they are not read at run time.
  @ParameterizedTest
  @ValueSource(strings = {"base", "25"})
  void jarDependsOnlyOnTheJdk(String release) {
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
    // A JVM without java.management has no diagnostic commands, so only this class may use it.
    assertThat(lines)
        .filteredOn(line -> line.contains("java.management") && line.startsWith(" "))
        .allMatch(line -> line.strip().startsWith(StaleSessionCleanup.class.getName()));
  }
}
