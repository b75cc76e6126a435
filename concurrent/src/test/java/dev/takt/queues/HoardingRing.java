package dev.takt.queues;

import java.util.AbstractQueue;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// A ring with the other fault that [NepotismTest] detects: a slot keeps the element that was taken
/// from it.
final class HoardingRing<E> extends AbstractQueue<E> {

  private final @Nullable Object[] slots;
  private int taken;
  private int added;

  HoardingRing(int capacity) {
    slots = new Object[capacity];
  }

  @Override
  public boolean offer(E element) {
    slots[added++ % slots.length] = element;
    return true;
  }

  @Override
  public @Nullable E poll() {
    E element = peek();
    taken += element == null ? 0 : 1;
    return element;
  }

  @Override
  @SuppressWarnings("unchecked") // only elements are stored
  public @Nullable E peek() {
    return taken == added ? null : (E) slots[taken % slots.length];
  }

  @Override
  public Iterator<E> iterator() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int size() {
    throw new UnsupportedOperationException();
  }
}
