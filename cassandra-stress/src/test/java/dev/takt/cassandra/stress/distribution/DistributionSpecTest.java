package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionSpecTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "UNIFORM(1..10K): uniform(1..10000)",
        "uniform(1....2M): uniform(1..2000000)",
        "uniform(0..1b): uniform(0..1B)",
        "gauss(1..100): gaussian(1..100)",
        "Normal(1..100): gaussian(1..100)",
        "norm(1..100): gaussian(1..100)",
        "gaussian(1..100,3): gaussian(1..100)",
        "gaussian(0..90,45,15): gaussian(0..90)",
        "extr(1..100,2): extreme(1..100,2)",
        "qextr(1..100,2,3): qextreme(1..100,2,3)",
        "uniform(7..7): fixed(7)",
        "gaussian(7..7): fixed(7)",
        "exp(7..7): fixed(7)",
        "extreme(7..7,1): fixed(7)",
        "qextreme(7..7,1,1): fixed(7)",
        "~fixed(7): fixed(7)"
      })
  void formsThatMeanTheSame(String spec, String other) {
    assertThat(QuantileTable.format(DistributionSpec.parse(spec).create()))
        .isEqualTo(QuantileTable.format(DistributionSpec.parse(other).create()));
  }

  @Test
  void textIsKept() {
    assertThat(DistributionSpec.parse("~Exp(1..1M)")).hasToString("~Exp(1..1M)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "uniform", "uniform()", "uniform 1..2", "uni-form(1..2)", "~~exp(1..9)"})
  void formThatIsNoDistribution(String spec) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DistributionSpec.parse(spec))
        .withMessage("Illegal distribution specification: " + spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"weibull", "Zipf"})
  void unknownType(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DistributionSpec.parse(name + "(1..100,2)"))
        .withMessage("Illegal distribution type: " + name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uniform(1..2,3) | uniform distribution: [1..2, 3]",
        "uniform(5) | uniform distribution: [5]",
        "uniform(1..2..3) | uniform distribution: [1..2..3]",
        "uniform(2..1) | uniform distribution: [2..1]",
        "uniform(1..ten) | uniform distribution: [1..ten]",
        "uniform(1..9223372036854775807) | uniform distribution: [1..9223372036854775807]",
        "uniform(1..10000000000B) | uniform distribution: [1..10000000000B]",
        "fixed(1..2) | fixed distribution: [1..2]",
        "gaussian(1..9,0) | gaussian distribution: [1..9, 0]",
        "gaussian(1..9,5,-1) | gaussian distribution: [1..9, 5, -1]",
        "gaussian(1..9,1,2,3) | gaussian distribution: [1..9, 1, 2, 3]",
        "exp(1..2) | exponential distribution: [1..2]",
        "extreme(1..9) | extreme (Weibull) distribution: [1..9]",
        "extreme(1..9,0) | extreme (Weibull) distribution: [1..9, 0]",
        "qextreme(1..9,1,0) | quantized extreme (Weibull) distribution: [1..9, 1, 0]",
        "seq(1) | sequence distribution: [1]",
        "seq(4..4) | sequence distribution (min==max): [4..4]",
        "seq(5..4) | sequence distribution (min>max): [5..4]"
      })
  void invalidParameters(String spec, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DistributionSpec.parse(spec))
        .withMessage("Invalid parameter list for " + message);
  }
}
