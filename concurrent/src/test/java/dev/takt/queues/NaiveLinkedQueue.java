package dev.takt.queues;

import java.util.AbstractQueue;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// A linked queue with the fault that [NepotismTest] detects: a consumed node keeps its link to the
/// next one.
final class NaiveLinkedQueue<E> extends AbstractQueue<E> {

  private static final class Link<E> {
    @Nullable E element;
    @Nullable Link<E> next;
  }

  private Link<E> head = new Link<>();
  private Link<E> tail = head;

  Object newestLink() {
    return tail;
  }

  @Override
  public boolean offer(E element) {
    Link<E> link = new Link<>();
    link.element = element;
    tail.next = link;
    tail = link;
    return true;
  }

  @Override
  public @Nullable E poll() {
    Link<E> first = head.next;
    if (first == null) {
      return null;
    }
    E element = first.element;
    first.element = null;
    head = first;
    return element;
  }

  @Override
  public @Nullable E peek() {
    return head.next == null ? null : head.next.element;
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
