package dev.takt.explain.counterfactual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AffectedOperationsTest {

  private static final AffectedOperations TOUCHED =
      new AffectedOperations(
          List.of(new int[] {1, 4, 9}, new int[0], new int[] {0, 4, 5, 12}, new int[] {9, 13}));

  @Test
  void oneCauseGivesItsOperations() {
    assertThat(TOUCHED.affectedBy(cause -> cause == 2)).containsExactly(0, 4, 5, 12);
    assertThat(TOUCHED.affectedBy(cause -> cause == 1)).isEmpty();
    assertThat(TOUCHED.affectedBy(_ -> false)).isEmpty();
  }

  @Test
  void severalCausesGiveTheSortedUnion() {
    assertThat(TOUCHED.affectedBy(_ -> true)).containsExactly(0, 1, 4, 5, 9, 12, 13);
    assertThat(TOUCHED.affectedBy(cause -> cause != 2)).containsExactly(1, 4, 9, 13);
  }
}
