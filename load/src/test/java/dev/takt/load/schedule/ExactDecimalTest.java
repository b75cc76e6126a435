package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactDecimalTest {

  @Test
  void calculatesAsBigDecimalDoes() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      String text = number(random);
      String other = number(random);
      long factor = random.nextLong(1, 3_600_000_000_000L);
      BigDecimal expected =
          new BigDecimal(text).multiply(BigDecimal.valueOf(factor)).add(new BigDecimal(other));
      ExactDecimal actual = ExactDecimal.parse(text).times(factor).plus(ExactDecimal.parse(other));
      assertThat(actual.rounded())
          .as("%s * %d + %s", text, factor, other)
          .isEqualTo(expected.setScale(0, RoundingMode.HALF_UP).toBigIntegerExact());
      assertThat(actual.toString()).isEqualTo(expected.stripTrailingZeros().toPlainString());
    }
  }

  private static String number(Random random) {
    int decimals = random.nextInt(10);
    String whole = Long.toString(random.nextLong(1L << random.nextInt(1, 40)));
    String fraction =
        EnglishText.format("%09d", random.nextInt(1_000_000_000)).substring(0, decimals);
    return decimals == 0 ? whole : whole + "." + fraction;
  }

  @Test
  void halfIsRoundedUp() {
    for (String half : List.of("0.5", "0.50", "0.500000000")) {
      assertThat(ExactDecimal.parse(half).rounded()).isOne();
    }
    assertThat(ExactDecimal.parse("0.499999999").rounded()).isZero();
  }
}
