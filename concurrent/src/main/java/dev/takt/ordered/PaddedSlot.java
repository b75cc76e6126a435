package dev.takt.ordered;

import org.jspecify.annotations.Nullable;

/// Padding between a [PaddedSlot] and the object before it.
///
/// The `int` fills the gap that a header of 12 bytes leaves: the JVM would put a field of a
/// subclass there, outside the padding.
abstract class LeadingPad {
  int gap;
  long before0;
  long before1;
  long before2;
  long before3;
  long before4;
  long before5;
  long before6;
  long before7;
}

/// The fields in use. The JVM lays out superclasses first, so they stay in the middle.
abstract class Content extends LeadingPad {
  long word;
  @Nullable Object reference;
  @Nullable Thread thread;
}

/// A word and two references next to each other, with 64 bytes of padding before and after them: a
/// write here invalidates no cache line that another thread uses for something else.
final class PaddedSlot extends Content {
  long after0;
  long after1;
  long after2;
  long after3;
  long after4;
  long after5;
  long after6;
  long after7;
}
