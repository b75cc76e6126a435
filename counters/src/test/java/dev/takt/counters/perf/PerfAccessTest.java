package dev.takt.counters.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.process.linux.Errno;
import org.junit.jupiter.api.Test;

class PerfAccessTest {

  @Test
  void reasonNamesTheSettingThatRefuses() {
    assertThat(PerfAccess.reason(Errno.EACCES, "4", true))
        .contains("EACCES", "perf_event_paranoid is 4", "CAP_PERFMON");
    assertThat(PerfAccess.reason(Errno.EPERM, "2", false))
        .contains("EPERM", "perf_event_paranoid is 2");
  }

  @Test
  void reasonNamesTheFilterThatRefuses() {
    assertThat(PerfAccess.reason(Errno.EPERM, "1", true))
        .startsWith("a seccomp filter refuses perf_event_open: EPERM")
        .doesNotContain("paranoid");
    assertThat(PerfAccess.reason(Errno.ENOSYS, "1", true)).contains("sandbox");
  }

  @Test
  void otherErrorsAreNamed() {
    assertThat(PerfAccess.reason(Errno.ENOENT, "1", false))
        .isEqualTo("perf_event_open fails with ENOENT (no such file or directory)");
    assertThat(PerfAccess.reason(Errno.EMFILE, "1", false)).contains("ulimit -n");
  }
}
