package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratorProcessTest {

  @Test
  void messageThatWasWrappedIsOneLineAgain() {
    assertThat(
            GeneratorProcess.unwrapped(
                """
                takt: cannot connect to http://10.0.0.4:8080/: connection refused; is the
                      target running, and is this its
                      address?
                    a line of its own
                        and one more\
                """))
        .isEqualTo(
            """
            takt: cannot connect to http://10.0.0.4:8080/: connection refused; is the target \
            running, and is this its address?
                a line of its own
                    and one more\
            """);
  }
}
