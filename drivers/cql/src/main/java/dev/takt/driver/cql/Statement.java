package dev.takt.driver.cql;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.type.ValueWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// An operation's statement, whose parameters have types. Immutable and thread-safe.
///
/// @param text as it is prepared
/// @param values of the parameters, in order
record Statement(String text, List<ValueWriter> values, Expectation expectation) {

  static Statement of(CqlText cql, PreparedResult prepared, Expectation expectation) {
    List<ValueWriter> values = new ArrayList<>();
    for (int i = 0; i < cql.parameters().size(); i++) {
      values.add(cql.parameters().get(i).writer(prepared.parameters().get(i).type()));
    }
    return new Statement(cql.text(), List.copyOf(values), expectation);
  }

  /// Whether it changes nothing.
  boolean isQuery() {
    return text.strip().regionMatches(true, 0, "SELECT", 0, "SELECT".length());
  }

  /// Appends the number of the values, and the values of operation `n`.
  void putValues(long seed, long n, ByteBuffer out) {
    out.putShort((short) values.size());
    for (int i = 0; i < values.size(); i++) {
      values.get(i).put(seed, n, out);
    }
  }
}
