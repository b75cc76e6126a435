package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.ExitCode;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Faults that are made on purpose in a target under load, and whether `takt explain` knows them.
@EnabledOnOs(OS.LINUX)
@Tag("timing")
class ExplainedFaultsTest {

  @TempDir Path directory;

  @Test
  void knowsStopsAndCollections() throws Exception {
    Attempts.of(_ -> {
      List<JsonNode> faults = faults("--only", "stop,gc", "--rounds", "2", "--rate", "500/s");
      assertThat(faults).hasSize(2);
      for (JsonNode each : faults) {
        assertThat(each.at("/score/felt").asInt()).as("%s", each).isEqualTo(2);
        assertThat(right(each)).as("%s", each).isGreaterThanOrEqualTo(0.8);
      }
    });
  }

  @Test
  void knowsStopsOfADatabase() throws Exception {
    Attempts.of(_ -> {
      List<JsonNode> faults =
          faults("--driver", "jdbc", "--only", "stop", "--rounds", "2", "--rate", "500/s");
      assertThat(faults).hasSize(1);
      JsonNode stops = faults.getFirst();
      assertThat(stops.at("/driver").asString()).isEqualTo("JDBC");
      assertThat(stops.at("/score/felt").asInt()).as("%s", stops).isEqualTo(2);
      assertThat(right(stops)).as("%s", stops).isGreaterThanOrEqualTo(0.8);
    });
  }

  /// As `takt probe explain` does it.
  @Test
  @Tag("slow")
  void knowsAllKinds() throws Exception {
    Attempts.of(_ -> {
      for (JsonNode each : faults("--driver", "http,jdbc", "--rounds", "8")) {
        assertThat(each.at("/good").asBoolean()).as("%s", each).isTrue();
      }
    });
  }

  private List<JsonNode> faults(String... flags) {
    List<String> arguments = new ArrayList<>(List.of("probe", "explain"));
    arguments.addAll(List.of(flags));
    arguments.addAll(List.of("--quiet", "--format", "json"));
    Ran takt = Takt.command(directory, arguments);
    assertThat(takt.code()).as(takt.err()).isIn(ExitCode.OK, ExitCode.ASSERTION_BROKEN);
    List<JsonNode> faults = new ArrayList<>();
    takt.json().at("/faults").forEach(faults::add);
    return faults;
  }

  private static double right(JsonNode fault) {
    return fault.at("/score/right").asDouble() / fault.at("/score/excess").asDouble();
  }
}
