package dev.takt.http2;

import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldName;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Takes the request of an operation: first its fields, pseudo-fields before the others (RFC 9113,
/// section 8.3), then its body, if it has one. The request ends when [Exchange#encode] returns.
///
/// Fields are encoded into the bytes to send as they are added. All methods may throw a
/// [java.nio.BufferOverflowException]; the session then calls [Exchange#encode] again with a larger
/// buffer.
public interface Request {

  /// Adds fields that are the same in all requests, encoded before the run.
  void fields(FieldBlock block);

  /// Adds a field.
  ///
  /// @param value its remaining bytes; they are not consumed
  void field(FieldName name, ByteBuffer value);

  /// Adds a field.
  void field(FieldName name, byte[] value);

  /// Adds a field whose name and value stand in a text, such as a line of HTTP/1.1. The name's
  /// capital letters become small. A value that is a credential is never indexed.
  ///
  /// @param name where the name begins in the text, by absolute index
  /// @param value where the value begins in the text, by absolute index
  void field(ByteBuffer text, int name, int nameLength, int value, int valueLength);

  /// Begins a field whose value the caller appends.
  ///
  /// @return where to append the value's bytes, before [#endField]
  ByteBuffer beginField(FieldName name);

  /// Ends the field that was begun last.
  void endField();

  /// Sets the body. It is copied, or sent at once as far as the server's windows allow.
  ///
  /// @param content its remaining bytes; they are not consumed
  default void body(ByteBuffer content) {
    ByteBuffer out = beginBody();
    int position = content.position();
    try {
      out.put(content);
    } finally {
      content.position(position);
    }
    endBody();
  }

  /// Sets the body without copying it as a whole, for example from a mapped file. It must stay
  /// valid and unchanged until the operation has ended.
  void body(MemorySegment content);

  /// Begins a body that the caller appends.
  ///
  /// @return where to append the body's bytes, before [#endBody]
  ByteBuffer beginBody();

  /// Ends the body.
  void endBody();
}
