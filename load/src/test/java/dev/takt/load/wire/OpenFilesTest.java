package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenFilesTest {

  private static final List<String> LIMITS =
      List.of(
          "Limit                     Soft Limit           Hard Limit           Units",
          "Max processes             15000                15000                processes",
          "Max open files            1024                 4096                 files");

  @Test
  void moreConnectionsThanFilesAreRefused() {
    assertThatThrownBy(() -> OpenFiles.require(1000, 25, LIMITS))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "up to 1,000 users with a connection each need 1,125 open files, and this process may"
                + " have 1,024; raise the limit (ulimit -n), or use fewer --connections");
    assertThatThrownBy(() -> OpenFiles.require(900, 25, LIMITS)).hasMessageContaining("need 1,025");
    assertThatCode(() -> OpenFiles.require(899, 25, LIMITS)).doesNotThrowAnyException();
  }

  @Test
  void withoutALimitNothingIsRefused() {
    assertThatCode(() ->
            OpenFiles.require(
                60_000, 25, List.of("Max open files            unlimited  unlimited  files")))
        .doesNotThrowAnyException();
  }
}
