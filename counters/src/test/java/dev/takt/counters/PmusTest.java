package dev.takt.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests events by name against recorded descriptions of PMUs. The expected numbers are those of
/// the processors' manuals.
class PmusTest {

  @TempDir Path folder;

  @Test
  void namedEventsHaveTheirFieldsInTheRightBits() throws IOException {
    Pmus intel = RecordedPmus.write("skylake", folder);

    assertThat(encodings(intel, "cpu/cache-misses/"))
        .containsExactly(new Encoding(4, 0x412e, 0, 0));
    assertThat(encodings(intel, "cpu/mem-loads/"))
        .as("ldlat is in the second word")
        .containsExactly(new Encoding(4, 0x1cd, 3, 0));
  }

  @Test
  void fieldsOfTheManualGiveTheSame() throws IOException {
    Pmus intel = RecordedPmus.write("skylake", folder);

    assertThat(encodings(intel, "cpu/event=0x2e,umask=0x41/"))
        .isEqualTo(encodings(intel, "cpu/cache-misses/"));
    assertThat(encodings(intel, "cpu/event=0x2e,umask=65,edge,cmask=2,inv=1/"))
        .containsExactly(new Encoding(4, 0x02_84_41_2eL, 0, 0));
    assertThat(encodings(intel, "cpu/config=0x412e/"))
        .containsExactly(new Encoding(4, 0x412e, 0, 0));
    assertThat(encodings(intel, "cpu/event=0xb7,umask=1,offcore_rsp=0xffffffffffffffff/"))
        .containsExactly(new Encoding(4, 0x1b7, -1, 0));
  }

  @Test
  void givenFieldReplacesThatOfTheNamedEvent() throws IOException {
    Pmus intel = RecordedPmus.write("skylake", folder);

    assertThat(encodings(intel, "cpu/ldlat=30,mem-loads/"))
        .containsExactly(new Encoding(4, 0x1cd, 30, 0));
  }

  @Test
  void fieldOfTwoRangesIsSplit() throws IOException {
    assertThat(encodings(RecordedPmus.write("zen", folder), "cpu/event=0x18e,umask=0x18/"))
        .containsExactly(new Encoding(4, 0x1_0000_188eL, 0, 0));
    assertThat(encodings(RecordedPmus.write("alderlake", folder), "cpu_atom/umask=0x1234,event=1/"))
        .containsExactly(new Encoding(10, 0x1200_0000_3401L, 0, 0));
  }

  @Test
  void armNamesAreOfItsOwn() throws IOException {
    Pmus arm = RecordedPmus.write("neoverse", folder);

    assertThat(encodings(arm, "armv8_pmuv3_0/l2d_cache_refill/"))
        .containsExactly(new Encoding(8, 0x17, 0, 0));
    assertThat(encodings(arm, "armv8_pmuv3_0/cpu_cycles,long,threshold=0x7/"))
        .containsExactly(new Encoding(8, 0x11, 0xe1, 0));
    assertThat(Pmu.read(folder.resolve("arm_spe_0")).encode("min_latency=100,load_filter"))
        .as("the third word")
        .isEqualTo(new Encoding(9, 1L << 33, 0, 100));
  }

  @Test
  void openParameterNeedsAValue() throws IOException {
    Pmus power = RecordedPmus.write("power", folder);

    assertThatThrownBy(() -> encodings(power, "hv_24x7/PM_CPM_CCYC/"))
        .hasMessage("needs a value: add core=NUMBER");
    assertThat(encodings(power, "hv_24x7/PM_CPM_CCYC,core=3/"))
        .containsExactly(new Encoding(7, 0x98_0003_0002L, 0, 0));
  }

  @Test
  void generalEventIsOpenedOnceForEachKindOfCores() throws IOException {
    Pmus hybrid = RecordedPmus.write("alderlake", folder.resolve("hybrid"));
    Pmus single = RecordedPmus.write("skylake", folder.resolve("single"));

    assertThat(hybrid.encodings(StandardEvent.INSTRUCTIONS))
        .containsExactly(
            new Encoding(0, 0xa_0000_0001L, 0, 0), new Encoding(0, 0x4_0000_0001L, 0, 0));
    assertThat(hybrid.encodings(StandardEvent.LLC_LOAD_MISSES))
        .contains(new Encoding(3, 0x4_0001_0002L, 0, 0));
    assertThat(hybrid.encodings(StandardEvent.PAGE_FAULTS)).hasSize(1);
    assertThat(single.encodings(StandardEvent.INSTRUCTIONS))
        .containsExactly(new Encoding(0, 1, 0, 0));
    assertThat(single.encodings(StandardEvent.NODE_LOAD_MISSES))
        .containsExactly(new Encoding(3, 0x10006, 0, 0));
  }

  @Test
  void pmusOfCoresAreKnown() throws IOException {
    for (String machine : List.of("skylake", "alderlake", "zen", "neoverse")) {
      assertThat(RecordedPmus.write(machine, folder.resolve(machine)).hasCorePmus())
          .as(machine)
          .isTrue();
    }
    assertThat(RecordedPmus.write("power", folder.resolve("none")).hasCorePmus()).isFalse();
    assertThat(new Pmus(folder.resolve("absent")).hasCorePmus()).isFalse();
  }

  @Test
  void whatIsNotThereIsSaid() throws IOException {
    Pmus intel = RecordedPmus.write("skylake", folder);

    assertThatThrownBy(() -> encodings(intel, "cpu_core/cache-misses/"))
        .hasMessage("this machine has no PMU cpu_core; it has: cpu power software");
    assertThatThrownBy(() -> encodings(new Pmus(folder.resolve("no")), "cpu/cycles/"))
        .hasMessageContaining("it has: none, there is no ");
    assertThatThrownBy(() -> encodings(intel, "cpu/l2d_cache/"))
        .hasMessageStartingWith(
            "cpu has no event and no field l2d_cache; events: branch-instructions ")
        .hasMessageContaining("; fields: any cmask ");
    assertThatThrownBy(() -> encodings(intel, "power/energy-pkg/"))
        .hasMessage("power counts for a whole machine or socket, not for threads");
    assertThatThrownBy(() -> encodings(intel, "cpu/topdown-total-slots/"))
        .hasMessage("it counts in a unit of its own, not in events");
    assertThatThrownBy(() -> encodings(intel, "cpu/event=0x1c5/"))
        .hasMessage("event=453 is more than its 8 bits");
    for (String number : List.of("010", "-1", "0x", "one", "0x10000000000000000", "1e3")) {
      assertThatThrownBy(() -> encodings(intel, "cpu/event=" + number + "/"))
          .as(number)
          .hasMessage("event=" + number + " has no number of at most 64 bits");
    }
  }

  @Test
  void brokenDescriptionIsSaid() throws IOException {
    for (String bits : List.of("", "config:", "config:8-7", "config:60-64", "config9:0", "x")) {
      Pmus intel = RecordedPmus.write("skylake", folder);
      Files.writeString(folder.resolve("cpu/format/umask"), bits);
      assertThatThrownBy(() -> encodings(intel, "cpu/event=1/"))
          .as(bits)
          .hasMessageContaining("umask: '" + bits + "' are not bits of");
    }
    Pmus intel = RecordedPmus.write("skylake", folder);
    Files.writeString(folder.resolve("cpu/type"), "four");
    assertThatThrownBy(() -> encodings(intel, "cpu/event=1/"))
        .hasMessageContaining("type has no number: four");
  }

  @Test
  void listIsSplitAtCommasOutsideOfSlashes() {
    assertThat(Event.parseList("cycles, cpu/event=0x2e,umask=0x41/,task-clock,cycles"))
        .containsExactly(
            StandardEvent.CYCLES,
            new PmuEvent("cpu", "event=0x2e,umask=0x41"),
            StandardEvent.TASK_CLOCK);
    for (String wrong :
        List.of(
            "", "cycels", "cpu//", "cpu/a", "../cpu/a/", "cpu/a=/", "cpu/a/b/", ".x/a/", "/a/")) {
      assertThatThrownBy(() -> Event.parseList("cycles," + wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + wrong + "'");
    }
  }

  private static List<Encoding> encodings(Pmus pmus, String name) {
    return pmus.encodings(Event.parse(name));
  }
}
