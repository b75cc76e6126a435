package dev.takt.fleet.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupedTextsTest {

  private final GroupedTexts texts = new GroupedTexts();

  @Test
  void oneMachineIsNamed() {
    texts.add("m2", "it was stopped");

    assertThat(texts.worst()).containsExactly("m2: it was stopped");
    assertThat(texts.first()).containsExactly("m2: it was stopped");
  }

  @Test
  void sameTextOfManyIsThereOnceWithThreeNames() {
    for (int i = 1; i <= 20; i++) {
      texts.add("m" + i, "beware");
    }

    assertThat(texts.worst()).containsExactly("m1, m2, m3 and 17 more: beware");
  }

  /// As strings and without their units the figures would be in another order.
  @Test
  void worstIsTheOneWithTheLargestFigure() {
    texts.add("m1", "1 % were 900 µs late");
    texts.add("m2", "1 % were 1.20 s late");
    texts.add("m3", "1 % were 85.0 ms late");
    texts.add("m4", "1 % were 9.10 ms late");

    assertThat(texts.worst())
        .containsExactly("m2, the worst of 4 machines (then m3, m4): 1 % were 1.20 s late");
  }

  @Test
  void figuresAfterEqualOnesDecide() {
    texts.add("m1", "collected garbage once, for 3.00 ms altogether");
    texts.add("m2", "collected garbage 12 times, for 2.00 ms altogether");
    texts.add("m3", "collected garbage 12 times, for 40.0 ms altogether");

    assertThat(texts.worst())
        .containsExactly(
            "m3, the worst of 3 machines (then m2, m1): collected garbage 12 times, for 40.0 ms"
                + " altogether");
  }

  @Test
  void otherSentencesStandApart() {
    texts.add("m1", "stopped for 2 ms, in the warm-up");
    texts.add("m2", "stopped for 3 ms, after it");

    assertThat(texts.worst())
        .containsExactly("m1: stopped for 2 ms, in the warm-up", "m2: stopped for 3 ms, after it");
  }

  /// More is not always worse: 3,900/s of 4,000/s is better than 100/s.
  @Test
  void firstIsNotCalledTheWorst() {
    texts.add("m1", "3,900/s of 4,000/s");
    texts.add("m2", "100/s of 4,000/s");
    texts.add("m3", "200/s of 4,000/s");
    texts.add("m4", "300/s of 4,000/s");
    texts.add("m5", "300/s of 4,000/s");

    assertThat(texts.first())
        .containsExactly("m1 (with other figures also m2, m3, m4 and 1 more): 3,900/s of 4,000/s");
  }
}
