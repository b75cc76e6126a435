package dev.takt.probes.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.Processors;
import dev.takt.probes.Sunk;
import dev.takt.probes.memory.MemoryCase.Contention;
import dev.takt.record.LatencyHistogram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class MemoryOrderProbeTest {

  /// In any memory order, a store leaves its last value, a load returns the current one, and an
  /// addition adds.
  @ParameterizedTest
  @EnumSource
  void eachLoopDoesRequestedAccesses(MemoryAccess access) {
    long[] cells = new long[16];
    cells[5] = 7;

    long result = access.loop(cells, 5, 0, 1000);

    switch (access) {
      case NOTHING -> assertThat(result).isEqualTo(5 * 1000);
      case STORE_PLAIN, STORE_OPAQUE, STORE_RELEASE, STORE_VOLATILE ->
          assertThat(cells[5]).isEqualTo(999);
      case LOAD_PLAIN, LOAD_OPAQUE, LOAD_ACQUIRE, LOAD_VOLATILE ->
          assertThat(result).isEqualTo(7 * 1000);
      case COMPARE_AND_SET -> {
        assertThat(result).isEqualTo(1000);
        assertThat(cells[5]).isEqualTo(999);
      }
      case GET_AND_ADD -> assertThat(cells[5]).isEqualTo(1007);
    }
    for (int i = 0; i < cells.length; i++) {
      assertThat(i == 5 || cells[i] == 0).isTrue();
    }
  }

  @Test
  void tagsRoundTrip() {
    assertThat(MemoryCase.all(true)).hasSize(1 + 10 * 3);
    assertThat(MemoryCase.all(false)).hasSize(11);
    for (MemoryCase each : MemoryCase.all(true)) {
      assertThat(MemoryCase.ofTag(each.tag())).contains(each);
    }
    assertThat(MemoryCase.ofTag("store-plain")).isEmpty();
    assertThat(MemoryCase.ofTag("store-plain:elsewhere")).isEmpty();
    assertThat(MemoryCase.ofTag("store-nothing:alone")).isEmpty();
  }

  @Test
  void quartilesAreComputed() {
    assertThat(FiveNumberSummary.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0)))
        .isEqualTo(new FiveNumberSummary(5, 1, 2, 3, 4, 5));
    assertThat(FiveNumberSummary.of(List.of(2.5)))
        .isEqualTo(new FiveNumberSummary(1, 2.5, 2.5, 2.5, 2.5, 2.5));
  }

  @Test
  void caseHasRequestedRounds() throws InterruptedException {
    List<MemoryCase> measured = new ArrayList<>();
    MemoryCase alone = new MemoryCase(MemoryAccess.STORE_VOLATILE, Contention.ALONE);

    new MemoryRounds(new MemoryRounds.Length(7, 100_000, 100_000), null)
        .run(List.of(alone), (which, cost) -> measured.add(which));

    assertThat(measured).hasSize(7).containsOnly(alone);
  }

  @Test
  void forkRunsAllCases() throws IOException, InterruptedException {
    Sunk sunk = new Sunk();
    MemoryOrderResult result =
        new MemoryOrderProbe(new MemoryOrderSettings(1, 2, 200_000, 200_000)).run(sunk);

    assertThat(result.forks()).isOne();
    assertThat(result.costs().stream().filter(each -> each.contention().equals("alone")))
        .hasSize(11)
        .allSatisfy(each -> assertThat(each.nanos().rounds()).isEqualTo(2));
    assertThat(result.costs())
        .allSatisfy(each ->
            assertThat(sunk.count(each.access() + ":" + each.contention()))
                .isEqualTo(each.nanos().rounds()));
  }

  @Test
  void disturbedRoundsAreCountedAndHaveNoCost() throws IOException, InterruptedException {
    MemoryOrderProbe probe = new MemoryOrderProbe(new MemoryOrderSettings(1, 1, 1, 0));
    Map<MemoryCase, LatencyHistogram> values = new HashMap<>();
    for (String line :
        List.of(
            "load-acquire:alone disturbed",
            "load-plain:alone 300",
            "load-plain:alone disturbed",
            "load-plain:alone 500")) {
      assertThat(probe.take(line, values)).isTrue();
    }
    assertThat(probe.take("load-plain:alone disturb", values)).isFalse();
    probe.stop();

    MemoryOrderResult result = probe.run(new Sunk());

    assertThat(result.disturbance()).isEqualTo(new Disturbance(4, 2));
    assertThat(result.lost()).containsExactly("load-acquire:alone");
    assertThat(result.costs())
        .containsExactly(
            new MemoryOrderResult.Cost(
                "load-plain", "alone", FiveNumberSummary.of(List.of(0.3, 0.5))));
  }

  @Test
  void stopBeforeRunStartsNoJvm() throws IOException, InterruptedException {
    MemoryOrderProbe probe = new MemoryOrderProbe(new MemoryOrderSettings(1, 1, 1, 0));
    probe.stop();

    assertThat(probe.run(new Sunk()).costs()).isEmpty();
  }

  @Test
  void cpuListsAreParsed() {
    assertThat(Processors.parse("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
    assertThat(Processors.parse("5")).containsExactly(5);
    assertThat(Processors.parse("")).isEmpty();
    assertThat(Processors.parse("0-")).isEmpty();
  }
}
