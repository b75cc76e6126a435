package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class HotFrameTest {

  private static void add(CallTree tree, boolean slow, int samples, String... frames) {
    tree.add(List.of(frames), slow, samples * 10L, samples);
  }

  @Test
  void recursiveFrameCountsOncePerSample() {
    CallTree tree = CallTree.root();
    add(tree, true, 8, "run", "f", "f", "g");
    add(tree, true, 2, "run", "f");
    add(tree, false, 5, "run", "g", "f");

    HotFrame f =
        HotFrame.of(tree).stream()
            .filter(each -> each.frame().equals("f"))
            .findFirst()
            .orElseThrow();
    assertThat(f.total()).isEqualTo(new Weight(100, 50, 10, 5));
    assertThat(f.self()).isEqualTo(new Weight(20, 50, 2, 5));
    assertThat(f.slowShare()).isCloseTo(1, within(1e-9));
    assertThat(f.slowSelfShare()).isCloseTo(0.2, within(1e-9));
    assertThat(f.restSelfShare()).isCloseTo(1, within(1e-9));
  }

  @Test
  void hottestMethodOfACallChainComesFirst() {
    CallTree tree = CallTree.root();
    add(tree, true, 90, "run", "handle", "slow");
    add(tree, true, 10, "run", "handle", "fast");
    add(tree, false, 20, "run", "handle", "slow");
    add(tree, false, 180, "run", "handle", "fast");

    List<HotFrame> over = HotFrame.overRepresented(tree);
    assertThat(over).extracting(HotFrame::frame).containsExactly("slow");
    assertThat(over.getFirst().excess()).isCloseTo(0.8, within(1e-9));

    add(tree, true, 300, "run", "more", "slow");
    assertThat(HotFrame.overRepresented(tree))
        .extracting(HotFrame::frame)
        .as("slow has an excess of 0.875, more of 0.75")
        .containsExactly("slow", "more");
  }

  @Test
  void insignificantDifferenceIsNotReported() {
    CallTree tree = CallTree.root();
    add(tree, true, 1, "rare");
    add(tree, true, 18, "usual");
    add(tree, false, 604, "usual");
    assertThat(HotFrame.overRepresented(tree)).as("one sample of 19 against none of 604").isEmpty();

    add(tree, true, 7, "rare");
    assertThat(HotFrame.overRepresented(tree)).extracting(HotFrame::frame).containsExactly("rare");
  }

  @Test
  void differenceNeedsBothSides() {
    CallTree tree = CallTree.root();
    assertThat(HotFrame.overRepresented(tree)).isEmpty();
    add(tree, false, 100, "a");
    assertThat(HotFrame.overRepresented(tree)).isEmpty();
  }
}
