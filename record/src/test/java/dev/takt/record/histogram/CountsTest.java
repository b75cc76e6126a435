package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CountsTest {

  @Test
  void theSlotsInUseAreFoundOneAfterTheOther() {
    Seeded.repeat(
        200,
        random -> {
          Counts counts = new Counts(Layout.ofIntegers(1, 1 + random.nextInt(3)));
          TreeSet<Integer> used = new TreeSet<>();
          int most = (int) Seeded.logUniform(random, 12) % counts.layout().slots();
          for (int i = random.nextInt(200); i > 0; i--) {
            int slot = random.nextInt(most + 1);
            used.add(slot);
            counts.add(slot, 1);
          }
          List<Integer> found = new ArrayList<>();
          for (int i = counts.nextUsed(0); i < counts.length(); i = counts.nextUsed(i + 1)) {
            found.add(i);
          }
          assertThat(found).isEqualTo(List.copyOf(used));
          assertThat(counts.nextUsed(counts.length())).isEqualTo(counts.length());
        });
  }
}
