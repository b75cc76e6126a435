package dev.takt.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Single-threaded tests; [OrderedSchedulerRaceTest] has the others.
@Timeout(20)
class OrderedSchedulerTest {

  private final List<String> out = new ArrayList<>();
  private final OrderedScheduler<String> scheduler = new OrderedScheduler<>(4, out::add);

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "1000, 1024"})
  void capacityIsRoundedUp(int asked, int given) {
    OrderedScheduler<String> rounded = new OrderedScheduler<>(asked, out::add);
    assertThat(rounded.capacity()).isEqualTo(given);
    for (int i = 0; i < given; i++) {
      assertThat(rounded.tryTicket()).isEqualTo(i);
    }
    assertThat(rounded.tryTicket()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 24) + 1})
  void capacitiesOutOfRangeAreRefused(int capacity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OrderedScheduler<String>(capacity, out::add));
  }

  @Test
  void resultsLeaveInTheOrderOfTheirTickets() {
    takeTickets(4);
    scheduler.complete(2, "c");
    scheduler.complete(1, "b");
    assertThat(out).isEmpty();
    assertThat(scheduler.handedOn()).isZero();
    scheduler.complete(0, "a");
    assertThat(out).containsExactly("a", "b", "c");
    scheduler.complete(3, "d");
    assertThat(out).containsExactly("a", "b", "c", "d");
    assertThat(scheduler.handedOn()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void theRingGoesRoundAndRound(int capacity) {
    List<Long> numbers = new ArrayList<>();
    OrderedScheduler<Long> round = new OrderedScheduler<>(capacity, numbers::add);
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < capacity; j++) {
        assertThat(round.ticket()).isEqualTo((long) i * capacity + j);
      }
      for (int j = capacity - 1; j >= 0; j--) {
        long ticket = (long) i * capacity + j;
        round.complete(ticket, ticket);
      }
    }
    assertThat(numbers).hasSize(100 * capacity).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void nothingIsHandedOnForTrashedTickets() {
    takeTickets(4);
    scheduler.trash(2);
    scheduler.complete(1, "b");
    scheduler.trash(0);
    assertThat(out).containsExactly("b");
    assertThat(scheduler.handedOn()).isEqualTo(3);
    scheduler.complete(3, "d");
    assertThat(out).containsExactly("b", "d");
  }

  @Test
  @SuppressWarnings("NullAway") // NullAway does not yet understand a nullable type argument
  void nullIsAResultLikeAnyOther() {
    takeTickets(1);
    scheduler.complete(0, null);
    assertThat(out).containsExactly((String) null);
  }

  @Test
  void theLastTicketsRoomIsGivenBackInOrder() {
    takeTickets(4);
    scheduler.complete(1, "b");
    scheduler.complete(2, "c");
    assertThat(scheduler.tryTicket()).isEqualTo(-1);
    scheduler.complete(0, "a");
    takeTickets(3);
    assertThat(scheduler.tryTicket()).isEqualTo(-1);
    assertThat(scheduler.taken()).isEqualTo(7);
  }

  @Test
  void ticketsAreFinishedOnce() {
    takeTickets(2);
    scheduler.complete(1, "b");
    assertThatIllegalStateException()
        .isThrownBy(() -> scheduler.complete(1, "again"))
        .withMessageContaining("ticket 1 is not open");
    assertThatIllegalStateException().isThrownBy(() -> scheduler.trash(1));
    scheduler.complete(0, "a");
    assertThatIllegalStateException().isThrownBy(() -> scheduler.complete(0, "again"));
    assertThatIllegalStateException().isThrownBy(() -> scheduler.complete(4711, "none"));
    assertThatIllegalStateException().isThrownBy(() -> scheduler.trash(-1));
    assertThat(out).containsExactly("a", "b");
  }

  @Test
  void completingUntakenTicketThrows() {
    takeTickets(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> scheduler.complete(2, "early"))
        .withMessageContaining("ticket 2 is not open");
    scheduler.complete(0, "a");
    scheduler.complete(1, "b");
    assertThatIllegalStateException() // the order waits for this ticket, but no thread took it
        .isThrownBy(() -> scheduler.complete(2, "early"));
    assertThatIllegalStateException().isThrownBy(() -> scheduler.trash(2));
    takeTickets(1);
    scheduler.complete(2, "c");
    assertThat(out).containsExactly("a", "b", "c");
  }

  @Test
  void tryOpenReturnsNullWhenFull() {
    takeTickets(3);
    try (Ticket<String> ticket = scheduler.tryOpen()) {
      assertThat(ticket).isNotNull();
    }
    try (Ticket<String> ticket = scheduler.tryOpen()) {
      assertThat(ticket).isNull();
    }
    for (int i = 0; i < 3; i++) {
      scheduler.complete(i, "x");
    }
    assertThat(scheduler.handedOn()).isEqualTo(4);
  }

  @Test
  void anOutputThatWaitsForItselfIsRefusedEvenIfTheHintIsOutOfDate() {
    List<OrderedScheduler<String>> itself = new ArrayList<>();
    OrderedScheduler<String> full =
        new OrderedScheduler<>(
            4,
            result -> {
              itself.get(0).tickets.word = 2;
              out.add(result + itself.get(0).ticket());
            });
    itself.add(full);
    for (int i = 0; i < 4; i++) {
      assertThat(full.ticket()).isEqualTo(i);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> full.complete(0, "a"))
        .withMessageContaining("of its own full order");
  }

  /// The state after a thread took a ticket, was preempted, and stored its hint when others had
  /// gone round the ring many times.
  @Test
  void staleTicketHintIsCorrected() {
    for (int i = 0; i < 1_000; i++) {
      scheduler.tickets.word = i / 3;
      assertThat(scheduler.taken()).isEqualTo(i);
      assertThat(scheduler.handedOn()).isEqualTo(i);
      assertThat(scheduler.tryTicket()).isEqualTo(i);
      scheduler.complete(i, "x");
    }
    assertThat(out).hasSize(1_000);
  }

  @Test
  void saysWhatTheOrderWaitsFor() {
    takeTickets(3);
    scheduler.complete(0, "a");
    scheduler.complete(2, "c");
    assertThat(scheduler.handedOn()).isEqualTo(1);
    assertThat(scheduler).hasToString("OrderedScheduler[1 of 3 tickets handed on, capacity 4]");
  }

  @Test
  void whenFullTheIdleStrategyIsAskedUntilThereIsRoom() {
    List<Integer> times = new ArrayList<>();
    List<OrderedScheduler<String>> itself = new ArrayList<>();
    OrderedScheduler<String> full =
        new OrderedScheduler<>(
            2,
            out::add,
            idled -> {
              times.add(idled);
              if (idled == 3) {
                itself.get(0).complete(0, "a");
              }
            });
    itself.add(full);
    assertThat(full.ticket()).isEqualTo(0);
    assertThat(full.ticket()).isEqualTo(1);
    assertThat(full.ticket()).isEqualTo(2);
    assertThat(times).containsExactly(1, 2, 3);
  }

  @Test
  void anIdleStrategyMayGiveUpAndNoTicketIsLost() {
    OrderedScheduler<String> impatient =
        new OrderedScheduler<>(
            1,
            out::add,
            times -> {
              throw new IllegalStateException("enough");
            });
    assertThat(impatient.ticket()).isZero();
    assertThatIllegalStateException().isThrownBy(impatient::ticket).withMessage("enough");
    impatient.complete(0, "a");
    assertThat(impatient.ticket()).isEqualTo(1);
  }

  @Test
  void ticketsInATryAreTrashedIfTheyAreNotCompleted() {
    try (Ticket<String> ticket = scheduler.open()) {
      ticket.complete("a");
    }
    Throwable thrown =
        catchThrowable(() -> {
          try (Ticket<String> ticket = scheduler.open()) {
            ticket.complete(fails());
          }
        });
    assertThat(thrown).hasMessage("failed");
    try (Ticket<String> ticket = scheduler.open()) {
      assertThat(ticket.number()).isEqualTo(2);
      ticket.complete("c");
      assertThatIllegalStateException().isThrownBy(() -> ticket.complete("again"));
    }
    assertThat(out).containsExactly("a", "c");
    assertThat(scheduler.handedOn()).isEqualTo(3);
  }

  @Test
  void whatTheOutputThrowsEndsNothing() {
    OrderedScheduler<String> failing =
        new OrderedScheduler<>(
            4,
            result -> {
              out.add(result);
              if (result.startsWith("bad")) {
                throw new IllegalStateException(result);
              }
            });
    for (int i = 0; i < 4; i++) {
      assertThat(failing.ticket()).isEqualTo(i);
    }
    failing.complete(1, "bad b");
    failing.complete(2, "bad c");
    failing.complete(3, "d");
    assertThatThrownBy(() -> failing.complete(0, "a"))
        .hasMessage("bad b")
        .satisfies(thrown ->
            assertThat(thrown.getSuppressed()).extracting("message").containsExactly("bad c"));
    assertThat(out).containsExactly("a", "bad b", "bad c", "d");

    Ticket<String> ticket = failing.open();
    assertThatThrownBy(() -> ticket.complete("bad e")).hasMessage("bad e");
    ticket.close();
    failing.complete(failing.ticket(), "f");
    assertThat(out).endsWith("d", "bad e", "f");
    assertThat(failing.handedOn()).isEqualTo(6);
  }

  @Test
  void suppressedFailuresAreCappedAndDeduplicated() {
    RuntimeException same = new IllegalStateException("same");
    OrderedScheduler<Integer> failing =
        new OrderedScheduler<>(
            128,
            result -> {
              throw result < 50 ? same : new IllegalStateException("no. " + result);
            });
    for (int i = 0; i < 100; i++) {
      assertThat(failing.ticket()).isEqualTo(i);
    }
    for (int i = 99; i > 0; i--) {
      failing.complete(i, i);
    }
    assertThatThrownBy(() -> failing.complete(0, 0))
        .isSameAs(same)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(8));
    assertThat(failing.handedOn()).isEqualTo(100);
  }

  @Test
  void theOutputActionMayTakeAndCompleteTickets() {
    List<OrderedScheduler<String>> itself = new ArrayList<>();
    OrderedScheduler<String> reentrant =
        new OrderedScheduler<>(
            4,
            result -> {
              out.add(result);
              if (result.length() < 4) {
                OrderedScheduler<String> again = itself.get(0);
                again.complete(again.ticket(), result + "a");
                out.add("after " + result);
              }
            });
    itself.add(reentrant);
    reentrant.complete(reentrant.ticket(), "a");
    assertThat(out).containsExactly("a", "after a", "aa", "after aa", "aaa", "after aaa", "aaaa");
  }

  @Test
  void theOutputActionIsRefusedToWaitForItself() {
    List<OrderedScheduler<String>> itself = new ArrayList<>();
    OrderedScheduler<String> full =
        new OrderedScheduler<>(1, result -> out.add(result + itself.get(0).ticket()));
    itself.add(full);
    long ticket = full.ticket();
    assertThatIllegalStateException()
        .isThrownBy(() -> full.complete(ticket, "a"))
        .withMessageContaining("use tryTicket()");
    // Afterwards this thread may wait again.
    assertThat(full.ticket()).isEqualTo(1);
  }

  @Test
  void checkedExceptionsOfTheOutputPassToo() {
    OrderedScheduler<String> sneaky =
        new OrderedScheduler<>(1, result -> OrderedSchedulerTest.<RuntimeException>sneak());
    assertThatThrownBy(() -> sneaky.complete(sneaky.ticket(), "a"))
        .isExactlyInstanceOf(Exception.class)
        .hasMessage("checked");
  }

  private void takeTickets(int n) {
    for (int i = 0; i < n; i++) {
      assertThat(scheduler.tryTicket()).isNotNegative();
    }
  }

  private static String fails() {
    throw new IllegalStateException("failed");
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak() throws E {
    throw (E) new Exception("checked");
  }
}
