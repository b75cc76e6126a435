package dev.takt.probes.nepotism.program;

import java.util.AbstractQueue;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// A linked queue, with or without a fault: a consumed node keeps its link to the next one, or
/// links to itself.
final class LinkedQueue<E> extends AbstractQueue<E> {

  private static final class Node<E> {
    @Nullable E element;
    @Nullable Node<E> next;
  }

  private final boolean unlinks;
  private Node<E> head = new Node<>();
  private Node<E> tail = head;

  /// @param unlinks whether it is without the fault
  LinkedQueue(boolean unlinks) {
    this.unlinks = unlinks;
  }

  @Override
  public boolean offer(E element) {
    Node<E> node = new Node<>();
    node.element = element;
    tail.next = node;
    tail = node;
    return true;
  }

  @Override
  public @Nullable E poll() {
    Node<E> first = head.next;
    if (first == null) {
      return null;
    }
    E element = first.element;
    first.element = null;
    if (unlinks) {
      head.next = head;
    }
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
