package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisTargetTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "redis://h,false,h,6379,-,-,-",
        "redis://h/,false,h,6379,-,-,-",
        "redis://h:7000/3,false,h,7000,-,-,3",
        "rediss://h,true,h,6379,-,-,-",
        "redis://u:p@h,false,h,6379,u,p,-",
        "redis://:p@h,false,h,6379,-,p,-",
        "redis://u:p%40:%2F+%25@h:1/2,false,h,1,u,p@:/+%,2",
        "redis://u:a@b@h,false,h,6379,u,a@b,-",
        "redis://[::1]:7000,false,::1,7000,-,-,-",
      })
  void allPartsCanBeSaid(
      String target, boolean tls, String host, int port, String user, String password, Integer db) {
    assertThat(RedisTarget.parse(target))
        .isEqualTo(new RedisTarget(tls, host, port, user, password, db));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://",
        "redis://h:0",
        "redis://h:65536",
        "redis://h:x",
        "redis://h/x",
        "redis://h/1/2",
        "redis://h?db=1",
        "redis://secret@h",
        "redis://u:secret%zz@h",
        "redis://u:secret@",
        "redis://u:secret@h:x",
        "redis://u:sec/ret@h",
      })
  void whatIsWrongIsToldWithoutThePassword(String target) {
    assertThatThrownBy(() -> RedisTarget.parse(target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("sec/ret");
  }

  @Test
  void neitherTargetNorAccessShowsThePassword() {
    RedisTarget target = RedisTarget.parse("rediss://u:secret@[::1]");
    assertThat(target).hasToString("rediss://[::1]:6379");
    assertThat(new Access("u", "secret", 1, 2).toString()).doesNotContain("secret");
  }
}
