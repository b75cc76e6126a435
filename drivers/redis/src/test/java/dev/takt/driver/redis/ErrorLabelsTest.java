package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorLabelsTest {

  private final ErrorLabels labels = new ErrorLabels();

  private Outcome of(String error) {
    byte[] bytes = ("-" + error + "\r\n").getBytes(StandardCharsets.UTF_8);
    return labels.of(ByteBuffer.wrap(bytes), 1, bytes.length - 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "WRONGTYPE Operation against a key holding the wrong kind of value;WRONGTYPE",
        "MOVED 3999 127.0.0.1:6381;MOVED",
        "LOADING Redis is loading the dataset in memory;LOADING",
        "NOAUTH Authentication required.;NOAUTH",
        "OOM command not allowed when used memory > 'maxmemory'.;OOM",
        "CLUSTERDOWN;CLUSTERDOWN",
        "ERR unknown command `FOO`, with args beginning with: ;ERR unknown command",
        "ERR unknown command 'BAR', with args beginning with: ;ERR unknown command",
        "ERR value is not an integer or out of range;ERR value is not an integer or out of range",
        "ERR syntax error;ERR syntax error",
        "ERR;ERR",
        "ERR 12 things;ERR",
        "ERR max number of clients reached;ERR max number of clients reached",
        "'';other errors",
        "12;other errors",
        "größe;other errors",
        "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDD x;other errors"
      })
  void labelsAreTheWordsThatAreMadeForPrograms(String error, String label) {
    assertThat(of(error)).isEqualTo(Outcome.failed(label));
  }

  @Test
  void eachIsMadeOnce() {
    assertThat(of("MOVED 1 a:1")).isSameAs(of("MOVED 2 b:2"));
  }

  @Test
  void aServerThatMakesUpErrorsDoesNotFillTheMemory() {
    for (char a = 'A'; a <= 'Z'; a++) {
      for (char b = 'A'; b <= 'Z'; b++) {
        Outcome ignored = of("E" + a + b + " x");
      }
    }
    assertThat(of("MOVED 1 a:1")).isSameAs(ErrorLabels.OTHER);
    assertThat(of("EAA y")).isEqualTo(Outcome.failed("EAA"));
  }
}
