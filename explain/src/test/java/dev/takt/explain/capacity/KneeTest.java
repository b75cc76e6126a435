package dev.takt.explain.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.capacity.Knee.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {

  /// The power λ(µ - λ) is greatest at µ/2.
  @Test
  void kneeOfMM1IsAtHalfItsCapacity() {
    List<Point> points = new ArrayList<>();
    for (int rate = 950; rate > 0; rate -= 50) {
      points.add(new Point(rate, rate, -Math.log(0.01) / (1000 - rate)));
    }
    assertThat(Knee.of(points)).hasValueSatisfying(each -> assertThat(each.rate()).isEqualTo(500));
  }

  @Test
  void constantOrOnlyRisingLatencyHasNoKnee() {
    assertThat(Knee.of(List.of(new Point(1, 1, 5), new Point(2, 2, 5), new Point(4, 4, 5))))
        .isEmpty();
    assertThat(Knee.of(List.of(new Point(1, 1, 1), new Point(2, 2, 9), new Point(4, 4, 99))))
        .isEmpty();
    assertThat(Knee.of(List.of())).isEmpty();
  }

  @Test
  void singleFastRunDoesNotMoveKnee() {
    List<Point> points =
        List.of(
            new Point(1, 1, 5),
            new Point(2, 2, 5),
            new Point(3, 3, 0.1),
            new Point(3, 3, 50),
            new Point(3, 3, 60),
            new Point(4, 4, 99));
    assertThat(Knee.of(points)).hasValueSatisfying(each -> assertThat(each.rate()).isEqualTo(2));
  }
}
