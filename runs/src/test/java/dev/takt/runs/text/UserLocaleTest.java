package dev.takt.runs.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserLocaleTest {

  @Test
  void nothingChangesWhereTheLauncherChangedNothing() {
    assertThat(UserLocale.variables(null)).isEmpty();
  }

  @Test
  void programsGetTheValueThatTheUserHad() {
    assertThat(UserLocale.variables("=de_DE.ISO-8859-1"))
        .containsEntry("LC_ALL", "de_DE.ISO-8859-1")
        .containsEntry("TAKT_LC_ALL", null);
    assertThat(UserLocale.variables("=")).containsEntry("LC_ALL", "");
  }

  @Test
  void whatWasNotSetIsNotSet() {
    assertThat(UserLocale.variables(""))
        .containsEntry("LC_ALL", null)
        .containsEntry("TAKT_LC_ALL", null);
  }
}
