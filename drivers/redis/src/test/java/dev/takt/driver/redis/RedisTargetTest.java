package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnixDomainSocketAddress;
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
        "REDIS://h:7000/3,false,h,7000,-,-,3",
        "redis://redis_cache:7000,false,redis_cache,7000,-,-,-",
        "redis://h?db=1,false,h,6379,-,-,1",
        "redis://h/?database=2,false,h,6379,-,-,2",
        "redis://h/3#x,false,h,6379,-,-,3",
        "redis://[fe80::1%25lo]:1,false,fe80::1%lo,1,-,-,-",
        "redis://bücher.example,false,xn--bcher-kva.example,6379,-,-,-",
      })
  void allPartsCanBeSaid(
      String target, boolean tls, String host, int port, String user, String password, Integer db) {
    assertThat(RedisTarget.parse(target))
        .isEqualTo(new RedisTarget(tls, host, port, null, user, password, db));
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
        "redis://h?x=1",
        "redis://h/1?db=1",
        "redis://h?db=",
        "redis://a b",
        "redis://sec/ret@h",
        "redis+unix://run/redis.sock",
        "redis+unix://",
        "redis+unix:///run/%zz",
        "redis+unix:///x?secret",
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

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "redis+unix:///run/redis.sock,-,-,-",
        "unix:///run/redis.sock?db=2,-,-,2",
        "redis-socket:///run/redis.sock?database=2,-,-,2",
        "unix://u:p@/run/redis.sock?db=2,u,p,2",
        "redis+unix://:p@/run/redis%2Esock,-,p,-",
      })
  void socketIsNamedAsByClients(String target, String user, String password, Integer db) {
    assertThat(RedisTarget.isTarget(target)).isTrue();
    assertThat(RedisTarget.parse(target))
        .isEqualTo(
            new RedisTarget(
                false, "", 0, UnixDomainSocketAddress.of("/run/redis.sock"), user, password, db));
    assertThat(RedisTarget.parse(target)).hasToString("redis+unix:///run/redis.sock");
  }

  @Test
  void partThatIsWrongIsNamed() {
    assertThatThrownBy(() -> RedisTarget.parse("redis://h:x")).hasMessageContaining("port");
    assertThatThrownBy(() -> RedisTarget.parse("redis://h/x")).hasMessageContaining("database");
    assertThatThrownBy(() -> RedisTarget.parse("redis://a b")).hasMessageContaining("host name");
    assertThatThrownBy(() -> RedisTarget.parse("redis://")).hasMessageContaining("a host after");
  }

  @Test
  void neitherTargetNorAccessShowsThePassword() {
    RedisTarget target = RedisTarget.parse("rediss://u:secret@[::1]");
    assertThat(target).hasToString("rediss://[::1]:6379");
    assertThat(new SessionSettings("u", "secret", 1, 2).toString()).doesNotContain("secret");
  }
}
