package dev.takt.watch.probe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What can be done to a variable, in the memory orders of Java; each many times in a loop of its
/// own.
///
/// All loops address the variable in the same way: by an index that the compiler cannot know to be
/// the same each time, because part of it comes from a mask that just happens to be 0. So it cannot
/// take a plain access out of the loop, as it may do with any plain field, and the loops differ in
/// the access alone. [#NOTHING] is the loop without one.
enum MemoryAccess {
  /// The loop alone.
  NOTHING {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += at + (i & mask);
      }
      return sum;
    }
  },
  /// A store like that of any field.
  STORE_PLAIN {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        cells[at + (i & mask)] = i;
      }
      return cells[at];
    }
  },
  /// Seen by others at some time, in the order of this variable's stores.
  STORE_OPAQUE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setOpaque(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// `lazySet`: what came before it in the program is seen before it.
  STORE_RELEASE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setRelease(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// `volatile`: seen before anything that comes after it is done.
  STORE_VOLATILE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setVolatile(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// A load like that of any field.
  LOAD_PLAIN {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += cells[at + (i & mask)];
      }
      return sum;
    }
  },
  /// Cannot be left out.
  LOAD_OPAQUE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += (long) CELL.getOpaque(cells, at + (i & mask));
      }
      return sum;
    }
  },
  /// What comes after it in the program is done after it.
  LOAD_ACQUIRE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += (long) CELL.getAcquire(cells, at + (i & mask));
      }
      return sum;
    }
  },
  /// `volatile`.
  LOAD_VOLATILE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += (long) CELL.getVolatile(cells, at + (i & mask));
      }
      return sum;
    }
  },
  /// Compare-and-exchange, whether it succeeds or not, expecting what it set last or found.
  COMPARE_AND_SET {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long expected = cells[at];
      long done = 0;
      for (int i = 0; i < times; i++) {
        int index = at + (i & mask);
        long found = (long) CELL.compareAndExchange(cells, index, expected, (long) i);
        if (found == expected) {
          done++;
          expected = i;
        } else {
          expected = found;
        }
      }
      return done;
    }
  },
  /// `getAndAdd`: one instruction that cannot fail, where the processor has it.
  GET_AND_ADD {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += (long) CELL.getAndAdd(cells, at + (i & mask), 1L);
      }
      return sum;
    }
  };

  static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  /// Does it many times to one cell.
  ///
  /// @param mask 0
  /// @return something that depends on what was done
  abstract long loop(long[] cells, int at, int mask, int times);

  /// As tags and tables have it: `store-release`.
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<MemoryAccess> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }
}
