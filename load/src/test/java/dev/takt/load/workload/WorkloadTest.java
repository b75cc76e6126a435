package dev.takt.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {

  @Test
  void isAPureFunctionOfSeedAndPlace() {
    Workload one = new Workload(1, 1, 1);
    Workload same = new Workload(1, 1, 1);
    Workload other = new Workload(2, 1, 1);
    int different = 0;
    for (int n = 0; n < 1000; n++) {
      assertThat(same.operationOf(n)).isEqualTo(one.operationOf(n));
      different += other.operationOf(n) == one.operationOf(n) ? 0 : 1;
    }
    assertThat(different).isBetween(400, 600);
  }

  @Test
  void oneOperationIsAlwaysTheOne() {
    Workload workload = new Workload(1, 0.001);
    assertThat(workload.operations()).isEqualTo(1);
    assertThat(workload.operationOf(Long.MAX_VALUE)).isZero();
  }

  @Test
  void aWorkloadNeedsAnOperation() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Workload(1))
        .withMessageContaining("at least one");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void weightsAreMoreThanNothing(double weight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Workload(1, 1, weight))
        .withMessageContaining("operation 1");
  }
}
