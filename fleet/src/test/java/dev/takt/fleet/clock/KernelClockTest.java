package dev.takt.fleet.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.process.linux.Support;
import dev.takt.runs.clock.WallReading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The clock over a kernel whose `struct timex` the test fills in.
class KernelClockTest {

  private static final int PLL = 0x1;
  private static final int UNSYNC = 0x40;
  private static final int CLOCKERR = 0x1000;
  private static final int NANO = 0x2000;

  private static final long SECOND = 1_000_000_000;
  private static final long EPOCH_SECONDS = 1_700_000_000;

  /// What a kernel says of its clock, and a monotonic clock that each reading advances by 100 ns.
  private static final class KnownKernel implements Kernel {

    int state;
    int status = PLL | NANO;
    long offset = -1_500;
    long maxError = 2_345;
    long estimatedError = 7;
    long seconds = EPOCH_SECONDS;
    long fraction = 123_456_789;
    long now = 5 * SECOND;
    long suspended;
    boolean hasBootTime = true;
    long suspensions;
    long stopped;

    @Override
    public int adjtimex(ByteBuffer timex) {
      assertThat(timex.order()).isEqualTo(ByteOrder.nativeOrder());
      for (int i = 0; i < Timex.BYTES; i++) {
        timex.put(i, (byte) 0x5a); // a kernel fills in the whole struct
      }
      timex
          .putInt(0, 0)
          .putLong(8, offset)
          .putLong(24, maxError)
          .putLong(32, estimatedError)
          .putInt(40, status)
          .putLong(72, seconds)
          .putLong(80, fraction)
          .putLong(88, 10_000);
      return state;
    }

    @Override
    public long bootNanos() {
      now += stopped;
      return hasBootTime ? now + suspended : -1;
    }

    @Override
    public long suspensions() {
      return suspensions;
    }

    long nanoTime() {
      now += 100;
      return now;
    }

    /// The monotonic clock runs on, and the kernel enlarges its error.
    void runOn(int seconds) {
      now += seconds * SECOND;
      maxError += 500L * seconds;
    }
  }

  private final KnownKernel kernel = new KnownKernel();
  private final KernelClock clock = new KernelClock(kernel, kernel::nanoTime);

  @Test
  void synchronisedClockIsReadInTheMiddleOfTheCallWithAllItsErrors() {
    // Between two readings of the monotonic clock, 5 s + 100 ns and 5 s + 200 ns. 2345 us and up to
    // one more, 1500 ns of a correction and a unit, 500 ppm of the second that has begun, half of
    // the call and one. The estimated error is not one.
    assertThat(clock.read())
        .contains(
            new WallReading(
                5 * SECOND + 150,
                EPOCH_SECONDS * SECOND + 123_456_789,
                2_346_000 + 1_501 + 61_729 + 51));
  }

  @Test
  void clockInMicrosecondsIsScaled() {
    kernel.status = PLL;
    kernel.fraction = 123_456;
    kernel.offset = 2;
    assertThat(clock.read())
        .contains(
            new WallReading(
                5 * SECOND + 150,
                EPOCH_SECONDS * SECOND + 123_456_000,
                2_346_000 + 3_000 + 61_729 + 51));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 16_000_000, Long.MAX_VALUE})
  void estimatedErrorChangesNothing(long estimated) {
    kernel.estimatedError = estimated;
    assertThat(clock.read().orElseThrow().errorNanos()).isEqualTo(2_346_000 + 1_501 + 61_729 + 51);
  }

  /// The state that `adjtimex` returns: 5 is `TIME_ERROR`, and a negative one an error number.
  @ParameterizedTest
  @CsvSource({
    "0, 0x2041",
    "0, 0x3001",
    "5, 0x2041",
    "5, 0x2001",
    "1, 0x2001",
    "-1, 0x2001",
    "-38, 0x2001"
  })
  void clockThatIsNotSynchronisedStatesNothing(int state, String status) {
    kernel.state = state;
    kernel.status = Integer.decode(status);
    assertThat(clock.read()).isEmpty();
    kernel.state = 0;
    kernel.status = PLL | NANO;
    kernel.now = 7 * SECOND;
    assertThat(clock.read().orElseThrow().nanoTime()).isEqualTo(7 * SECOND + 150);
  }

  @ParameterizedTest
  @ValueSource(ints = {UNSYNC | NANO, CLOCKERR | NANO})
  void clockThatIsNoLongerSynchronisedStatesNothing(int status) {
    assertThat(clock.read()).isPresent();
    kernel.status = status;
    assertThat(clock.read()).isEmpty();
  }

  /// The wall clock comes from another clock after a suspension, and the kernel states the error of
  /// before. That a program has set the error again changes nothing: its correction may still be
  /// under way.
  @Test
  void nothingIsStatedAfterASuspension() {
    assertThat(clock.read()).isPresent();
    kernel.runOn(1);
    assertThat(clock.read()).isPresent();
    kernel.suspended += SECOND / 100;
    assertThat(clock.read()).isEmpty();
    kernel.runOn(10);
    assertThat(clock.read()).isEmpty();
    kernel.maxError = 301;
    assertThat(clock.read()).isEmpty();
  }

  /// The machine was suspended before this program began: for a day, for 10 ms; or its clocks begin
  /// elsewhere than those of the machine.
  @ParameterizedTest
  @ValueSource(longs = {86_400 * SECOND, SECOND / 100, -SECOND / 100, -86_400 * SECOND})
  void nothingIsStatedAfterASuspensionBeforeTheFirstReading(long suspended) {
    kernel.suspended = suspended;
    kernel.now = 90_000 * SECOND;
    assertThat(clock.read()).isEmpty();
    kernel.runOn(1);
    assertThat(clock.read()).isEmpty();
  }

  @Test
  void nothingIsStatedAfterASuspensionThatTheClocksDoNotShow() {
    assertThat(clock.read()).isPresent();
    kernel.suspensions = 1;
    assertThat(clock.read()).isEmpty();
  }

  /// What the kernel states is never wrong: a wall clock that a suspension has put up to half a
  /// second wrong, at a random moment before or after the first reading, and that a program
  /// corrects gradually afterwards.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void statedErrorHoldsWheneverTheMachineIsSuspended(int seed) {
    Random random = new Random(seed);
    WallClock truth = new WallClock(kernel);
    int suspendedAt = random.nextInt(40);
    int firstReading = random.nextInt(40);
    int stated = 0;
    for (int second = 0; second < 60; second++) {
      if (second == suspendedAt) {
        truth.suspend(random.nextLong(SECOND, 9 * SECOND), random.nextLong(-SECOND, SECOND) / 2);
      }
      if (second % 8 == 7) {
        truth.setError(80 + random.nextInt(400));
      }
      truth.runOn();
      if (second >= firstReading) {
        Optional<WallReading> reading = clock.read();
        reading.ifPresent(each ->
            assertThat(Math.abs(each.epochNanos() - truth.at(each.nanoTime())))
                .as("error of the wall clock at second %d", truth.seconds)
                .isLessThanOrEqualTo(each.errorNanos()));
        stated += reading.isPresent() ? 1 : 0;
      }
    }
    assertThat(stated).isEqualTo(Math.max(0, suspendedAt - firstReading));
  }

  /// The true time beside a kernel's clocks, and a program that corrects a twentieth of the error
  /// each second.
  private static final class WallClock {
    private final KnownKernel kernel;
    private long wrong;
    private long asleep;
    int seconds;

    WallClock(KnownKernel kernel) {
      this.kernel = kernel;
      kernel.offset = 0;
    }

    void suspend(long nanos, long wrongBy) {
      asleep += nanos;
      kernel.suspended += nanos;
      wrong += wrongBy;
    }

    /// The program has measured the error, and does not count what it still has to correct.
    void setError(long micros) {
      kernel.maxError = micros;
      wrong -= wrong / 20;
    }

    void runOn() {
      kernel.runOn(1);
      seconds++;
      wrong -= wrong / 20;
      long wall = at(kernel.now) + wrong;
      kernel.seconds = wall / SECOND;
      kernel.fraction = wall % SECOND;
    }

    long at(long nanoTime) {
      return EPOCH_SECONDS * SECOND + nanoTime + asleep;
    }
  }

  @Test
  void kernelThatDoesNotKnowOfSuspensionsStatesNothing() {
    kernel.hasBootTime = false;
    assertThat(clock.read()).isEmpty();
  }

  /// A thread that is stopped between the readings of two clocks is no suspension, and hides none
  /// later.
  @Test
  void threadThatIsStoppedIsNoSuspension() {
    assertThat(clock.read()).isPresent();
    kernel.stopped = SECOND;
    assertThat(clock.read()).isPresent();
    kernel.stopped = 0;
    kernel.suspended += SECOND / 100;
    assertThat(clock.read()).isEmpty();
  }

  /// The same bytes as if the clock were synchronised: that the kernel wrote them where they are
  /// expected.
  @Test
  @EnabledOnOs(OS.LINUX)
  void kernelOfThisMachineWritesTheClockWhereItIsRead() {
    assertThat(Support.isThere()).isTrue();
    ByteBuffer timex = ByteBuffer.allocate(Timex.BYTES).order(ByteOrder.nativeOrder());
    long before = System.nanoTime();
    assertThat(new LinuxKernel().adjtimex(timex)).isBetween(0, 5);
    long after = System.nanoTime();
    assertThat(timex.getLong(88)).as("tick").isBetween(9_000L, 11_000L);
    timex.putInt(40, timex.getInt(40) & ~UNSYNC).putLong(24, 7);
    Optional<WallReading> reading = Timex.reading(timex, 0, before, after);
    assertThat(reading.orElseThrow().epochNanos())
        .isCloseTo(now(), within(TimeUnit.SECONDS.toNanos(1)));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bootTimeOfThisMachineRunsBesideItsMonotonicClock() throws InterruptedException {
    LinuxKernel own = new LinuxKernel();
    long outer = System.nanoTime();
    long first = own.bootNanos();
    long inner = System.nanoTime();
    Thread.sleep(2);
    inner = System.nanoTime() - inner;
    long second = own.bootNanos();
    outer = System.nanoTime() - outer;
    assertThat(first).isPositive();
    assertThat(second - first).isBetween(inner - 10, outer + 10);
  }

  @Test
  void suspensionsAreReadAsTheKernelWritesThem(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("success");
    assertThat(LinuxKernel.suspensions(file)).isZero();
    Files.writeString(file, "17\n");
    assertThat(LinuxKernel.suspensions(file)).isEqualTo(17);
    Files.writeString(file, "");
    assertThat(LinuxKernel.suspensions(file)).isZero();
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * SECOND + now.getNano();
  }
}
