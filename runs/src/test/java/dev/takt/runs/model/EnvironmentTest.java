package dev.takt.runs.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

  @TempDir Path root;

  @Test
  @EnabledOnOs(OS.LINUX)
  void tellsOfThisMachine() throws IOException {
    Environment here = Environment.capture();

    assertThat(here.takt().version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(here.takt().revision()).isNotEmpty().doesNotContain("$");
    assertThat(here.jvm().version()).contains(String.valueOf(Runtime.version().feature()));
    assertThat(here.jvm().collectors()).isNotEmpty();
    assertThat(here.jvm().pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(here.cpu().count()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(here.hostName())
        .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
  }

  @Test
  void readsHostFactsFromLinuxFiles() throws IOException {
    put("proc/sys/kernel/hostname", "box\n");
    put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Turbo 9000\nmodel name\t: Other\n");
    put("etc/os-release", "ID=x\nPRETTY_NAME=\"Some Linux 12 (old)\"\n");

    Environment there = Environment.capture(root);
    assertThat(there.hostName()).isEqualTo("box");
    assertThat(there.cpu().model()).isEqualTo("Turbo 9000");
    assertThat(there.os().name()).isEqualTo("Some Linux 12 (old)");
    assertThat(there.container()).isNull();
  }

  @Test
  void saysUnknownWhereNothingIsKnown() {
    Environment there = Environment.capture(root);
    assertThat(there.hostName()).isEqualTo("unknown");
    assertThat(there.cpu().model()).isEqualTo("unknown");
    assertThat(there.container()).isNull();
  }

  @Test
  void readsTheLimitsOfAControlGroup() throws IOException {
    put("proc/self/cgroup", "0::/box\n");
    put("sys/fs/cgroup/box/cpu.max", "150000 100000\n");
    put("sys/fs/cgroup/box/memory.max", "max\n");
    assertThat(Environment.capture(root).container())
        .isEqualTo(new Environment.Container(1.5, null));

    put("sys/fs/cgroup/box/cpu.max", "max 100000\n");
    assertThat(Environment.capture(root).container()).isNull();

    put("sys/fs/cgroup/box/memory.max", "1073741824\n");
    assertThat(Environment.capture(root).container())
        .isEqualTo(new Environment.Container(null, 1L << 30));
  }

  @Test
  void readsTheLimitsOfAnOldControlGroup() throws IOException {
    put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
    put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assertThat(Environment.capture(root).container())
        .isEqualTo(new Environment.Container(0.5, null));

    put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    assertThat(Environment.capture(root).container()).isNull();
  }

  @Test
  void leavesSecretsOut() {
    assertThat(Environment.withoutSecret("-Xmx1g")).isEqualTo("-Xmx1g");
    assertThat(Environment.withoutSecret("-Da=b")).isEqualTo("-Da=b");
    assertThat(Environment.withoutSecret("-Ddb.Password=geheim"))
        .isEqualTo("-Ddb.Password=(left out)");
    assertThat(Environment.withoutSecret("-XX:KeyX=1")).isEqualTo("-XX:KeyX=1");
  }

  @Timing
  @Test
  void isQuickOnceTheClassesAreLoaded() {
    Environment.capture();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      Environment.capture();
      best = Math.min(best, System.nanoTime() - start);
    }
    assertThat(best).isLessThan(10_000_000);
  }

  private void put(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
