package dev.takt.fleet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.clock.WallReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimexTest {

  /// `struct timex` as a C program prints it on x86-64, in words of 8 bytes: modes, offset -1500,
  /// freq, maxerror 2345, esterror, status STA_PLL | STA_NANO, constant, precision, tolerance,
  /// 1700000000 s, 123456789, tick 10000.
  private static final String GOLDEN =
      "0000000000000000 24faffffffffffff 1500000000000000 2909000000000000"
          + "0700000000000000 0120000000000000 0600000000000000 0100000000000000"
          + "0000f40100000000 00f1536500000000 15cd5b0700000000 1027000000000000";

  private static final int OFFSET = 8;
  private static final int MAX_ERROR = 24;
  private static final int STATUS = 40;
  private static final int SECONDS = 72;
  private static final int FRACTION = 80;

  private static final int PLL = 0x1;
  private static final int UNSYNC = 0x40;
  private static final int NANO = 0x2000;

  private final ByteBuffer timex =
      ByteBuffer.allocate(Timex.BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put(0, HexFormat.of().parseHex(GOLDEN.replace(" ", "")));

  private Optional<WallReading> reading() {
    return Timex.reading(timex, 0, 1_000, 1_200);
  }

  @Test
  void clockInNanosecondsHasAllErrors() {
    // 2345 us and up to one more, 1500 ns of a correction and a unit, 500 ppm of the second that
    // has
    // begun, 100 ns of half of the call and one.
    assertThat(reading())
        .contains(
            new WallReading(1_100, 1_700_000_000_123_456_789L, 2_346_000 + 1_501 + 61_729 + 101));
  }

  @Test
  void clockInMicrosecondsHasAllErrors() {
    timex.putInt(STATUS, PLL).putLong(FRACTION, 123_456);
    assertThat(reading())
        .contains(
            new WallReading(
                1_100, 1_700_000_000_123_456_000L, 2_346_000 + 1_501_000 + 61_729 + 101));
  }

  @ParameterizedTest
  @ValueSource(ints = {UNSYNC, UNSYNC | NANO, UNSYNC | PLL, 0x1000 | NANO})
  void clockThatIsNotSynchronisedStatesNothing(int status) {
    timex.putInt(STATUS, status).putLong(FRACTION, 5);
    assertThat(reading()).isEmpty();
    timex.putInt(STATUS, status & NANO);
    assertThat(reading()).isPresent();
  }

  /// Leap seconds (1 to 4), TIME_ERROR (5), and `-errno`.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, -1, -38})
  void otherStatesStateNothing(int state) {
    assertThat(Timex.reading(timex, state, 1_000, 1_200)).isEmpty();
  }

  /// What programs that state no error leave: 0, and 500 us for each second since.
  @ParameterizedTest
  @CsvSource({"0, false", "500, false", "17500, false", "1, true", "499, true", "501, true"})
  void errorThatTheKernelOnlyCountedIsNone(long maxError, boolean isStated) {
    timex.putLong(MAX_ERROR, maxError);
    assertThat(reading().isPresent()).isEqualTo(isStated);
  }

  @ParameterizedTest
  @CsvSource({
    MAX_ERROR + ", -1",
    MAX_ERROR + ", 16000001",
    MAX_ERROR + ", 9223372036854775807",
    OFFSET + ", -9223372036854775808",
    OFFSET + ", 9223372036854775807",
    OFFSET + ", 16000000000",
    SECONDS + ", -1",
    SECONDS + ", 9223372036854775807",
    FRACTION + ", -1",
    FRACTION + ", 1000000000"
  })
  void impossibleValuesStateNothing(int at, long value) {
    timex.putLong(at, value);
    assertThat(reading()).isEmpty();
  }

  @Test
  void callThatTakesLongIsLessExact() {
    assertThat(Timex.reading(timex, 0, -50_000_000, 50_000_000).orElseThrow())
        .isEqualTo(
            new WallReading(
                0, 1_700_000_000_123_456_789L, 2_346_000 + 1_501 + 61_729 + 50_000_001));
    assertThat(Timex.reading(timex, 0, 0, 33_000_000_000L)).isEmpty();
    assertThat(Timex.reading(timex, 0, 10, 0)).isEmpty();
  }
}
