package dev.takt.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class SinePiTest {

  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal PI =
      new BigDecimal("3.14159265358979323846264338327950288419716939937510");

  @Test
  void differsFromTheExactValueByLittle() {
    for (int i = 0; i <= 1024; i++) {
      double x = i / 1024.0;
      assertThat(SinePi.of(x)).as("sin π%s", x).isCloseTo(exact(x), within(2e-16));
    }
  }

  @Test
  void isExactAtItsEndsAndInTheMiddle() {
    assertThat(SinePi.of(0)).isZero();
    assertThat(SinePi.of(0.5)).isEqualTo(1);
    assertThat(SinePi.of(1)).isZero();
  }

  private static double exact(double x) {
    BigDecimal y = PI.multiply(new BigDecimal(x), DIGITS);
    BigDecimal term = y;
    BigDecimal sum = y;
    for (int n = 3; n < 60; n += 2) {
      term =
          term.multiply(y, DIGITS)
              .multiply(y, DIGITS)
              .divide(BigDecimal.valueOf(-(long) n * (n - 1)), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.doubleValue();
  }
}
