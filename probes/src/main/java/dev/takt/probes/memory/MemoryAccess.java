package dev.takt.probes.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The measured accesses to a variable, by Java's memory orders; each in its own loop.
///
/// All loops address the variable by an index that includes a mask, which is always 0 but not known
/// to the compiler. So the compiler cannot hoist a plain access out of the loop, and the loops
/// differ in the access alone. [#NOTHING] is the empty loop.
enum MemoryAccess {
  /// The loop without an access.
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
  /// A plain store, as to any field.
  STORE_PLAIN {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        cells[at + (i & mask)] = i;
      }
      return cells[at];
    }
  },
  /// An opaque store: eventually visible, in the order of this variable's stores.
  STORE_OPAQUE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setOpaque(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// A release store (`lazySet`): earlier accesses are not reordered after it.
  STORE_RELEASE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setRelease(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// A volatile store: visible before later volatile accesses.
  STORE_VOLATILE {
    @Override
    long loop(long[] cells, int at, int mask, int times) {
      for (int i = 0; i < times; i++) {
        CELL.setVolatile(cells, at + (i & mask), (long) i);
      }
      return cells[at];
    }
  },
  /// A plain load, as of any field.
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
  /// An opaque load: not eliminated by the compiler.
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
  /// An acquire load: later accesses are not reordered before it.
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
  /// A volatile load.
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
  /// Compare-and-exchange, successful or not. It expects the value that it last set or found.
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
  /// `getAndAdd`: one instruction that cannot fail, on processors that have one.
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

  /// Runs the access many times on one array element.
  ///
  /// @param mask 0
  /// @return a value that depends on all accesses
  abstract long loop(long[] cells, int at, int mask, int times);

  /// The name in tags and tables: `store-release`.
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<MemoryAccess> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }
}
