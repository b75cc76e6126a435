package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SharedArrivalsTest {

  private static final int THREADS = 8;

  private static Schedule schedule(String text, long count) {
    Schedule all = ScheduleSpec.parse(text).toSchedule(3, null, List.of());
    return Schedules.limited(all, Long.MAX_VALUE, count);
  }

  private static long[] offsets(Schedule schedule, int count) {
    long[] offsets = new long[count];
    Arrivals arrivals = schedule.arrivals();
    for (int i = 0; i < count; i++) {
      offsets[i] = arrivals.next();
    }
    assertThat(arrivals.next()).isEqualTo(Arrivals.END);
    return offsets;
  }

  /// Each thread takes as many as it can, and checks that its own numbers increase.
  private static void takeAll(SharedArrivals shared, long[] into, int atMostEach) throws Exception {
    try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> takers = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        takers.add(
            executor.submit(() -> {
              SharedArrivals.Taken taken = new SharedArrivals.Taken();
              long last = -1;
              for (int i = 0; i < atMostEach && shared.take(taken); i++) {
                assertThat(taken.number()).isGreaterThan(last);
                last = taken.number();
                synchronized (into) {
                  assertThat(into[(int) last]).isEqualTo(-1);
                  into[(int) last] = taken.offsetNanos();
                }
              }
            }));
      }
      for (Future<?> taker : takers) {
        taker.get(50, TimeUnit.SECONDS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 4096})
  void eachArrivalIsTakenOnce(int capacity) throws Exception {
    int count = 1_000_000;
    Schedule schedule = schedule("poisson 1000000/s", count);
    SharedArrivals shared = new SharedArrivals(schedule, capacity);
    long[] taken = new long[count];
    Arrays.fill(taken, -1);

    takeAll(shared, taken, Integer.MAX_VALUE);

    assertThat(Arrays.equals(taken, offsets(schedule, count))).isTrue();
    assertThat(shared.taken()).isEqualTo(count);
  }

  @Test
  void whatWasNotTakenIsTheRest() throws Exception {
    int count = 50_000;
    Schedule schedule = schedule("constant 1000/s", count);
    SharedArrivals shared = new SharedArrivals(schedule, 128);
    long[] taken = new long[count];
    Arrays.fill(taken, -1);
    takeAll(shared, taken, 1000);
    assertThat(shared.taken()).isEqualTo(8000);

    shared.close();

    assertThat(shared.take(new SharedArrivals.Taken())).isFalse();
    Arrivals rest = shared.rest();
    for (long due = rest.next(); due != Arrivals.END; due = rest.next()) {
      assertThat(taken[(int) rest.number()]).isEqualTo(-1);
      taken[(int) rest.number()] = due;
    }
    assertThat(rest.next()).isEqualTo(Arrivals.END);
    assertThat(Arrays.equals(taken, offsets(schedule, count))).isTrue();
  }

  @Test
  void aClosedScheduleGivesNothing() {
    SharedArrivals shared = new SharedArrivals(schedule("constant 10/s", Long.MAX_VALUE));
    SharedArrivals.Taken taken = new SharedArrivals.Taken();
    assertThatIllegalStateException().isThrownBy(shared::rest);
    assertThat(shared.take(taken)).isTrue();
    assertThat(shared.take(taken)).isTrue();
    assertThat(taken.number()).isEqualTo(1);
    assertThat(taken.offsetNanos()).isEqualTo(100_000_000);
    shared.close();
    assertThat(shared.take(taken)).isFalse();
    assertThat(taken.number()).isEqualTo(1);
    assertThat(shared.taken()).isEqualTo(2);
    assertThat(shared.rest().next()).isEqualTo(200_000_000);
  }

  @Test
  void oneTakerNeverSeesTheRingRunDry() {
    Schedule schedule = schedule("poisson 1000/s", 100_000);
    SharedArrivals shared = new SharedArrivals(schedule);
    SharedArrivals.Taken taken = new SharedArrivals.Taken();
    Arrivals expected = schedule.arrivals();
    while (shared.take(taken)) {
      assertThat(taken.offsetNanos()).isEqualTo(expected.next());
      assertThat(taken.number()).isEqualTo(expected.number());
    }
    assertThat(expected.next()).isEqualTo(Arrivals.END);
  }
}
