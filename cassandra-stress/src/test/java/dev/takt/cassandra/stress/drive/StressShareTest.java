package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.share.StressShare;
import dev.takt.driver.cql.workload.Request;
import dev.takt.load.share.Share;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StressShareTest {

  private static List<Share> shares(String texts) {
    return List.of(texts.split(" ", -1)).stream().map(Share::parse).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "600, 1, 1/3 2/3 3/3",
    "601, 1, 1/3 2/3 3/3",
    "7, 1, 1-3/4 4/4",
    "86, 7, 1/3 2/3 3/3",
    "2, 10, 1/5 2/5 3/5 4/5 5/5",
    "100, 3, 1/7 2-4/7 5-7/7",
    "9, 4, 1/1",
  })
  void machinesTakeEachPlaceOnce(long operations, int partitions, String machines) {
    List<Long> places = new ArrayList<>();
    for (Share each : shares(machines)) {
      StressShare share = new StressShare(each, partitions);
      LongStream.range(0, share.countOf(operations) * partitions)
          .map(share::place)
          .forEach(places::add);
    }
    Collections.sort(places);
    assertThat(places).isEqualTo(LongStream.range(0, operations * partitions).boxed().toList());
  }

  @Test
  void randomChoicesDifferFromMachineToMachine() {
    List<Long> first =
        shares("1/3 2/3 3/3 1/1").stream()
            .map(each -> new StressShare(each, 1).seeds(42).nextLong())
            .toList();
    assertThat(first).doesNotHaveDuplicates();
  }

  @Test
  void machinesInsertTheRowsOfOneMachine(@TempDir Path folder) throws Exception {
    UserScenario scenario =
        new UserScenario(folder, "a regular -1 int; c clustering 0 int; k partition_key 0 int")
            .withProfile(
                """
                queries: {}
                columnspec: [{name: c, cluster: fixed(2)}]
                insert: {partitions: fixed(3)}
                """);
    List<String> whole = inserted(scenario.sharing(Share.WHOLE), 7);
    assertThat(whole).hasSize(7 * 3 * 2).doesNotHaveDuplicates();
    List<String> together = new ArrayList<>();
    for (Share each : shares("1/3 2/3 3/3")) {
      together.addAll(inserted(scenario.sharing(each), each.countOf(7)));
    }
    assertThat(together).containsExactlyInAnyOrderElementsOf(whole);
  }

  private static List<String> inserted(UserScenario scenario, long operations) throws Exception {
    Request request = scenario.open("insert").newRequest(false);
    List<String> rows = new ArrayList<>();
    for (long n = 0; n < operations; n++) {
      request.begin(0, n);
      rows.addAll(UserScenario.rows(request));
      request.ended(null);
    }
    return rows;
  }
}
