import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.StringJoiner;
import java.util.TreeSet;

/// Prints the rows of a statement, sorted: the bytes of each column in hexadecimal. Run by the client
/// library of cassandra-stress, so that nothing of Takt judges what Takt has written.
///
/// Arguments: port, statement.
class SortedRows {

  public static void main(String[] args) {
    Cluster.Builder builder =
        Cluster.builder().addContactPoint("127.0.0.1").withPort(Integer.parseInt(args[0]));
    try (Cluster cluster = builder.withoutMetrics().build(); Session session = cluster.connect()) {
      TreeSet<String> rows = new TreeSet<>();
      for (Row row : session.execute(args[1])) {
        StringJoiner values = new StringJoiner(" ");
        for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
          values.add(hex(row.getBytesUnsafe(i)));
        }
        rows.add(values.toString());
      }
      rows.forEach(System.out::println);
    }
  }

  private static String hex(ByteBuffer value) {
    if (value == null) {
      return "null";
    }
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
