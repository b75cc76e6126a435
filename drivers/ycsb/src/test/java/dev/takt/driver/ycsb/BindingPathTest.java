package dev.takt.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BindingPathTest {

  @TempDir Path folder;

  @Test
  void distributionFolderAddsItsLibrariesAndThoseOfTheBinding() throws IOException {
    touch("lib/core-0.17.0.jar");
    touch("redis-binding/lib/jedis-2.0.0.jar");
    touch("redis-binding/lib/redis-binding-0.17.0.jar");
    touch("redis-binding/conf/redis.properties");
    touch("jdbc-binding/lib/jdbc-binding-0.17.0.jar");

    assertThat(entries(folder.toString(), "redis"))
        .containsExactly(
            "",
            "lib/core-0.17.0.jar",
            "redis-binding",
            "redis-binding/conf",
            "redis-binding/lib/jedis-2.0.0.jar",
            "redis-binding/lib/redis-binding-0.17.0.jar");
  }

  @Test
  void variantOfABindingIsFoundInTheFolderOfItsBaseName() throws IOException {
    touch("cassandra-binding/lib/cassandra-binding-0.17.0.jar");

    assertThat(entries(folder.toString(), "cassandra-cql"))
        .containsExactly(
            "", "cassandra-binding", "cassandra-binding/lib/cassandra-binding-0.17.0.jar");
  }

  @Test
  void entriesAreSearchedInOrder() throws IOException {
    touch("b.jar");
    touch("classes/x/Y.class");

    assertThat(
            entries(
                folder.resolve("b.jar") + File.pathSeparator + folder.resolve("classes") + "/*",
                "x.Y"))
        .containsExactly("b.jar", "classes");
  }

  @Test
  void shortNamesMatchYcsb() {
    assertThat(BindingNames.classOf("basic")).isEqualTo("site.ycsb.BasicDB");
    assertThat(BindingNames.classOf("jdbc")).isEqualTo("site.ycsb.db.JdbcDBClient");
    assertThat(BindingNames.classOf("cassandra-cql")).isEqualTo("site.ycsb.db.CassandraCQLClient");
    assertThat(BindingNames.classOf("org.example.Mine")).isEqualTo("org.example.Mine");
    assertThat(BindingNames.classOf("Mine")).isEqualTo("Mine");
    assertThat(BindingNames.classOf("mine")).isNull();
    assertThat(BindingNames.classOf("")).isNull();
    assertThat(BindingNames.classOf("a/b.C")).isNull();
  }

  private List<String> entries(String given, String name) throws IOException {
    return BindingPath.parse(given, name).entries().stream()
        .map(entry -> folder.relativize(entry).toString())
        .toList();
  }

  private void touch(String file) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "");
  }
}
