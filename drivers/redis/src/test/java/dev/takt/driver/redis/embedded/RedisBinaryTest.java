package dev.takt.driver.redis.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisBinaryTest {

  @ParameterizedTest
  @CsvSource({
    "Linux,amd64,linux-amd64,true",
    "Linux,aarch64,linux-arm64,true",
    "Mac OS X,x86_64,mac-amd64,true",
    "Mac OS X,aarch64,mac-arm64,true",
    "Linux,riscv64,linux-riscv64,false",
    "Windows 11,amd64,windows-amd64,false"
  })
  void eachPlatformHasItsServerOrNone(
      String os, String architecture, String platform, boolean there) {
    assertThat(RedisBinary.platform(os, architecture)).isEqualTo(platform);
    assertThat(RedisBinary.resource(platform) != null).isEqualTo(there);
  }
}
