package dev.takt.load.replay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The different requests of a log, each once: a path with its query, and the kind of the
/// operation. The bytes of all paths stand one after another in a few large arrays.
final class TargetTable {

  private static final int CHUNK_BITS = 20;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /// A hostile log cannot know it, so that it cannot have paths that all have the same hash.
  private final long hashSeed = System.nanoTime() ^ System.identityHashCode(this);

  private final List<byte[]> chunks = new ArrayList<>();
  private int used = CHUNK;

  private long[] starts = new long[256];
  private int[] lengths = new int[256];
  private short[] kinds = new short[256];
  private int count;

  /// Indexes plus 1, by hash; 0 for none.
  private int[] slots = new int[512];

  /// The number of a request, which is new if there was no such request before.
  int add(int kind, byte[] target, int length) {
    int mask = slots.length - 1;
    int slot = hash(kind, target, length) & mask;
    while (slots[slot] != 0) {
      if (isSame(slots[slot] - 1, kind, target, length)) {
        return slots[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = count + 1;
    store(kind, target, length);
    if (2 * count > slots.length) {
      rehash();
    }
    return count - 1;
  }

  private int hash(int kind, byte[] target, int length) {
    long hash = hashSeed + kind;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ target[i]) * 0x100000001b3L;
    }
    return (int) (hash ^ (hash >>> 32));
  }

  private boolean isSame(int index, int kind, byte[] target, int length) {
    int from = offset(index);
    return kinds[index] == kind
        && lengths[index] == length
        && Arrays.equals(chunk(index), from, from + length, target, 0, length);
  }

  private byte[] chunk(int index) {
    return chunks.get((int) (starts[index] >> CHUNK_BITS));
  }

  private int offset(int index) {
    return (int) (starts[index] & (CHUNK - 1));
  }

  private void store(int kind, byte[] target, int length) {
    if (used + length > CHUNK) {
      chunks.add(new byte[CHUNK]);
      used = 0;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
      kinds = Arrays.copyOf(kinds, 2 * count);
    }
    System.arraycopy(target, 0, chunks.getLast(), used, length);
    starts[count] = ((long) (chunks.size() - 1) << CHUNK_BITS) + used;
    lengths[count] = length;
    kinds[count] = (short) kind;
    used += length;
    count++;
  }

  private void rehash() {
    int mask = 2 * slots.length - 1;
    int[] larger = new int[mask + 1];
    for (int i = 0; i < count; i++) {
      int slot = hashOf(i) & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = i + 1;
    }
    slots = larger;
  }

  private int hashOf(int index) {
    int from = offset(index);
    return hash(
        kinds[index],
        Arrays.copyOfRange(chunk(index), from, from + lengths[index]),
        lengths[index]);
  }

  /// Frees what only [#add] needs.
  void complete() {
    slots = new int[2];
  }

  /// How many different requests there are.
  int size() {
    return count;
  }

  int kind(int index) {
    return kinds[index];
  }

  void put(int index, ByteBuffer out) {
    out.put(chunk(index), offset(index), lengths[index]);
  }

  String text(int index) {
    return new String(chunk(index), offset(index), lengths[index], StandardCharsets.ISO_8859_1);
  }
}
