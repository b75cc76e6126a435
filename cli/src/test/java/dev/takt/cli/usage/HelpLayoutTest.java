package dev.takt.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.UsageMessageSpec;

class HelpLayoutTest {

  @Test
  void tooLongExamplesAreBrokenBeforeTheirExplanationOrAFlag() {
    UsageMessageSpec usage = new UsageMessageSpec();
    usage.description(
        "  takt run          short",
        "  takt run --rate 500/s               what this long one does",
        "  takt run --rate 500/s --schedule poisson --fail-if 'p99 > 20ms'",
        "");
    usage.footer("", "Exit codes: 0 fine,", "1 not fine.", "  indented");

    HelpLayout.fit(usage, 40);

    assertThat(usage.description())
        .containsExactly(
            "  takt run          short",
            "  takt run --rate 500/s",
            "      what this long one does",
            "  takt run --rate 500/s \\",
            "      --schedule poisson \\",
            "      --fail-if 'p99 > 20ms'",
            "");
    assertThat(usage.footer()).containsExactly("", "Exit codes: 0 fine, 1 not fine.", "  indented");
  }

  @Test
  void quotedArgumentsAreNotBroken() {
    UsageMessageSpec usage = new UsageMessageSpec();
    usage.description("  takt run --watch --spawn 'java -jar app.jar' http://127.0.0.1/");

    HelpLayout.fit(usage, 45);

    assertThat(usage.description())
        .containsExactly(
            "  takt run --watch \\", "      --spawn 'java -jar app.jar' http://127.0.0.1/");
  }

  @Test
  void paragraphsAreJoinedAndNotBrokenAtDashes() {
    UsageMessageSpec usage = new UsageMessageSpec();
    usage.description(
        "  takt report run", "", "A run writes its report (unless --no-report),", "when it ends.");

    HelpLayout.fit(usage, 40);

    assertThat(usage.description())
        .containsExactly(
            "  takt report run", "", "A run writes its report (unless --no-report), when it ends.");
  }
}
