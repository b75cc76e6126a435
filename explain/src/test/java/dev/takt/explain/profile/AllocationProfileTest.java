package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.profile.AllocationProfile.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationProfileTest {

  private static List<String> frames(String... names) {
    return new ArrayList<>(List.of(names));
  }

  @Test
  void bytesAreOfTheClassAndOfTheMethodThatAllocates() {
    AllocationProfile.Builder builder = new AllocationProfile.Builder(SlowMoments.NONE, 100, 200);
    builder.add(99, frames("run", "early"), "byte[]", 1_000_000);
    builder.add(100, frames("run", "a"), "byte[]", 500);
    builder.add(150, frames("run", "b"), "byte[]", 40);
    builder.add(200, frames("run", "b"), "java.lang.String", 60);
    builder.add(201, frames("run", "late"), "byte[]", 1_000_000);

    AllocationProfile profile = builder.build(List.of());

    assertThat(profile.classes())
        .containsExactly(
            new Part("byte[]", new Weight(0, 540, 0, 2)),
            new Part("java.lang.String", new Weight(0, 60, 0, 1)));
    assertThat(profile.methods())
        .containsExactly(
            new Part("a", new Weight(0, 500, 0, 1)), new Part("b", new Weight(0, 100, 0, 2)));
    assertThat(profile.tree().total()).isEqualTo(new Weight(0, 600, 0, 3));
    List<String> nodes = new ArrayList<>();
    profile.tree().visit((node, depth) -> nodes.add(depth + node.frame() + node.self().sum()));
    assertThat(nodes)
        .containsExactly(
            "0all0", "1run0", "2a0", "3[byte[]]500", "2b0", "3[byte[]]40", "3[java.lang.String]60");
    assertThat(profile.restNanos()).isEqualTo(100);
    assertThat(builder.isEmpty()).isFalse();
  }

  @Test
  void recordingWithoutSamplesIsEmpty() {
    assertThat(new AllocationProfile.Builder(SlowMoments.NONE, 0, 9).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "[B, byte[]",
    "[[J, long[][]",
    "[Ljava.lang.String;, java.lang.String[]",
    "java.util.HashMap$Node, java.util.HashMap$Node",
    "'byte[]', 'byte[]'",
    "[, ["
  })
  void classesAreNamedAsInSources(String recorded, String expected) {
    assertThat(ClassNames.readable(recorded)).isEqualTo(expected);
  }
}
