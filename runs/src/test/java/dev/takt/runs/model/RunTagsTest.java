package dev.takt.runs.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.Tags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.RunTags.Tag;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RunTagsTest {

  @Test
  void writesTheGrammar() {
    assertThat(RunTags.of(false, "read", OperationState.COMPLETED, Measure.RESPONSE))
        .isEqualTo("read-rt");
    assertThat(RunTags.of(true, "read", OperationState.COMPLETED, Measure.SERVICE))
        .isEqualTo("warmup:read-st");
    assertThat(RunTags.of(false, "read", OperationState.FAILED, Measure.WAIT))
        .isEqualTo("read:failed-wt");
    assertThat(RunTags.of(false, "read", OperationState.TIMED_OUT, Measure.RESPONSE))
        .isEqualTo("read:timeout-rt");
    assertThat(RunTags.of(false, "read", OperationState.UNFINISHED, Measure.RESPONSE))
        .isEqualTo("read:unfinished-rt");
    assertThat(RunTags.of(false, "read", OperationState.NEVER_SENT, Measure.RESPONSE))
        .isEqualTo("read:unsent-rt");
    assertThat(RunTags.lateness(false)).isEqualTo("generator:lateness-lt");
    assertThat(RunTags.lateness(true)).isEqualTo("warmup:generator:lateness-lt");
  }

  @Test
  void readsEveryTagThatItWritesAndNoTwoAreTheSame() {
    Set<String> seen = new TreeSet<>();
    for (String operation :
        List.of("read", "a-rt", "generator", "warmups", "x.y_z-1", "failed", "-")) {
      for (OperationState state : OperationState.values()) {
        for (Measure measure : List.of(Measure.RESPONSE, Measure.SERVICE, Measure.WAIT)) {
          for (boolean warmup : new boolean[] {false, true}) {
            Tag tag = new Tag(warmup, operation, state, measure);
            assertThat(RunTags.parse(tag.toString())).isEqualTo(tag);
            assertThat(Tags.isValid(tag.toString())).isTrue();
            assertThat(seen.add(tag.toString())).isTrue();
          }
        }
      }
    }
    for (boolean warmup : new boolean[] {false, true}) {
      Tag lateness = new Tag(warmup, null, OperationState.COMPLETED, Measure.LATENESS);
      assertThat(RunTags.parse(lateness.toString())).isEqualTo(lateness);
      assertThat(seen.add(lateness.toString())).isTrue();
    }
  }

  @Test
  void knowsWhatIsNotATag() {
    for (String other :
        List.of(
            "",
            "read",
            "read-",
            "-rt",
            "read-xt",
            "read:-rt",
            "read:lost-rt",
            "a b-rt",
            "warm:read-rt",
            "warmup:warmup:read-rt",
            "read-lt",
            "generator:lateness-rt")) {
      assertThat(RunTags.parse(other)).as(other).isNull();
    }
  }

  @Test
  void refusesWhatCannotBeRead() {
    for (String name : List.of("", "a:b", "a b", "a,b", "größe", "warmup")) {
      assertThatThrownBy(() -> RunTags.of(false, name, OperationState.COMPLETED, Measure.RESPONSE))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> RunTags.of(false, "read", OperationState.COMPLETED, Measure.LATENESS))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
