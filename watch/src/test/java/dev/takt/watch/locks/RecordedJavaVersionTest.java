package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedJavaVersionTest {

  @ParameterizedTest
  @CsvSource({
    "17.0.15+6-Debian-1deb12u1, false, false",
    "19.0.2+7-44, true, false",
    "21.0.5+11-LTS, true, false",
    "24+36-3646, true, true",
    "25.0.3+9-LTS, true, true"
  })
  void featuresFollowFromVersion(String version, boolean virtualThreads, boolean unmounts) {
    RecordedJavaVersion java =
        RecordedJavaVersion.of(
            "OpenJDK 64-Bit Server VM (%s) for linux-amd64 JRE (%s), built on 2026-04-21 with gcc"
                .formatted(version, version));
    assertThat(java.hasVirtualThreads()).isEqualTo(virtualThreads);
    assertThat(java.unmountsAtMonitors()).isEqualTo(unmounts);
  }

  /// A superfluous remark is better than a missing one.
  @Test
  void unknownVersionCountsAsNewest() {
    assertThat(RecordedJavaVersion.of(null)).isEqualTo(RecordedJavaVersion.UNKNOWN);
    assertThat(RecordedJavaVersion.of("some other VM, JRE (built by me)"))
        .isEqualTo(RecordedJavaVersion.UNKNOWN);
    assertThat(RecordedJavaVersion.UNKNOWN.hasVirtualThreads()).isTrue();
    assertThat(RecordedJavaVersion.UNKNOWN.unmountsAtMonitors()).isTrue();
  }
}
