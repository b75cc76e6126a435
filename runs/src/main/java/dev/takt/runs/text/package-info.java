/// Text that does not depend on the user's locale: [dev.takt.runs.text.MachineText] for programs,
/// [dev.takt.runs.text.EnglishText] for people.
@NullMarked
package dev.takt.runs.text;

import org.jspecify.annotations.NullMarked;
