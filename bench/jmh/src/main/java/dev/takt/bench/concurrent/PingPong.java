package dev.takt.bench.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Two threads that hand one padded long to each other: what no round trip can go below, and the
/// probe of the current distance of the cores.
final class PingPong implements Contest {

  private static final VarHandle BALL = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int MIDDLE = 32;

  private final long[] ball = new long[2 * MIDDLE];

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    BALL.setVolatile(ball, MIDDLE, 0L);
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      ping(operations);
    } else {
      pong(operations);
    }
  }

  private void ping(long trips) {
    for (long trip = 1; trip <= 2 * trips; trip += 2) {
      BALL.setRelease(ball, MIDDLE, trip);
      while ((long) BALL.getAcquire(ball, MIDDLE) == trip) {
        // busy
      }
    }
  }

  private void pong(long trips) {
    for (long trip = 1; trip <= 2 * trips; trip += 2) {
      while ((long) BALL.getAcquire(ball, MIDDLE) != trip) {
        // busy
      }
      BALL.setRelease(ball, MIDDLE, trip + 1);
    }
  }
}
