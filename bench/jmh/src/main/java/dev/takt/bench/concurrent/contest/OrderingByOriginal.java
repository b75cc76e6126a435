package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Two threads that work, and the scheduler of Ullink, if it is on the class path: a ticket's
/// number from a counter, and an object for what is to be done with its result.
final class OrderingByOriginal implements Contest {

  private static final String CLASS = "com.ullink.orderedscheduler.OrderedScheduler";
  private static final MethodHandle NEW;
  private static final MethodHandle RUN;

  static {
    try {
      Class<?> type = Class.forName(CLASS);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      NEW =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, int.class))
              .asType(MethodType.methodType(Object.class, int.class));
      RUN =
          lookup
              .findVirtual(
                  type, "run", MethodType.methodType(boolean.class, long.class, Runnable.class))
              .asType(
                  MethodType.methodType(boolean.class, Object.class, long.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int steps;
  private final Output output = new Output();
  private final Object scheduler;
  private final Tickets tickets = new Tickets();
  private long end;

  OrderingByOriginal(int steps) {
    this.steps = steps;
    try {
      scheduler = (Object) NEW.invokeExact(Ordering.CAPACITY);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    if (output.count() != tickets.taken()) {
      // It swallows what the output throws: a wrong order would show here.
      throw new IllegalStateException(output + " of " + tickets + " tickets");
    }
    end = tickets.taken() + operations;
  }

  @Override
  public void run(int thread, long operations) {
    while (true) {
      long ticket = tickets.take();
      boolean last = ticket >= end;
      long result = last ? 0 : Work.of(ticket, steps);
      handIn(ticket, () -> output.accept(ticket, result));
      if (last) {
        return;
      }
    }
  }

  private void handIn(long ticket, Runnable action) {
    try {
      boolean unused = (boolean) RUN.invokeExact(scheduler, ticket, action);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
