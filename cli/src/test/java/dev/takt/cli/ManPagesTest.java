package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManPagesTest {

  private static final Map<String, String> PAGES = ManPages.all();

  @TempDir Path folder;

  @Test
  void eachCommandHasAPageWithEachFlag() {
    assertThat(PAGES).containsKeys("takt", "takt-run", "takt-log-cat", "takt-probe-hiccup");
    check(CommandTree.root());
  }

  private static void check(CommandSpec spec) {
    String page = PAGES.getOrDefault(spec.name().replace(' ', '-'), "");
    for (OptionSpec each : spec.options()) {
      String flag = each.longestName().replace("--", "").replace("-", "\\-") + "\\f";
      assertThat(page.contains(flag)).as(spec.name() + " " + flag).isEqualTo(!each.hidden());
    }
    spec.subcommands().values().forEach(each -> check(each.getCommandSpec()));
  }

  @Test
  void pagesFit80ColumnsAndAreFormattedWithoutAWarning() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/groff")), "groff is not installed");
    for (Map.Entry<String, String> each : PAGES.entrySet()) {
      Path page = Files.writeString(folder.resolve(each.getKey() + ".1"), each.getValue());
      Process groff =
          new ProcessBuilder(
                  "groff", "-k", "-man", "-Tutf8", "-P-cbou", "-rLL=80n", "-ww", page.toString())
              .redirectErrorStream(true)
              .start();
      String text = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).contains("NAME").doesNotContain("warning:", "error:");
      assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void pageOfRunIsInWordsAndHasNoMarkup() {
    assertThat(PAGES.get("takt-run"))
        .startsWith(".TH \"takt\\-run\" 1 ")
        .contains(".SH \"NAME\"\ntakt\\-run \\- Sends load on a schedule")
        .contains(".TP\n\\fB\\-\\-rate\\fR \\fIRATE\\fR\nOperations per time: 5000/s, 300/m")
        .contains(".SH \"EXAMPLES\"\n.nf\n  takt run\n")
        .contains("TAKT_RATE")
        .doesNotContain("@|", "%%", "%n");
  }
}
