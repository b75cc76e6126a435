package dev.takt.watch.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TracepointTest {

  private static final String SWITCH =
      """
      name: sched_switch
      ID: 372
      format:
      \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
      \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

      \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
      \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
      \tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;

      print fmt: "prev_comm=%s", REC->prev_comm
      """;

  @Test
  void formatFileIsParsed() throws PerfException {
    Tracepoint tracepoint = Tracepoint.parse(SWITCH, "prev_pid", "prev_state", "prev_comm");

    assertThat(tracepoint.id()).isEqualTo(372);
    assertThat(tracepoint.offset("prev_pid")).isEqualTo(24);
    assertThat(tracepoint.offset("prev_state")).isEqualTo(32);
    assertThat(tracepoint.offset("prev_comm")).isEqualTo(8);
  }

  @Test
  void missingFieldIsRejected() {
    assertThatThrownBy(() -> Tracepoint.parse(SWITCH, "next_pid"))
        .isInstanceOf(PerfException.class)
        .hasMessage("tracepoint 372 of this kernel has no next_pid");
    assertThatThrownBy(() -> Tracepoint.parse("", "pid")).isInstanceOf(PerfException.class);
  }

  @Test
  void cpuListsAreParsed() {
    assertThat(OnlineCpus.parse("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
    assertThat(OnlineCpus.parse("0")).containsExactly(0);
  }
}
