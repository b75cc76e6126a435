package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A node of an [MpscLinkedQueue].
final class Node<E> {

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Node.class, "next", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Nullable E value;

  @SuppressWarnings("UnusedVariable") // read through NEXT
  private @Nullable Node<E> next;

  Node(@Nullable E value) {
    this.value = value;
  }

  @SuppressWarnings("unchecked") // the field's type
  @Nullable Node<E> nextAcquire() {
    return (Node<E>) NEXT.getAcquire(this);
  }

  void nextRelease(Node<E> node) {
    NEXT.setRelease(this, node);
  }
}
