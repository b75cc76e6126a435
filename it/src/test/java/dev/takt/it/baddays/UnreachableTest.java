package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Fast;
import dev.takt.it.targets.Https;
import dev.takt.it.targets.PlainTextOnTls;
import dev.takt.it.targets.Refusing;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The target cannot be had at all.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreachableTest {

  @TempDir Path folder;

  private Ran drive(String url, String... more) {
    String[] arguments = new String[more.length + 6];
    System.arraycopy(
        new String[] {"--target", url, "--rate", "100/s", "--duration", "300ms"},
        0,
        arguments,
        0,
        6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return Takt.run(folder, arguments);
  }

  @Test
  void refusedConnectionNamesTheAddress() {
    try (Refusing target = new Refusing()) {
      Ran ran = drive(target.url());

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.lastWord())
          .isEqualTo(
              EnglishText.format(
                  "takt: cannot connect to http://127.0.0.1:%d: connection refused; is the target running, and is this its address?",
                  target.port()));
      assertThat(ran.record().state()).isEqualTo(RunRecord.State.FAILED);
    }
  }

  @Test
  void unknownHostIsNamed() {
    Ran ran = drive("http://no-such-host.invalid/");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lastWord())
        .startsWith("takt: cannot find the host \"no-such-host.invalid\" of the target");
  }

  @Test
  void selfSignedCertificateIsRefusedWithTheWayOut() {
    try (Https target = new Https()) {
      Ran ran = drive(target.url());

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord())
          .contains("cannot connect to https://127.0.0.1:" + target.port())
          .contains("its certificate is not trusted", "--insecure accepts any certificate")
          .doesNotContain("is the target running");
      assertThat(target.requests()).isZero();
    }
  }

  @Test
  void selfSignedCertificateIsTakenWhereTheUserSaysSo() {
    try (Https target = new Https()) {
      Ran ran = drive(target.url(), "--insecure");

      assertThat(ran.balance().completed()).as(ran.err()).isEqualTo(30);
      assertThat(target.requests()).isEqualTo(30);
    }
  }

  @Test
  void plainTextOnTlsPortIsExplained() {
    try (PlainTextOnTls target = new PlainTextOnTls()) {
      Ran ran = drive(target.url());

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord())
          .contains("127.0.0.1:" + target.port(), "does not speak TLS")
          .doesNotContain("--insecure");
    }
  }

  @Test
  void tlsOnThePlainPortFailsEachOperation() {
    try (Https target = new Https()) {
      Ran ran = drive("http://127.0.0.1:" + target.port() + "/");

      assertThat(ran.balance().failed()).as(ran.err()).isEqualTo(30);
      assertThat(ran.summary().failures().counts().keySet())
          .allMatch(label -> label.contains("HTTP"));
    }
  }

  @Test
  void moreConnectionsThanFilesAllowedSaysWhatToRaise() throws IOException, InterruptedException {
    try (Fast target = new Fast();
        TaktProcess takt =
            TaktProcess.inShell(
                folder,
                // Most are taken by the jars of the tests' class path; the product needs fewer than
                // 48.
                "ulimit -n 100; exec \"$@\"",
                "--target",
                target.url(),
                "--connections",
                "500",
                "--duration",
                "1s")) {
      Ran ran = takt.await();

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord()).contains("too many open files", "ulimit -n", "--connections");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://127.0.0.1:99999/ | port from 1 to 65535
          http://                 | a host after http://
          http://[::1/            | closing bracket
          http://a b/             | a host name or an IP address, found "a b"
          ftp://127.0.0.1/        | sim:delay=4ms
          htttp://127.0.0.1/      | did you mean http://127.0.0.1/
          127.0.0.1:8080          | did you mean http://127.0.0.1:8080
          localhost:8080/items    | did you mean http://localhost:8080/items
          postgres:embeded        | postgres:embedded
          sim:dealy=4ms           | delay
          sim:delay=4             | did you mean 4s
          """)
  void malformedTargetIsAMatterOfUsage(String target, String word) {
    Ran ran = Takt.run(folder, "--target", target, "--duration", "1s");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).startsWith("--target: ").contains(word);
    assertThat(folder).isEmptyDirectory();
  }
}
