package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.driver.sim.PoissonDue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedFormsTest {

  private static final double MS = 1e6;

  @Test
  void responseOfMm1IsExponential() {
    QueueDistribution law = ClosedForms.mm1(800, MS);
    assertThat(law.utilisation()).isCloseTo(0.8, within(1e-12));
    assertThat(law.meanResponse()).isCloseTo(5 * MS, within(1e-3));
    assertThat(law.meanWait()).isCloseTo(4 * MS, within(1e-3));
    assertThat(law.responsePercentile(50)).isCloseTo(5 * MS * Math.log(2), within(1e-3));
    assertThat(law.responsePercentile(99.9)).isCloseTo(5 * MS * Math.log(1000), within(1e-2));
    assertThat(law.waitExceeds(0)).isCloseTo(0.8, within(1e-12));
    assertThat(law.waitPercentile(10)).isZero();
  }

  @Test
  void erlangCHasTheTextbookValues() {
    // Two servers with a load of 1: a third must wait. Five with a load of 4: 0.5541.
    assertThat(ClosedForms.mmc(1000, MS, 2).waitExceeds(0)).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(ClosedForms.mmc(4000, MS, 5).waitExceeds(0)).isCloseTo(0.5541, within(5e-5));
    assertThat(ClosedForms.mmc(1000, MS, 2).meanWait()).isCloseTo(MS / 3, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"1000,2", "1500,2", "999,2", "3000,4", "3600,4", "500,1", "19000,20"})
  void meanResponseOfMmcIsTheIntegralOfItsTail(double rate, int servers) {
    QueueDistribution law = ClosedForms.mmc(rate, MS, servers);
    assertThat(integral(law::responseExceeds, 200 * MS))
        .isCloseTo(law.meanResponse(), within(1e-4 * MS));
    assertThat(integral(law::waitExceeds, 200 * MS)).isCloseTo(law.meanWait(), within(1e-3 * MS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.5, 0.8, 0.9, 0.95, 0.99})
  void meanWaitOfMd1EqualsPollaczekKhinchine(double load) {
    QueueDistribution law = ClosedForms.md1(1000 * load, MS);
    assertThat(law.meanWait()).isCloseTo(load * MS / (2 * (1 - load)), within(1e-3));
    assertThat(law.waitExceeds(0)).isCloseTo(load, within(1e-12));
    double integral = integral(law::waitExceeds, 2000 * MS);
    assertThat(integral / law.meanWait()).isCloseTo(1, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.8, 0.95})
  void waitOfMd1EqualsCrommelinsSumWhereItIsStable(double load) {
    QueueDistribution law = ClosedForms.md1(1000 * load, MS);
    for (double t = 0; t < 8; t += 0.093) {
      assertThat(law.waitExceeds(t * MS)).isCloseTo(1 - crommelin(load, t), within(1e-8));
    }
  }

  @Test
  void tailOfMd1IsStableWhereTheAlternatingSumFails() {
    double load = 0.95;
    QueueDistribution law = ClosedForms.md1(1000 * load, MS);
    // Far out the tail falls by the same factor per service time: e^-decay, where decay solves
    // load (e^x - 1) = x.
    double decay = 0.1;
    for (int i = 0; i < 100; i++) {
      decay -= (load * Math.expm1(decay) - decay) / (load * Math.exp(decay) - 1);
    }
    for (int t = 20; t < 150; t += 7) {
      double factor = law.waitExceeds((t + 1) * MS) / law.waitExceeds(t * MS);
      assertThat(Math.log(factor)).isCloseTo(-decay, within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.9, 0.95})
  void lindleysRecursionAgreesWithMd1(double load) {
    QueueDistribution law = ClosedForms.md1(1000 * load, MS);
    assertLindleyAgrees(law, load, random -> MS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.9})
  void lindleysRecursionAgreesWithMm1(double load) {
    QueueDistribution law = ClosedForms.mm1(1000 * load, MS);
    assertLindleyAgrees(law, load, random -> -MS * Math.log1p(-random.nextDouble()));
  }

  @Test
  void overloadGrowsByTheDeficitPerOperation() {
    assertThat(ClosedForms.dd1Response(1, 4_000_000, 1_000_000)).isEqualTo(4_000_000);
    assertThat(ClosedForms.dd1Response(5000, 4_000_000, 1_000_000))
        .isEqualTo(4_000_000 + 3_000_000L * 4999);
    assertThat(ClosedForms.dd1Response(5000, 1_000_000, 4_000_000)).isEqualTo(1_000_000);
  }

  @Test
  void overloadHasNoSteadyState() {
    assertThatIllegalArgumentException().isThrownBy(() -> ClosedForms.mm1(1000, MS));
    assertThatIllegalArgumentException().isThrownBy(() -> ClosedForms.mmc(4000, MS, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> ClosedForms.md1(1000, MS));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClosedForms.mm1(500, MS).responsePercentile(100));
  }

  private interface Service {
    double next(SplittableRandom random);
  }

  /// W(n+1) = max(0, W(n) + S(n) - A(n)).
  private static void assertLindleyAgrees(QueueDistribution law, double load, Service service) {
    // Samples of a busy queue are strongly correlated, so the same precision takes more of them.
    int n = load < 0.9 ? 8_000_000 : 32_000_000;
    SplittableRandom random = new SplittableRandom(20150311);
    PoissonDue arrivals = new PoissonDue(42, 1000 * load);
    Judgement judgement = new Judgement(law, n);
    double wait = 0;
    for (int i = 0; i < n; i++) {
      double s = service.next(random);
      judgement.add(wait + s);
      wait = Math.max(0, wait + s - arrivals.nextGap());
    }
    judgement.assertAgrees();
  }

  private static double crommelin(double load, double t) {
    double sum = 0;
    double factorial = 1;
    for (int i = 0; i <= (int) t; i++) {
      factorial *= i == 0 ? 1 : i;
      sum += Math.pow(load * (i - t), i) / factorial * Math.exp(-load * (i - t));
    }
    return (1 - load) * sum;
  }

  private static double integral(DoubleUnaryOperator f, double to) {
    double step = 0.01 * MS;
    double sum = f.applyAsDouble(0) / 2;
    for (double t = step; t < to; t += step) {
      sum += f.applyAsDouble(t);
    }
    return sum * step;
  }
}
