package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The fields of a [Cell] that threads access.
abstract class CellContent {

  private static final VarHandle WORD;
  private static final VarHandle ELEMENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(CellContent.class, "word", long.class);
      ELEMENT = lookup.findVarHandle(CellContent.class, "element", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long word;
  @Nullable Object element;

  final @Nullable Object elementAcquire() {
    return ELEMENT.getAcquire(this);
  }

  final void elementRelease(@Nullable Object value) {
    ELEMENT.setRelease(this, value);
  }

  final long wordAcquire() {
    return (long) WORD.getAcquire(this);
  }

  final void wordRelease(long next) {
    WORD.setRelease(this, next);
  }

  final boolean wordWon(long from, long to) {
    return WORD.weakCompareAndSetRelease(this, from, to);
  }
}

/// A cell of a [MpmcArrayQueue]: an element, and the word that holds the cell's number and state.
///
/// 128 bytes, so that two neighbours are two cache lines apart: with 64 bytes, on processors that
/// fetch lines in pairs, a stream between two threads was slower by a quarter.
@SuppressWarnings("unused")
final class Cell extends CellContent {
  long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2;
}
