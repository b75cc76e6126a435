package dev.takt.process.linux;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// C strings, and arrays of pointers to them, in one piece of memory that grows.
///
/// While texts are added, their positions are offsets; [#seal] turns them into addresses once the
/// memory is complete.
final class NativeStrings {

  private static final int FIRST_SIZE = 1024;

  /// The maximum size of a buffer.
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private NativeMemory memory = new NativeMemory(FIRST_SIZE);

  /// Positions of the pointers that still hold offsets.
  private int[] pointers = new int[64];

  private int pointerCount;

  /// Addresses of inherited variables.
  private long[] kept = new long[64];

  private int length;

  void clear() {
    pointerCount = 0;
    length = 0;
  }

  /// @return the offset of the text
  int add(byte[] text) {
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

  /// Adds an environment. For inherited variables it stores pointers to the originals, so their
  /// bytes are never decoded.
  ///
  /// @param inherited the address of a null-terminated array of variables; 0 for none
  /// @param changes the variables that are set, and with null those that are removed
  /// @return the offset of the array
  int addEnvironment(long inherited, Map<String, @Nullable String> changes) {
    int keptCount = inherited == 0 ? 0 : keep(inherited, changes.keySet());
    int set = 0;
    for (String value : changes.values()) {
      set += value == null ? 0 : 1;
    }
    int array = newArray(keptCount + set);
    for (int i = 0; i < keptCount; i++) {
      memory.bytes().putLong(array + i * Long.BYTES, kept[i]);
    }
    int i = keptCount;
    for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
      String value = change.getValue();
      if (value != null) {
        point(array, i++);
        append(change.getKey());
        append("=");
        append(value);
        end();
      }
    }
    return array;
  }

  /// @return how many inherited variables remain without those that change
  private int keep(long inherited, Set<String> changed) {
    byte[][] names = changed.stream().map(NativeText::encode).toArray(byte[][]::new);
    ByteBuffer variables = memoryAt(inherited);
    int count = 0;
    for (int at = 0; ; at += Long.BYTES) {
      long variable = variables.getLong(at);
      if (variable == 0) {
        return count;
      }
      if (!isOneOf(names, memoryAt(variable))) {
        if (count == kept.length) {
          kept = Arrays.copyOf(kept, 2 * count);
        }
        kept[count++] = variable;
      }
    }
  }

  private static boolean isOneOf(byte[][] names, ByteBuffer variable) {
    for (byte[] name : names) {
      int i = 0;
      while (i < name.length && variable.get(i) == name[i]) {
        i++;
      }
      if (i == name.length && variable.get(i) == '=') {
        return true;
      }
    }
    return false;
  }

  /// A buffer, since linking the accessors of segments costs some 20 ms at the first use. The
  /// string ends with a zero, and the caller does not read beyond it.
  @SuppressWarnings("restricted")
  private static ByteBuffer memoryAt(long address) {
    return MemorySegment.ofAddress(address)
        .reinterpret(MAX_BYTES)
        .asByteBuffer()
        .order(ByteOrder.nativeOrder());
  }

  /// Turns offsets into addresses.
  ///
  /// @return the address of the memory
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
    append(NativeText.encode(text));
  }

  private void append(byte[] text) {
    reserve(text.length);
    memory.bytes().put(length, text);
    length += text.length;
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
