package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsFileTest {

  private static List<SshHost> parse(String... lines) {
    return HostsFile.parse("hosts.txt", List.of(lines));
  }

  @Test
  void linesAreMachines() {
    assertThat(
            parse(
                "# the load generators",
                "",
                "load1",
                "  ann@load2.example   port=2222 name=big weight=3 takt=/opt/takt/takt allow # new",
                "10.0.0.3 takt=~/takt/takt",
                "bob@fe80::1"))
        .containsExactly(
            new SshHost("load1", 0, "load1", 1, "takt", false),
            new SshHost("ann@load2.example", 2222, "big", 3, "/opt/takt/takt", true),
            new SshHost("10.0.0.3", 0, "10.0.0.3", 1, "./takt/takt", false),
            new SshHost("bob@fe80::1", 0, "fe80--1", 1, "takt", false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -oProxyCommand=x | expected [USER@]HOST, found '-oProxyCommand=x'
          ann@-oProxyCommand=x | expected [USER@]HOST, found 'ann@-oProxyCommand=x'
          ann@-x | expected [USER@]HOST, found 'ann@-x'
          ann@ | expected [USER@]HOST, found 'ann@'
          a;reboot | expected [USER@]HOST, found 'a;reboot'
          $(reboot) | expected [USER@]HOST, found '$(reboot)'
          b takt=x;reboot | expected takt=PATH with letters, digits and . _ / + @ - only, found 'x;reboot'
          b takt=$HOME/takt | expected takt=PATH with letters, digits and . _ / + @ - only, found '$HOME/takt'
          b takt=-x | expected takt=PATH with letters, digits and . _ / + @ - only, found '-x'
          b takt= | expected takt=PATH with letters, digits and . _ / + @ - only, found ''
          b port=0 | expected a number from 1 to 65535, found 'port=0'
          b port=65536 | expected a number from 1 to 65535, found 'port=65536'
          b weight=101 | expected a number from 1 to 100, found 'weight=101'
          b weight=x | expected a number from 1 to 100, found 'weight=x'
          b name=../up | a name has up to 64 letters, digits, '.', '_' and '-', beginning with a letter or a digit, and not 'coordinator'; found '../up'
          b c | expected [USER@]HOST [port=N] [name=NAME] [weight=N] [takt=PATH] [allow], found 'c'
          b user=x | expected [USER@]HOST [port=N] [name=NAME] [weight=N] [takt=PATH] [allow], found 'user=x'
          b allow=x | expected [USER@]HOST [port=N] [name=NAME] [weight=N] [takt=PATH] [allow], found 'allow=x'
          ann@a port=22 | the name 'a' is in line 1; add another one: name=NAME
          """)
  void lineThatIsNotUnderstoodIsNamed(String line, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("a", "", line))
        .withMessage("hosts.txt:3: " + message);
  }

  @Test
  void numberOfMachinesIsLimited() {
    String message =
        "hosts.txt: expected 1 to 1000 machines, a line each: "
            + "[USER@]HOST [port=N] [name=NAME] [weight=N] [takt=PATH] [allow]";
    assertThatIllegalArgumentException().isThrownBy(() -> parse("# none")).withMessage(message);
    List<String> many = IntStream.range(0, 1_001).mapToObj(i -> "h name=n" + i).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostsFile.parse("hosts.txt", many))
        .withMessage(message);
    assertThat(HostsFile.parse("hosts.txt", many.subList(0, 1_000))).hasSize(1_000);
  }

  @Test
  void fileThatCannotBeReadIsNamed(@TempDir Path folder) throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> HostsFile.read(folder.resolve("none"), "none"))
        .withMessage("cannot read the hosts file none: no such file or directory");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {'a', (byte) 0xff, '\n'});
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> HostsFile.read(binary, "binary"))
        .withMessage("cannot read the hosts file binary: not text in UTF-8");
    Path wrong = Files.writeString(folder.resolve("wrong"), "a\n-b\n");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> HostsFile.read(wrong, "wrong"))
        .withMessage("wrong:2: expected [USER@]HOST, found '-b'");
  }
}
