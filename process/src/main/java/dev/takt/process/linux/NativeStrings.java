package dev.takt.process.linux;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Texts as C has them, and arrays of pointers to them, in one piece of memory that grows.
///
/// Offsets are handed out while texts are added; they are addresses once [#seal] has said where the
/// memory begins.
final class NativeStrings {

  private static final int FIRST_SIZE = 1024;

  private NativeMemory memory = new NativeMemory(FIRST_SIZE);

  /// Where the pointers stand that still hold offsets.
  private int[] pointers = new int[64];

  private int pointerCount;
  private int length;

  void clear() {
    pointerCount = 0;
    length = 0;
  }

  /// @return the offset of the text
  int add(String text) {
    int begin = length;
    append(text);
    end();
    return begin;
  }

  /// @return the offset of the array, which ends with a null
  int addAll(List<String> texts) {
    int array = newArray(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      point(array, i);
      append(texts.get(i));
      end();
    }
    return array;
  }

  /// As [#addAll], with `name=value` for each.
  int addPairs(Set<Map.Entry<String, String>> pairs) {
    int array = newArray(pairs.size());
    int i = 0;
    for (Map.Entry<String, String> pair : pairs) {
      point(array, i++);
      append(pair.getKey());
      append("=");
      append(pair.getValue());
      end();
    }
    return array;
  }

  /// Turns offsets into addresses.
  ///
  /// @return where the memory begins
  long seal() {
    long base = memory.address();
    ByteBuffer bytes = memory.bytes();
    for (int i = 0; i < pointerCount; i++) {
      bytes.putLong(pointers[i], base + bytes.getLong(pointers[i]));
    }
    return base;
  }

  /// The address of an array's first text, after [#seal].
  long firstOf(int array) {
    return memory.bytes().getLong(array);
  }

  private int newArray(int size) {
    int array = (length + Long.BYTES - 1) & -Long.BYTES;
    int end = array + (size + 1) * Long.BYTES;
    reserve(end - length);
    memory.bytes().putLong(end - Long.BYTES, 0);
    length = end;
    return array;
  }

  private void point(int array, int index) {
    if (pointerCount == pointers.length) {
      pointers = Arrays.copyOf(pointers, 2 * pointerCount);
    }
    int at = array + index * Long.BYTES;
    pointers[pointerCount++] = at;
    memory.bytes().putLong(at, length);
  }

  private void append(String text) {
    reserve(text.length());
    ByteBuffer bytes = memory.bytes();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        appendEncoded(text.substring(i));
        return;
      }
      bytes.put(length++, (byte) c);
    }
  }

  private void appendEncoded(String text) {
    byte[] encoded = NativeText.encode(text);
    reserve(encoded.length);
    memory.bytes().put(length, encoded);
    length += encoded.length;
  }

  private void end() {
    reserve(1);
    memory.bytes().put(length++, (byte) 0);
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > memory.size()) {
      NativeMemory larger = new NativeMemory(Math.max(needed, 2 * memory.size()));
      larger.bytes().put(0, memory.bytes(), 0, length);
      memory = larger;
    }
  }
}
